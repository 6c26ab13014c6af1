#include "app/ui/window/imgui_backend.h"

#include <imgui_impl_glfw.h>

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

void tell_focus(Window& window, bool focused) {
    ImGui_ImplGlfw_WindowFocusCallback(window.handle(), focused ? 1 : 0);
}

void tell_enter(Window& window, bool entered) {
    ImGui_ImplGlfw_CursorEnterCallback(window.handle(), entered ? 1 : 0);
}

}  // namespace stridescope::imgui_backend
