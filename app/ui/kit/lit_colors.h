// The look of a button that is pressed in.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

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
