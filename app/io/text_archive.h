// Several texts as one that a person can read and write: what Go calls txtar. A file begins with a
// line "-- NAME --" and goes on to the next such line; what comes before the first is a comment.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope {

struct TextArchive {
    std::string comment{};
    /// Names, with "/" between folders, and texts.
    std::vector<std::pair<std::string, std::string>> files{};

    bool operator==(const TextArchive&) const = default;
};

/// Whether a file of that name is one (.txtar).
bool is_text_archive_path(const std::filesystem::path& path);

/// Reads it. Throws UsageError, a sentence with the line, for one without files, with a name twice,
/// or with a name that leads elsewhere. `shown`: what it is called.
TextArchive parse_text_archive(std::string_view text, const std::string& shown);

/// Reads the file. Throws UsageError also where that cannot be done.
TextArchive read_text_archive(const std::filesystem::path& path);

/// Writes it. Throws UsageError for a text with a line that would begin another file, and for names
/// as above.
std::string text_of(const TextArchive& archive);

/// Writes its files into a folder that is named by what they are, so that the same ones have the
/// same place again; returns that. It lies in the cache, or where none is known among temporary
/// files. Throws RunError where it cannot be written.
std::filesystem::path unpack(const TextArchive& archive);

}  // namespace stridescope
