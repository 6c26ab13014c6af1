#include "app/platform/lesson_folders.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "app/io/own_folders.h"

namespace stridescope {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

/// The value of a variable, or `otherwise` where it is not set.
std::string variable(const char* name, const std::string& otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

/// Where the folder of that name is to be looked for that came with the program, the best first.
std::vector<fs::path> shipped_folders(const std::string& name) {
    std::vector<fs::path> folders;
    const fs::path program = own_folder();
    if (!program.empty()) {
        folders.push_back(program.parent_path() / "share" / "stridescope" / name);
        // A program that was not installed: build/NAME/app/stridescope.
        fs::path above = program;
        for (int i = 0; i < 4 && above.has_relative_path(); ++i) {
            folders.push_back(above / "assets" / name);
            above = above.parent_path();
        }
    }
    const std::string all = variable("XDG_DATA_DIRS", "/usr/local/share:/usr/share");
    for (std::size_t begin = 0; begin <= all.size();) {
        const std::size_t end = std::min(all.find(':', begin), all.size());
        const fs::path folder{all.substr(begin, end - begin)};
        // The XDG specification: what is not absolute is to be ignored.
        if (folder.is_absolute()) folders.push_back(folder / "stridescope" / name);
        begin = end + 1;
    }
    return folders;
}

/// The folder of that name that came with the program, and the user's own.
std::vector<OfferedFolder> shipped_and_own(const std::string& name) {
    std::vector<OfferedFolder> found;
    for (const fs::path& folder : shipped_folders(name)) {
        if (!is_folder(folder)) continue;
        found.push_back({folder, true});
        break;
    }
    const std::string home = variable("HOME", "");
    const fs::path own{variable("XDG_DATA_HOME", home.empty() ? "" : home + "/.local/share")};
    if (own.is_absolute() && is_folder(own / "stridescope" / name)) {
        found.push_back({own / "stridescope" / name, false});
    }
    return found;
}

}  // namespace

std::vector<OfferedFolder> lesson_folders() {
    return shipped_and_own("lessons");
}

std::vector<OfferedFolder> exercise_folders() {
    return shipped_and_own("exercises");
}

std::vector<fs::path> shipped_times() {
    std::vector<fs::path> found;
    for (const fs::path& folder : shipped_folders("times")) {
        if (!is_folder(folder)) continue;
        std::error_code error;
        for (const fs::directory_entry& entry : fs::directory_iterator{folder, error}) {
            if (entry.path().extension() == ".npz") found.push_back(entry.path());
        }
        break;
    }
    std::ranges::sort(found);
    return found;
}

fs::path shipped_ladder() {
    for (const fs::path& folder : shipped_folders("ladder")) {
        std::error_code error;
        if (fs::is_regular_file(folder / "h200.json", error)) return folder / "h200.json";
    }
    return {};
}

}  // namespace stridescope
