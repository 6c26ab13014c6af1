#include "app/ui/window/imgui_backend.h"

#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

namespace stridescope::imgui_backend {

void begin(Window& window) {
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), false);
}

void end() {
    ImGui_ImplGlfw_Shutdown();
}

void new_frame(Window&) {
    ImGui_ImplGlfw_NewFrame();
}

void tell(Window& window, const InputEvent& event) {
    using Kind = InputEvent::Kind;
    GLFWwindow* const handle = window.handle();
    switch (event.kind) {
        case Kind::key:
            ImGui_ImplGlfw_KeyCallback(handle, event.code, event.scancode, event.action,
                                       event.mods);
            break;
        case Kind::character: ImGui_ImplGlfw_CharCallback(handle, event.codepoint); break;
        case Kind::button:
            ImGui_ImplGlfw_MouseButtonCallback(handle, event.code, event.action, event.mods);
            break;
        case Kind::wheel: ImGui_ImplGlfw_ScrollCallback(handle, event.x, event.y); break;
        case Kind::move:
#if IMGUI_VERSION_NUM >= 18700
            ImGui_ImplGlfw_CursorPosCallback(handle, event.x, event.y);
#endif
            break;
        case Kind::focus: ImGui_ImplGlfw_WindowFocusCallback(handle, event.code); break;
        case Kind::enter: ImGui_ImplGlfw_CursorEnterCallback(handle, event.code); break;
    }
}

}  // namespace stridescope::imgui_backend
