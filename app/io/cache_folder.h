// Where the program may keep what it can make again.
#pragma once

#include <filesystem>

namespace stridescope {

/// $XDG_CACHE_HOME/stridescope, or ~/.cache/stridescope; empty if neither is known. It need not
/// exist.
std::filesystem::path cache_folder();

}  // namespace stridescope
