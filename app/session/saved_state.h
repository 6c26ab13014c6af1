// What is remembered from run to run: the window's look, where its bars stand, what was used
// lately; and when it is written. And where somebody is, for when a page is loaded anew.
#pragma once

#include <chrono>
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

// Decides when what the window remembers is written: when it has changed, and has rested a while.

class StateMemory {
  public:
    /// Reads `folder`/state.json; nothing is remembered if `folder` is empty.
    explicit StateMemory(const std::filesystem::path& folder);

    /// Whether there was anything to remember: not on a first start.
    bool found() const { return found_; }
    /// What was remembered, or is to be by now.
    const SavedState& saved() const { return saved_; }
    const std::filesystem::path& file() const { return file_; }
    /// Why the file is of no use; empty if it is fine, or not there.
    const std::string& problem() const { return problem_; }

    /// The text to write now, if there is one: `state` has changed and rested, or `at_once`.
    std::optional<std::string> due(const SavedState& state, bool at_once);
    /// Seconds until something will be due; nothing if nothing is.
    std::optional<double> due_in() const;

  private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path file_;
    bool found_ = false;
    SavedState saved_;
    std::string problem_;
    std::optional<Clock::time_point> changed_;  ///< when it changed last; nothing: written
};

/// Where somebody was, to be shown again when a page is loaded anew: what a link says, and what
/// none does.
struct KeptPlace {
    std::string fragment{};  ///< as behind the # of a link, of any length; empty: there is none
    bool unsaved = false;    ///< the text would be lost
    std::string exercise{};  ///< the file of the exercise that is open; empty: none is
    std::string text{};      ///< as it stands in that
    bool start = false;      ///< the start page is shown

    bool operator==(const KeptPlace&) const = default;
};

/// Where what is shown is. Without a fragment where that came from a file: no link has it.
KeptPlace place_of(const AppState& state);

/// As JSON, and back. Throws UsageError for what is none.
std::string encode_place(const KeptPlace& place);
KeptPlace decode_place(const std::string& text);

}  // namespace stridescope
