// What a text may read: files beside it or below, and the program's own texts.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/text_spec.h"
#include "app/language/source.h"

namespace stridescope {

class TextFolder {
  public:
    /// The folder of the text at `path`; empty: it lies nowhere yet, and has no folder.
    explicit TextFolder(const std::string& path);

    bool exists() const { return folder_.has_value(); }
    /// The file of that name; nothing if there is none, or it lies outside.
    std::optional<std::filesystem::path> find(std::string_view name) const;
    /// The names of the other sources of CUDA, C++ and C in the folder.
    std::vector<std::string> other_sources() const;
    /// Those below it, in the two above it, and in the one where projects have their sources:
    /// "kernels/scan.cu", "../src/scan.cpp".
    std::vector<std::string> further_sources() const;
    /// All sources of its project, and of each that this one is a part of.
    std::vector<std::vector<std::string>> project_sources() const;
    /// A header, or a source of what one declares, also beside the folder: "../include/x.h".
    std::optional<std::filesystem::path> find_header(std::string_view name) const;
    /// The only file of that name in the folder's project, which begins where there is a README or
    /// a Makefile, or else in the one around that; nothing where there are two, and it would be a
    /// guess which is meant.
    std::optional<std::filesystem::path> find_in_project(std::string_view name) const;
    /// Texts for `#include "name"`, from the folder or, where that has none, from the library.
    language::IncludeLoader loader() const;

  private:
    /// The texts of a project.
    using Project = std::vector<std::filesystem::path>;
    /// From the innermost one outwards.
    const std::vector<Project>& projects() const;

    std::optional<std::filesystem::path> folder_;
    std::string own_{};  ///< the text's name in it
    /// Looked for once.
    mutable std::optional<std::vector<Project>> projects_{};
};

/// What a text's main reads when it opens a file: what stands in one beside the text or below its
/// folder; nothing else is reached. `path`: of the text.
std::function<std::optional<std::string>(std::string_view name)> file_reader(
    const std::string& path);

/// The texts that this one includes: of its folder, of the library, or else those that it has with
/// it.
language::IncludeLoader include_loader(const TextSpec& spec);

/// Those that lie elsewhere in its project.
language::IncludeLoader project_loader(const TextSpec& spec);

}  // namespace stridescope
