// Buttons with a picture or a word. Each notes where it was drawn under its name.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

/// Pictures on buttons, drawn, since few fonts have them.
enum class Icon {
    first,
    back,
    play,
    pause,
    forward,
    last,
    loop,
    fit,
    enlarge,
    restore,
    dice,
    undo,
    redo,
    up,
    down,
    compare,
    close
};

/// A square button with a picture. True when pressed.
bool icon_button(Ui& ui, const std::string& name, Icon icon, std::string_view tip,
                 bool enabled = true, bool lit = false);
/// A button with a word. True when pressed.
bool button(Ui& ui, const std::string& name, std::string_view label, std::string_view tip,
            bool enabled = true, bool lit = false);

/// How wide a button with that word is, in pixels.
float button_width(std::string_view label);

/// Words on a red plate, as high as a row.
void badge(Ui& ui, const std::string& name, std::string_view words);

/// Draws the icon as strokes and triangles, centred on `middle`, about `size` pixels high.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float size, ImU32 color);

/// Whether all around it is disabled: the experiment's knobs when they are locked.
inline bool locked_up() {
    return ImGui::GetStyle().Alpha < 1;
}

/// The colours of a pressed-in button, for as long as it lives.
class LitColors {
  public:
    LitColors(const Ui& ui, bool lit) : lit_{lit} {
        if (!lit_) return;
        ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.colors.accent));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                              packed(mix(ui.colors.accent, ui.colors.text, 0.15F)));
        ImGui::PushStyleColor(ImGuiCol_ButtonActive,
                              packed(mix(ui.colors.accent, ui.colors.text, 0.3F)));
        // Light words on a plate that has become pale could not be read.
        ImGui::PushStyleColor(ImGuiCol_Text,
                              packed(locked_up() ? ui.colors.text : ui.colors.on_accent));
    }
    ~LitColors() {
        if (lit_) ImGui::PopStyleColor(4);
    }
    LitColors(const LitColors&) = delete;
    LitColors& operator=(const LitColors&) = delete;

  private:
    bool lit_;
};

}  // namespace stridescope::widgets
