// Decides when what the window remembers is written: when it has changed, and has rested a while.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "app/session/saved_state.h"

namespace stridescope {

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

}  // namespace stridescope
