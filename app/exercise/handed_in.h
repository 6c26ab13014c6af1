// What a class has handed in: files, folders and zip archives, each a submission or several.
#pragma once

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

/// The files that the paths name. Of a folder or a zip archive each file in it and below is a
/// submission, but for hidden ones, and those that another file beside it includes.
std::vector<HandedIn> handed_in(const std::vector<std::string>& paths);

/// The names in `#include "…"`, as they stand there.
std::vector<std::string> included_in(const std::string& text);

/// Its text. Throws UsageError: what is no text, or empty.
std::string text_of(const HandedIn& submission);

}  // namespace stridescope
