#include "app/experiment/text/text_folder.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <unordered_set>
#include <vector>

#include "app/experiment/text/library_texts.h"
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

bool is_source(const fs::path& path) {
    static const std::unordered_set<std::string> endings{".cu", ".cpp", ".cc", ".cxx", ".c"};
    return endings.contains(path.extension().string());
}

}  // namespace

TextFolder::TextFolder(const std::string& path) {
    if (path.empty()) return;
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(fs::absolute(path, error).parent_path(), error);
    if (!error) folder_ = folder;
    own_ = fs::path{path}.filename().string();
}

std::vector<std::string> TextFolder::other_sources() const {
    constexpr std::size_t most_sources = 100;
    std::vector<std::string> names;
    std::error_code error;
    if (!folder_) return names;
    for (fs::directory_iterator at{*folder_, error}, end; !error && at != end;
         at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (name != own_ && is_source(at->path())) names.push_back(name);
        if (names.size() == most_sources) break;
    }
    std::ranges::sort(names);
    return names;
}

std::vector<std::string> TextFolder::further_sources() const {
    constexpr std::size_t most_entries = 2000;
    constexpr int deepest = 3;
    std::vector<std::string> names;
    if (!folder_) return names;
    std::size_t entries = 0;
    for (const auto& [place, levels] : {std::pair{"", deepest},
                                        {"..", 0},
                                        {"../src", deepest},
                                        {"../source", deepest},
                                        {"../kernels", deepest}}) {
        std::error_code error;
        const fs::path root = fs::canonical(*folder_ / place, error);
        if (error) continue;
        for (fs::recursive_directory_iterator at{root, error}, end; !error && at != end;
             at.increment(error)) {
            if (++entries > most_entries) break;
            const bool is_hidden = at->path().filename().string().starts_with('.');
            if (at.depth() >= levels || is_hidden) at.disable_recursion_pending();
            const fs::path name = at->path().lexically_relative(*folder_);
            const bool is_beside = !name.has_parent_path();
            if (!is_beside && is_source(at->path())) names.push_back(name.generic_string());
        }
    }
    std::ranges::sort(names);
    const auto twice = std::ranges::unique(names);
    names.erase(twice.begin(), twice.end());
    return names;
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

/// A project's headers often lie beside its folder of texts: "../include/x.h".
std::optional<fs::path> TextFolder::find_header(std::string_view name) const {
    const fs::path relative{name};
    static const std::unordered_set<std::string> endings{".h",   ".cuh", ".hpp", ".cu", ".hxx",
                                                         ".inl", ".inc", ".hh",  ".H",  ".cpp",
                                                         ".cc",  ".cxx", ".c"};
    const bool is_text = endings.contains(relative.extension().string());
    if (!folder_ || !is_text || relative.is_absolute()) return std::nullopt;
    std::error_code error;
    const fs::path path = fs::canonical(*folder_ / relative, error);
    if (error || !fs::is_regular_file(path, error)) return std::nullopt;
    // No further away than a project is deep, and not from where everybody's files lie.
    constexpr int most_levels = 3;
    constexpr std::ptrdiff_t least_parts = 4;
    fs::path root = *folder_;
    for (int level = 0; level < most_levels; ++level) {
        const fs::path parent = root.parent_path();
        if (std::distance(parent.begin(), parent.end()) < least_parts) break;
        root = parent;
    }
    const fs::path inside = path.lexically_relative(root);
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

std::function<std::optional<std::string>(std::string_view name)> file_reader(
    const std::string& path) {
    const TextFolder folder{path};
    if (!folder.exists()) return {};
    return [folder](std::string_view name) -> std::optional<std::string> {
        constexpr std::size_t most_file_bytes = std::size_t{1} << 26;
        const auto file = folder.find(name);
        if (!file) return std::nullopt;
        try {
            return as_text(
                read_file(*file, {.what = "a file of the text's", .most = most_file_bytes}));
        } catch (const UsageError&) {
            return std::nullopt;
        }
    };
}

language::IncludeLoader include_loader(const TextSpec& spec) {
    std::vector<TextFolder> folders;
    for (const std::string& folder : spec.include_folders) folders.emplace_back(folder + "/text");
    return [load = TextFolder{spec.path}.loader(), folders, near = TextFolder{spec.path},
            own = spec.includes](std::string_view name) -> std::optional<std::string> {
        if (auto text = load(name)) return text;
        if (const auto path = near.find_header(name)) return read_text(*path);
        for (const TextFolder& folder : folders) {
            if (const auto path = folder.find_header(name)) return read_text(*path);
        }
        // Where a project's Makefile would say that its headers are.
        for (const char* const place : {"include/",
                                        "inc/",
                                        "../include/",
                                        "../inc/",
                                        "../common/",
                                        "../Common/",
                                        "../utils/",
                                        "../../include/",
                                        "../../inc/",
                                        "../../common/",
                                        "../../Common/",
                                        "../../utils/",
                                        "../../../Common/",
                                        "../../../utils/",
                                        "../",
                                        "../../",
                                        "../../../",
                                        "src/",
                                        "../src/",
                                        "includes/",
                                        "../includes/",
                                        "headers/",
                                        "../headers/"}) {
            if (const auto path = near.find_header(place + std::string{name}))
                return read_text(*path);
        }
        const auto found = std::ranges::find(own, name, &Setting::first);
        return found == own.end() ? std::nullopt : std::optional{found->second};
    };
}

}  // namespace stridescope
