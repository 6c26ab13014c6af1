#include "app/experiment/text/text_folder.h"

#include <cstdio>
#include <memory>
#include <system_error>

#include "app/experiment/text/library.h"

namespace stridescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 20;

std::optional<std::string> read_text(const fs::path& path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path.c_str(), "rb"),
                                                               &std::fclose};
    if (!file) return std::nullopt;
    std::string text(most_bytes + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file.get()));
    if (std::ferror(file.get()) != 0 || text.size() > most_bytes) return std::nullopt;
    return text;
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

}  // namespace stridescope
