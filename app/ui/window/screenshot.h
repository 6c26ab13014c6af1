// The window's frame as a picture, without a window.
#pragma once

#include "app/ui/window/window_options.h"

namespace stridescope {

/// Draws the window's frame without one and writes it. Throws RunError and UsageError.
void write_screenshot(const WindowOptions& options);

}  // namespace stridescope
