// A field for one line of text of any length. (imgui_stdlib's is compiled for one standard
// library.)
#pragma once

#include <imgui.h>

#include <string>

namespace stridescope::widgets {

/// `hint` is shown while it is empty. Returns whether the text has changed, or, with
/// ImGuiInputTextFlags_EnterReturnsTrue, whether Enter was pressed.
bool text_field(const std::string& id, const std::string& hint, std::string& text,
                ImGuiInputTextFlags flags = 0, ImGuiInputTextCallback callback = nullptr,
                void* callback_data = nullptr);

}  // namespace stridescope::widgets
