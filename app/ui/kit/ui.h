// What every panel gets: the state to show, the list for its commands, and the look.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <utility>

#include "app/session/app_state.h"
#include "app/session/commands.h"
#include "app/ui/kit/hand.h"
#include "app/ui/kit/theme.h"
#include "app/ui/kit/widget_map.h"

namespace stridescope {

struct Ui {
    const AppState& state;
    Commands& commands;
    WidgetMap& widgets;
    const UiColors& colors;
    const Palette& palette;
    const UiFonts& fonts;
    float scale;           ///< of everything: content scale times the chosen text size
    float picture_scale;   ///< of what is drawn in pictures
    bool walking = false;  ///< keys walk through the controls
    /// The control that they have just come to: its area scrolls to it.
    std::string_view walked_to{};
    std::string label{};         ///< what stands before the control that is drawn next
    Hand hand{};                 ///< what fingers do
    int swiped = 0;              ///< a finger wiped over a picture: 1 to the next one, -1 back
    bool command_key = false;    ///< ⌘ is there for what Ctrl is elsewhere
    Drag under = Drag::nothing;  ///< what a drag does where the pointer is: widgets write it here

    template <class C>
    void emit(C command) {
        commands.push_back(std::move(command));
    }
    /// `count` units of the spacing grid in pixels, whole.
    float units(float count) const {
        return static_cast<float>(static_cast<int>(count * metric::grid * scale + 0.5F));
    }
    float row_height() const { return ImGui::GetFrameHeight(); }
};

}  // namespace stridescope
