// The times of a text's warps: a lean print of it, run on the GPU beside the plain one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/engine/engine.h"
#include "app/experiment/text/text_run.h"
#include "app/trace/warp_times.h"

namespace stridescope::nvrtc {

/// As ss_Edge and ss_Passed of times_text.h lie in memory.
struct WarpEdge {
    std::uint64_t timer = 0;
    std::uint32_t clock = 0, number = 0;
};
struct PassedTimes {
    std::uint32_t arrived = 0, left = 0;
};
/// ss_Log, with the device's addresses.
struct TimesLog {
    std::uint64_t edges = 0, barriers = 0, blocks = 0;
    std::uint32_t room = 0, nothing = 0;
};
static_assert(sizeof(WarpEdge) == 16 && sizeof(PassedTimes) == 8 && sizeof(TimesLog) == 32);

/// What one launch's warps wrote.
struct ClockLog {
    std::uint64_t blocks = 0;
    std::size_t warps_of_block = 1;
    std::uint32_t room = 0;             ///< barriers of a warp
    std::vector<WarpEdge> edges;        ///< [warp][2]
    std::vector<PassedTimes> barriers;  ///< [warp][room]
    /// Some warp passed more barriers than there is room for.
    bool overflowed() const;
    std::uint32_t most_barriers() const;
    /// The times of each barrier that a warp has passed are there; of those that lanes should have
    /// kept which had returned by then they are not.
    bool complete() const;
    /// A warp went on before another one of its block had come to the barrier, which none does.
    bool out_of_order() const;
};

/// The logs of one run's launches on one axis; `times` has its rate already.
void put_on_axis(std::span<const ClockLog> launches, WarpTimes& times);
/// From begin to end of each block, in clocks.
std::vector<double> block_clocks(std::span<const ClockLog> launches);
/// Of each block the median of all runs, and the mean of these: blocks that wait for others'
/// atomics take ten times as long in one run or another.
double typical_block(std::span<const std::vector<double>> runs);

/// When the warps of each launch's first `blocks` blocks did what, of a text that the machine has
/// found no fault in (check_on_machine). Throws UsageError, RunError.
WarpTimes time_warps(const TextRun& text, int blocks, const RunOptions& options);

}  // namespace stridescope::nvrtc
