// The dialog of the system, or of the browser, that files are chosen in.
#pragma once

namespace stridescope {

/// Has the reader choose files; they come as if they were dropped on the window. False: there is no
/// such dialog, and the window has one of its own.
bool choose_files();

}  // namespace stridescope
