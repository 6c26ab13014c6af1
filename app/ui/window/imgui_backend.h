// What Dear ImGui has to be told of the window: by its own GLFW backend (desktop/), or by ours for
// a page (browser/).
#pragma once

#include "app/platform/input_event.h"
#include "app/platform/window.h"

namespace stridescope::imgui_backend {

/// ImGui's context must be there, and stay until end().
void begin(Window& window);
void end();
/// Sizes and time. To be called before ImGui's own new frame.
void new_frame(Window& window);
/// Events are queued by us, and told in portions.
void tell(Window& window, const InputEvent& event);

}  // namespace stridescope::imgui_backend
