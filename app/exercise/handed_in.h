// What a class has handed in: files, folders and zip archives, each a submission or several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/experiment/text_spec.h"

namespace stridescope {

/// Something that was handed in; it may turn out not to be a text.
struct HandedIn {
    std::string name{};                  ///< as its row calls it
    std::filesystem::path path{};        ///< empty: it lay in an archive
    std::optional<std::string> bytes{};  ///< of an archive's file
    std::vector<Setting> includes{};     ///< names and texts of the files beside it in an archive
    std::string refused{};  ///< why it is not judged, a sentence; empty: read it and see
};

/// A file of an archive.
struct ArchivedFile {
    std::string name{}, bytes{};
    std::string refused{};  ///< why it was not read, a sentence
};

/// Archives of a course's system that are not zip: .tar, .tar.gz, .tgz, .7z and others.
bool is_other_archive(const std::filesystem::path& path);
/// Reads one; throws UsageError, a sentence, for what is none, or not a whole one. Null: there is
/// nothing here that does.
using ReadArchive = std::vector<ArchivedFile> (*)(const std::filesystem::path& path);

/// No text and no class has more.
inline constexpr std::uint64_t most_archive_bytes = std::uint64_t{256} << 20;
inline constexpr std::size_t most_archived_files = 10'000;

/// The files that the paths name. Of a folder or an archive each file in it and below is a
/// submission, but for hidden ones, and those that another file beside it includes. `read`: for
/// archives that are not zip.
std::vector<HandedIn> handed_in(const std::vector<std::string>& paths, ReadArchive read = nullptr);

/// The names in `#include "…"`, as they stand there.
std::vector<std::string> included_in(const std::string& text);

/// Its text. Throws UsageError: what is no text, or empty.
std::string text_of(const HandedIn& submission);

}  // namespace stridescope
