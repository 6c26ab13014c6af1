#include "app/experiment/text/text_folder.h"

#include <algorithm>
#include <system_error>

#include "app/experiment/text/library.h"
#include "app/io/errors.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 20;

std::optional<std::string> read_text(const fs::path& path) {
    try {
        return as_text(read_file(path, {.what = "a CUDA text", .most = most_bytes}));
    } catch (const UsageError&) {
        return std::nullopt;
    }
}

}  // namespace

TextFolder::TextFolder(const std::string& path) {
    if (path.empty()) return;
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(fs::absolute(path, error).parent_path(), error);
    if (!error) folder_ = folder;
}

std::optional<fs::path> TextFolder::find(std::string_view name) const {
    const fs::path relative{name};
    if (!folder_ || name.empty() || relative.is_absolute()) return std::nullopt;
    std::error_code error;
    // Links are followed first: what counts is where the file lies.
    const fs::path path = fs::canonical(*folder_ / relative, error);
    if (error || !fs::is_regular_file(path, error)) return std::nullopt;
    const fs::path inside = path.lexically_relative(*folder_);
    if (inside.empty() || *inside.begin() == "..") return std::nullopt;
    return path;
}

language::IncludeLoader TextFolder::loader() const {
    return [folder = *this](std::string_view name) -> std::optional<std::string> {
        if (const auto path = folder.find(name)) return read_text(*path);
        if (const LibraryText* text = find_included(name)) return std::string{text->text};
        return std::nullopt;
    };
}

language::IncludeLoader include_loader(const TextSpec& spec) {
    return [load = TextFolder{spec.path}.loader(),
            own = spec.includes](std::string_view name) -> std::optional<std::string> {
        if (auto text = load(name)) return text;
        const auto found = std::ranges::find(own, name, &Setting::first);
        return found == own.end() ? std::nullopt : std::optional{found->second};
    };
}

}  // namespace stridescope
