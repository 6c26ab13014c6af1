#include "app/engine/nvrtc/library_scan.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "app/engine/nvrtc/shared_library.h"
#include "app/io/own_folders.h"

namespace stridescope::nvrtc {
namespace {

/// Beside the program, or where it is installed.
std::vector<std::string> places() {
    constexpr const char* file = "libstridescope_cub.so";
    std::vector<std::string> all;
    if (const char* path = std::getenv("STRIDESCOPE_CUB"); path != nullptr) all.emplace_back(path);
    const auto folder = own_folder();
    if (folder.empty()) return all;
    for (const char* below : {".", "../app", "../lib/stridescope"})
        all.push_back(folder / below / file);
    return all;
}

struct Loaded {
    SharedLibrary library{places()};
    LibraryScan scan{};

    Loaded() {
        int (*version)() = nullptr;
        if (!library.find("ss_cub_version", version) || !library.find("ss_cub_scan", scan.run)) {
            scan.why_not =
                "This program was built without CUB: build it where the CUDA Toolkit is.";
            return;
        }
        const int number = version();
        scan.name = fmt::format("CUB {}.{}.{}", number / 100000, number / 100 % 1000, number % 100);
    }
};

}  // namespace

const LibraryScan& library_scan() {
    static const Loaded loaded;
    return loaded.scan;
}

}  // namespace stridescope::nvrtc
