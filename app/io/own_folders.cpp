#include "app/io/own_folders.h"

#include <cstdlib>
#include <system_error>

namespace stridescope {

namespace {

/// The program's folder where the variable says that such folders are, else below the home folder.
std::filesystem::path folder_by(const char* variable, const std::filesystem::path& below_home) {
    // The XDG specification: what is not absolute is to be ignored.
    const auto absolute_in = [](const char* name) {
        const char* value = std::getenv(name);
        const std::filesystem::path folder{value != nullptr ? value : ""};
        return folder.is_absolute() ? folder : std::filesystem::path{};
    };
    if (const auto chosen = absolute_in(variable); !chosen.empty()) return chosen / "stridescope";
    const auto home = absolute_in("HOME");
    return home.empty() ? home : home / below_home / "stridescope";
}

}  // namespace

std::filesystem::path own_folder() {
    // Linux alone has this.
    std::error_code none;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
    return none ? std::filesystem::path{} : program.parent_path();
}

std::filesystem::path cache_folder() {
    return folder_by("XDG_CACHE_HOME", ".cache");
}

std::filesystem::path state_folder() {
    return folder_by("XDG_STATE_HOME", ".local/state");
}

}  // namespace stridescope
