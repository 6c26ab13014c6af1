// What Dear ImGui has to be told of the window: by its own GLFW backend (desktop/), or by ours for
// a page (browser/).
#pragma once

#include "app/platform/window.h"

namespace stridescope::imgui_backend {

/// ImGui's context must be there, and stay until end().
void begin(Window& window);
void end();
/// Sizes and time. To be called before ImGui's own new frame.
void new_frame(Window& window);
/// Whether the window has the keyboard, or the pointer. All else is told by InputFeed.
void tell_focus(Window& window, bool focused);
void tell_enter(Window& window, bool entered);

}  // namespace stridescope::imgui_backend
