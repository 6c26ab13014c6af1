#include "app/platform/browser/page_files.h"

#include <emscripten/emscripten.h>

#include <optional>
#include <system_error>

namespace stridescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* home = "/home/web_user";

/// Nothing of what is no whole file yet, or none at all.
template <class Stamp>
std::optional<Stamp> stamp_of(const fs::path& path) {
    std::error_code error;
    if (path.filename().string().starts_with('.') || !fs::is_regular_file(path, error)) {
        return std::nullopt;
    }
    const Stamp stamp{fs::last_write_time(path, error), fs::file_size(path, error)};
    return error ? std::nullopt : std::optional{stamp};
}

}  // namespace

PageFiles::PageFiles(fs::path state) : state_(std::move(state)) {
    std::error_code error;
    fs::create_directories(home, error);
    fs::current_path(home, error);
    fs::create_directories(state_.parent_path(), error);
    EM_ASM(
        {
            const text = stridescopePage.memory.read();
            if (text) FS.writeFile(UTF8ToString($0), text);
        },
        state_.c_str());
    if (const auto stamp = stamp_of<Stamp>(state_)) remembered_ = *stamp;
}

void PageFiles::note(const fs::path& file) {
    if (const auto stamp = stamp_of<Stamp>(file)) known_[file] = *stamp;
}

void PageFiles::hand_over() {
    constexpr std::chrono::milliseconds pause{200};
    const auto now = std::chrono::steady_clock::now();
    if (now < looked_ + pause) return;
    looked_ = now;
    remember();
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(home, error)) {
        const auto stamp = stamp_of<Stamp>(entry.path());
        if (!stamp) continue;
        const auto [place, fresh] = known_.try_emplace(entry.path(), *stamp);
        if (!fresh && place->second == *stamp) continue;
        place->second = *stamp;
        const std::string path = entry.path().string(), name = entry.path().filename().string();
        EM_ASM({ stridescopePage.download(UTF8ToString($1), FS.readFile(UTF8ToString($0))); },
               path.c_str(), name.c_str());
    }
}

void PageFiles::remember() {
    const auto stamp = stamp_of<Stamp>(state_);
    if (!stamp || *stamp == remembered_) return;
    remembered_ = *stamp;
    EM_ASM({ stridescopePage.memory.write(FS.readFile(UTF8ToString($0), {encoding : 'utf8'})); },
           state_.c_str());
}

}  // namespace stridescope
