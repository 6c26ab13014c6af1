#include "app/io/cache_folder.h"

#include <cstdlib>

namespace stridescope {

std::filesystem::path cache_folder() {
    // The XDG specification: what is not absolute is to be ignored.
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr) {
        const std::filesystem::path folder{cache};
        if (folder.is_absolute()) return folder / "stridescope";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr) {
        const std::filesystem::path folder{home};
        if (folder.is_absolute()) return folder / ".cache" / "stridescope";
    }
    return {};
}

}  // namespace stridescope
