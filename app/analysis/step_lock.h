// Two runs on one slider: which step of the other run belongs to a step of this one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/work.h"
#include "app/trace/trace.h"

namespace stridescope {

/// What two runs have in common at one position of the slider.
enum class StepLock {
    stride,     ///< as many strides done
    phase,      ///< the same phase, and the same share of it
    progress,   ///< the same share of the steps
    wavefronts  ///< no more wavefronts of shared memory spent than there
};
inline constexpr std::array step_locks{StepLock::stride, StepLock::phase, StepLock::progress,
                                       StepLock::wavefronts};
/// What a lock is called on the command line.
constexpr std::string_view name_of(StepLock lock) {
    constexpr std::array<std::string_view, step_locks.size()> names{"stride", "phase", "progress",
                                                                    "wavefronts"};
    return names[static_cast<std::size_t>(lock)];
}
/// The lock of that name, or nothing.
std::optional<StepLock> step_lock_called(std::string_view name);

/// What a lock goes by: the steps of a run, and what each of them spent.
struct StepPace {
    std::vector<Step> steps{};
    std::vector<std::int64_t> wavefronts{};  ///< of shared memory, one a step
};
StepPace pace_of(const Trace& trace, const WorkTable& work);

struct LockedSteps {
    std::vector<int> steps{};  ///< of the other run, one for each step of this one
    /// Where the two lack what they were to be locked by: a sentence that says what they are
    /// locked by instead. Empty otherwise.
    std::string note{};
};

/// For each step of `a` the one of `b` that belongs to it. Never goes back where `a` goes on; a run
/// locked to its like gives each step itself; and but for wavefronts the first step belongs to the
/// first and the last to the last. By stride, a run that has no more strides waits after its last
/// one. By phase, steps of phases that `b` lacks have what `b` does between the phases that both
/// have, by their share of the way. By wavefronts, `b` is where it has finished its last step
/// without having spent more than `a`: it comes to its end when its whole cost is reached, and
/// stays behind where it costs more. Without a step in `b` no step belongs to any: all are 0.
LockedSteps locked_steps(const StepPace& a, const StepPace& b, StepLock lock);

}  // namespace stridescope
