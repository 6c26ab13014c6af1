#include "app/session/state_folder.h"

#include <cstdlib>

namespace stridescope {

std::filesystem::path state_folder() {
    // The XDG specification: what is not absolute is to be ignored.
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr) {
        const std::filesystem::path folder{state};
        if (folder.is_absolute()) return folder / "stridescope";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr) {
        const std::filesystem::path folder{home};
        if (folder.is_absolute()) return folder / ".local" / "state" / "stridescope";
    }
    return {};
}

}  // namespace stridescope
