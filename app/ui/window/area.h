// A child area of the window.
#pragma once

#include <imgui.h>

namespace stridescope {

/// With its padding; what is drawn while it lives lies in it.
class Area {
  public:
    Area(const char* name, ImVec2 at, ImVec2 size, ImVec2 padding, ImGuiWindowFlags flags = 0) {
        ImGui::SetCursorScreenPos(at);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
        ImGui::BeginChild(name, size, false, flags | ImGuiWindowFlags_AlwaysUseWindowPadding);
        ImGui::PopStyleVar();
    }
    ~Area() { ImGui::EndChild(); }
    Area(const Area&) = delete;
    Area& operator=(const Area&) = delete;
};

}  // namespace stridescope
