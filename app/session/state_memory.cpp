#include "app/session/state_memory.h"

#include <algorithm>

namespace stridescope {
namespace {

constexpr std::chrono::milliseconds rest{1000};

}  // namespace

StateMemory::StateMemory(const std::filesystem::path& folder) {
    if (folder.empty()) return;
    file_ = folder / "state.json";
    if (auto read = read_state(file_, problem_)) {
        saved_ = std::move(*read);
        found_ = true;
    }
    // A file of no use is not the same as none: it was somebody's.
    found_ = found_ || !problem_.empty();
}

std::optional<std::string> StateMemory::due(const SavedState& state, bool at_once) {
    if (file_.empty()) return std::nullopt;
    const Clock::time_point now = Clock::now();
    if (!(state == saved_)) {
        saved_ = state;
        changed_ = now;
    }
    if (!changed_ || (!at_once && now < *changed_ + rest)) return std::nullopt;
    changed_.reset();
    return encode_state(saved_);
}

std::optional<double> StateMemory::due_in() const {
    if (!changed_) return std::nullopt;
    const std::chrono::duration<double> left = *changed_ + rest - Clock::now();
    // Never zero: that would be a loop without a pause.
    return std::max(left.count(), 0.001);
}

}  // namespace stridescope
