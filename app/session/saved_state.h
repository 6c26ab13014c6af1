// What the window remembers from run to run: its look, where the bars stand, what was used lately.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/session/app_state.h"

namespace stridescope {

/// A text that was open in its file, and where in it one was.
struct OpenText {
    Experiment experiment{};  ///< with its knobs; what stands in it is in its file
    Look look{.view = View::heatmap};

    bool operator==(const OpenText&) const = default;
};

struct SavedState {
    Preferences preferences;
    float speed = 1;  ///< steps per second
    bool loop = false;
    HeatmapAxis heatmap_axis = HeatmapAxis::bank;
    StepLock lock = StepLock::stride;  ///< of two runs side by side
    int width = 0, height = 0;         ///< of the window, in its own units; 0: never told
    bool maximized = false;
    /// A text that was not saved; nothing of it is left when somebody has said so.
    std::optional<TextSpec> draft{};

    std::optional<OpenText> open{};  ///< is opened again at the next start

    bool operator==(const SavedState&) const = default;
};

/// As JSON, and back. What a text lacks, or has in another form than expected, stays as it is in
/// an untouched SavedState. Throws UsageError for a text that is no JSON object at all.
std::string encode_state(const SavedState& state);
SavedState decode_state(const std::string& text);

/// Reads the file. Nothing, without a word, if there is none; nothing and a sentence in `problem`
/// if it cannot be read.
std::optional<SavedState> read_state(const std::filesystem::path& file, std::string& problem);
/// Writes beside the file, syncs and renames; makes its folder. Throws RunError.
void write_state(const std::string& text, const std::filesystem::path& file);

}  // namespace stridescope
