// Where the program may keep what it remembers from run to run.
#pragma once

#include <filesystem>

namespace stridescope {

/// $XDG_STATE_HOME/stridescope, or ~/.local/state/stridescope; empty if neither is known. It need
/// not exist.
std::filesystem::path state_folder();

}  // namespace stridescope
