#include "app/experiment/text/text_folder.h"

#include <algorithm>
#include <array>
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

bool is_text(const fs::path& path) {
    static const std::unordered_set<std::string> endings{".h",   ".cuh", ".hpp", ".cu", ".hxx",
                                                         ".inl", ".inc", ".hh",  ".H",  ".cpp",
                                                         ".cc",  ".cxx", ".c"};
    return endings.contains(path.extension().string());
}

/// The folder and those above it: no further away than a project is deep, and not where everybody's
/// files lie.
std::vector<fs::path> folders_around(const fs::path& folder) {
    constexpr std::size_t most_levels = 3;
    constexpr std::ptrdiff_t least_parts = 4;
    std::vector<fs::path> folders{folder};
    while (folders.size() <= most_levels) {
        const fs::path parent = folders.back().parent_path();
        if (std::distance(parent.begin(), parent.end()) < least_parts) break;
        folders.push_back(parent);
    }
    return folders;
}

/// What stands at the top of a project.
constexpr std::array project_marks{".git",      "CMakeLists.txt", "Makefile", "makefile",
                                   "README.md", "README",         "LICENSE"};

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
    constexpr const char* two_up = "../..";
    std::vector<std::string> names;
    if (!folder_) return names;
    std::size_t entries = 0;
    const fs::path top = folders_around(*folder_).back();
    for (const auto& [place, levels] : {std::pair{"", deepest},
                                        {"..", 0},
                                        {two_up, 0},
                                        {"../src", deepest},
                                        {"../source", deepest},
                                        {"../kernels", deepest}}) {
        std::error_code error;
        const fs::path root = fs::canonical(*folder_ / place, error);
        if (error || (place == two_up && *root.lexically_relative(top).begin() == "..")) continue;
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
    if (!folder_ || !is_text(relative) || relative.is_absolute()) return std::nullopt;
    std::error_code error;
    const fs::path path = fs::canonical(*folder_ / relative, error);
    if (error || !fs::is_regular_file(path, error)) return std::nullopt;
    const fs::path inside = path.lexically_relative(folders_around(*folder_).back());
    if (inside.empty() || *inside.begin() == "..") return std::nullopt;
    return path;
}

const std::vector<TextFolder::Project>& TextFolder::projects() const {
    constexpr std::size_t most_entries = 3000;
    if (projects_) return *projects_;
    std::vector<Project>& projects = projects_.emplace();
    std::error_code error;
    for (const fs::path& folder : folders_around(*folder_)) {
        const auto has = [&](const char* mark) { return fs::exists(folder / mark, error); };
        if (std::ranges::none_of(project_marks, has)) continue;
        Project project;
        std::size_t entries = 0;
        for (fs::recursive_directory_iterator at{folder, error}, end; !error && at != end;
             at.increment(error)) {
            // There may be a second one of what was not seen.
            if (++entries > most_entries) return projects;
            if (at->path().filename().string().starts_with('.')) at.disable_recursion_pending();
            if (is_text(at->path()) && at->is_regular_file(error)) project.push_back(at->path());
        }
        projects.push_back(std::move(project));
    }
    return projects;
}

std::optional<fs::path> TextFolder::find_in_project(std::string_view name) const {
    while (name.starts_with("../") || name.starts_with("./"))
        name.remove_prefix(name.find('/') + 1);
    if (!folder_ || !is_text(name) || name.starts_with('/')) return std::nullopt;
    const std::string ending = "/" + std::string{name};
    const auto has_name = [&](const fs::path& text) { return text.native().ends_with(ending); };
    for (const Project& project : projects()) {
        const auto first = std::ranges::find_if(project, has_name);
        if (first == project.end()) continue;
        if (std::find_if(first + 1, project.end(), has_name) != project.end()) break;
        return *first;
    }
    return std::nullopt;
}

std::vector<std::vector<std::string>> TextFolder::project_sources() const {
    std::vector<std::vector<std::string>> sources;
    if (!folder_) return sources;
    for (const Project& project : projects()) {
        std::vector<std::string>& names = sources.emplace_back();
        for (const fs::path& text : project) {
            if (is_source(text))
                names.push_back(text.lexically_relative(*folder_).generic_string());
        }
    }
    return sources;
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

language::IncludeLoader project_loader(const TextSpec& spec) {
    return [folder = TextFolder{spec.path}](std::string_view name) -> std::optional<std::string> {
        const auto path = folder.find_in_project(name);
        return path ? read_text(*path) : std::nullopt;
    };
}

}  // namespace stridescope
