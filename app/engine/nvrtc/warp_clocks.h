// The times of a text's warps: a lean print of it, run on the GPU beside the plain one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/engine/engine.h"
#include "app/experiment/text/text_run.h"
#include "app/trace/trace.h"
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
struct IssuedAccess {
    std::uint32_t clock = 0, site = 0;
};
/// ss_Log, with the device's addresses.
struct TimesLog {
    std::uint64_t edges = 0, barriers = 0, blocks = 0;
    std::uint32_t room = 0, access_room = 0;
    std::uint64_t accesses = 0, counts = 0;
};
static_assert(sizeof(WarpEdge) == 16 && sizeof(PassedTimes) == 8 && sizeof(IssuedAccess) == 8 &&
              sizeof(TimesLog) == 48);

/// An access that lanes of a warp issued together.
struct WarpIssue {
    std::uint32_t clock = 0, site = 0;  ///< as printed
    std::uint32_t lanes = 0;            ///< a bit for each
};
/// What a warp's lanes wrote, [access][lane], and how many each had to write, put together: by when
/// they were issued, from the warp's begin on.
std::vector<WarpIssue> issues_of_warp(std::span<const IssuedAccess> written,
                                      std::span<const std::uint32_t> counts, std::uint32_t begin);

/// What one launch's warps wrote.
struct ClockLog {
    std::uint64_t blocks = 0;
    std::size_t warps_of_block = 1;
    std::uint32_t room = 0;             ///< barriers of a warp
    std::vector<WarpEdge> edges;        ///< [warp][2]
    std::vector<PassedTimes> barriers;  ///< [warp][room]
    /// Where accesses tell their times, too.
    std::uint32_t access_room = 0;               ///< of a lane
    std::uint32_t most_accesses = 0;             ///< that a lane had to write
    std::vector<std::vector<WarpIssue>> issued;  ///< [warp]
    /// Some warp passed more barriers, or issued more accesses, than there is room for.
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
/// The mean of each block's median of all runs: blocks that wait for others'
/// atomics take ten times as long in one run or another.
double typical_block(std::span<const std::vector<double>> runs);

/// When the warps of the recorded blocks did what, of a text that the machine has found no fault in
/// (check_on_machine), and of which that is the trace. Throws UsageError, RunError.
WarpTimes time_warps(const TextRun& text, const Trace& trace, const RunOptions& options);

}  // namespace stridescope::nvrtc
