#include "app/exercise/handed_in.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/experiment/text_file.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"
#include "app/trace/npz.h"

namespace stridescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = most_archived_files;

bool is_hidden(const fs::path& path) {
    return std::ranges::any_of(path, [](const fs::path& part) {
        const std::string name = part.string();
        return name.starts_with('.') && name != "." && name != "..";
    });
}

/// Besides what is hidden, what a Mac puts beside each file of an archive.
bool is_submission_name(const fs::path& name) {
    return !is_hidden(name) && name.begin()->string() != "__MACOSX";
}

std::string small_letters(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

bool is_zip(const fs::path& path) {
    return small_letters(path.extension().string()) == ".zip";
}

bool is_archive(const fs::path& path) {
    return is_zip(path) || is_other_archive(path);
}

/// A file of a folder or an archive: its name in it, and what there is to read.
struct FoundFile {
    fs::path name{};
    HandedIn handed{};
};

/// The files below a folder, in the order of their names; links to folders are not followed.
/// Somebody's folder in which nothing is stands for itself.
std::vector<FoundFile> files_below(const fs::path& folder) {
    std::vector<FoundFile> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at{folder, error}, end;
         !error && at != end && files.size() < most_files; at.increment(error)) {
        std::error_code kind_error;
        const bool hidden = is_hidden(at->path().filename());
        if (at->is_directory(kind_error)) {
            if (hidden) {
                at.disable_recursion_pending();
            } else if (fs::is_empty(at->path(), kind_error)) {
                files.push_back({at->path().lexically_relative(folder),
                                 {.name = shown_path(at->path()),
                                  .path = at->path(),
                                  .refused = "No file is in it."}});
            }
        } else if (!hidden) {
            FoundFile file{at->path().lexically_relative(folder),
                           {.name = shown_path(at->path()), .path = at->path()}};
            // Nobody knows when a pipe ends.
            if (!at->is_regular_file(kind_error))
                file.handed.refused = fmt::format("{} is not a file.", file.handed.name);
            files.push_back(std::move(file));
        }
    }
    std::ranges::sort(files, {}, &FoundFile::name);
    return files;
}

/// Throws UsageError.
std::vector<FoundFile> files_of_zip(const fs::path& path) {
    const std::string shown = shown_path(path);
    const auto bytes =
        read_file(path, {.what = "a zip archive (.zip)", .most = most_archive_bytes});
    std::optional<NpzReader> zip;
    try {
        zip.emplace(bytes, shown);
    } catch (const UsageError&) {
        throw UsageError(fmt::format("{} is not a zip archive, or not a whole one.", shown));
    }
    std::vector<FoundFile> files;
    for (const std::string& name : zip->names()) {
        if (name.empty() || name.ends_with('/') || !is_submission_name(fs::path{name})) continue;
        if (files.size() == most_files)
            throw UsageError(fmt::format("{} has more than {} files.", shown, most_files));
        FoundFile file{fs::path{name}, {.name = fmt::format("{}:{}", shown, printable(name))}};
        try {
            file.handed.bytes = std::string{zip->read(name, most_text_bytes).text()};
        } catch (const UsageError& error) {
            file.handed.refused = error.what();
        }
        files.push_back(std::move(file));
    }
    return files;
}

/// Throws UsageError.
std::vector<FoundFile> files_of_other(const fs::path& path, ReadArchive read) {
    const std::string shown = shown_path(path);
    if (read == nullptr)
        throw UsageError(fmt::format("{} is not opened here: unpack it first.", shown));
    std::vector<FoundFile> files;
    for (ArchivedFile& one : read(path)) {
        if (one.name.empty() || !is_submission_name(fs::path{one.name})) continue;
        FoundFile file{fs::path{one.name},
                       {.name = fmt::format("{}:{}", shown, printable(one.name))}};
        file.handed.bytes = std::move(one.bytes);
        file.handed.refused = std::move(one.refused);
        files.push_back(std::move(file));
    }
    std::ranges::sort(files, {}, &FoundFile::name);
    return files;
}

