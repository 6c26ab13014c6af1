// The CUDA text that the window edits: what it is of, and what is known of its file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "app/experiment/experiment.h"
#include "app/experiment/text_file.h"
#include "app/session/editor/editor.h"
#include "app/session/text_findings.h"

namespace stridescope {

struct Document {
    std::uint64_t number = 0;  ///< another document has another one
    std::string path{};        ///< empty: it has no file yet
    std::string name{};        ///< what a text without a file is called; empty: nothing yet
    editor::Editor editor{};
    std::string saved{};   ///< what its file holds, or what it began with
    TextForm form{};       ///< of the file
    bool unsaved = false;  ///< it would be lost
    /// What another program has written into its file, until somebody says which text counts.
    std::optional<std::string> on_disk{};
    TextFindings findings{};               ///< of the text as it stands
    TextFindings understood{};             ///< of the last text that had no faults
    std::set<int> breakpoints{};           ///< lines, from 1
    std::optional<TextFault> run_fault{};  ///< why its last run failed, where that has a place

    std::string text() const { return editor.text().text(); }
};

/// Somebody asked for what would lose an unsaved text.
enum class Leaving {
    no,
    asked,       ///< whether it is to be saved
    wants_path,  ///< it is, and has no file yet
    saving
};

/// What a new text begins with: a small kernel that runs.
extern const char* const new_kernel_text;

/// A run of the text as nothing else is known of it; the engine stays the one that was chosen, and
/// the schedule, unless the text is broken on purpose in a way that needs another one.
Experiment run_of_text(TextSpec spec, const Experiment& before);

/// From the root, without "..".
std::filesystem::path whole_path(const std::filesystem::path& path);

/// A CUDA text that somebody pasted where no text is typed: it has a kernel.
bool looks_like_kernel(std::string_view text);

}  // namespace stridescope
