// The program `stridescope` with its window open: input in, frames out, until it is closed.
#pragma once

#include "app/ui/window/window_options.h"

namespace stridescope {

/// Opens the window and returns when it is closed. Throws RunError where there is no display or no
/// OpenGL 3.3, UsageError if the trace cannot be read.
void run_window(const WindowOptions& options);

}  // namespace stridescope