std::string bytes_as_text(const HandedIn& submission) {
    if (!submission.bytes) return read_text_file(submission.path).text;
    std::string text = text_of_bytes(*submission.bytes).text;
    if (text.find('\0') != std::string::npos) {
        throw UsageError(
            fmt::format("{} is not a text: choose a CUDA text (.cu).", submission.name));
    }
    return text;
}

/// Keeps those that no other one includes; these take what they include along.
void add_files(std::vector<HandedIn>& all, std::vector<FoundFile> files) {
    std::map<fs::path, std::string> texts;
    std::set<fs::path> included;
    for (const FoundFile& file : files) {
        try {
            if (file.handed.refused.empty()) texts[file.name] = bytes_as_text(file.handed);
        } catch (const UsageError&) {
            // Its own row says so.
        }
    }
    for (const auto& [name, text] : texts) {
        for (const std::string& other : included_in(text))
            included.insert((name.parent_path() / other).lexically_normal());
    }
    for (FoundFile& file : files) {
        if (included.contains(file.name.lexically_normal())) continue;
        if (file.handed.bytes) {
            for (const auto& [name, text] : texts) {
                if (name != file.name && included.contains(name.lexically_normal())) {
                    const fs::path from = name.lexically_relative(file.name.parent_path());
                    file.handed.includes.emplace_back(from.generic_string(), text);
                }
            }
        }
        all.push_back(std::move(file.handed));
    }
}

void add_archive(std::vector<HandedIn>& all, const fs::path& path, ReadArchive read) {
    const std::size_t before = all.size();
    std::string refused = "No file is in it.";
    try {
        add_files(all, is_zip(path) ? files_of_zip(path) : files_of_other(path, read));
    } catch (const UsageError& error) {
        refused = error.what();
    }
    if (all.size() == before)
        all.push_back({.name = shown_path(path), .path = path, .refused = refused});
}

void add_folder(std::vector<HandedIn>& all, const fs::path& folder, ReadArchive read) {
    const std::size_t before = all.size();
    std::vector<FoundFile> files = files_below(folder);
    std::vector<fs::path> archives;
    std::erase_if(files, [&](const FoundFile& file) {
        if (is_archive(file.name)) archives.push_back(file.handed.path);
        return is_archive(file.name);
    });
    add_files(all, std::move(files));
    for (const fs::path& archive : archives) add_archive(all, archive, read);
    if (all.size() == before)
        all.push_back({.name = shown_path(folder), .path = folder, .refused = "No file is in it."});
}

}  // namespace

std::vector<std::string> included_in(const std::string& text) {
    std::vector<std::string> names;
    for (std::size_t at = text.find("#include"); at != std::string::npos;
         at = text.find("#include", at + 1)) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::size_t begin = text.find('"', at);
        if (begin >= end) continue;
        const std::size_t close = text.find('"', begin + 1);
        if (close < end) names.push_back(text.substr(begin + 1, close - begin - 1));
    }
    return names;
}

bool is_other_archive(const fs::path& path) {
    const std::string name = small_letters(path.filename().string());
    constexpr std::array endings{".tar",     ".tgz",     ".tar.gz", ".tar.xz",
                                 ".tar.bz2", ".tar.zst", ".7z"};
    return std::ranges::any_of(endings, [&](const char* end) { return name.ends_with(end); });
}

std::vector<HandedIn> handed_in(const std::vector<std::string>& paths, ReadArchive read) {
    std::vector<HandedIn> all;
    for (const std::string& path : paths) {
        std::error_code error;
        if (fs::is_directory(path, error)) {
            add_folder(all, path, read);
        } else if (is_archive(path) && fs::exists(path, error)) {
            add_archive(all, path, read);
        } else {
            all.push_back({.name = shown_path(path), .path = path});
        }
    }
    return all;
}

std::string text_of(const HandedIn& submission) {
    std::string text = bytes_as_text(submission);
    if (text.find_first_not_of(" \t\r\n\v\f") == std::string::npos)
        throw UsageError(fmt::format("{} is empty.", submission.name));
    return text;
}

}  // namespace stridescope
