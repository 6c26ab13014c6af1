// Where the program itself lies, and where it may keep what it needs again.
#pragma once

#include <filesystem>

namespace stridescope {

/// The folder of the running program's file; empty where the system does not tell.
std::filesystem::path own_folder();

/// What can be made again goes there: $XDG_CACHE_HOME/stridescope, or ~/.cache/stridescope; empty
/// if neither is known. It need not exist.
std::filesystem::path cache_folder();

/// What is remembered from run to run goes there: $XDG_STATE_HOME/stridescope, or
/// ~/.local/state/stridescope; empty if neither is known. It need not exist.
std::filesystem::path state_folder();

}  // namespace stridescope
