// What the times of warps say: who did what when, and who waited at
// which barrier for whom.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/analysis/difference.h"
#include "app/trace/trace.h"

namespace stridescope {

/// A stretch of a warp's time, in clocks on the axis of WarpTimes.
struct WarpStretch {
    std::size_t warp = 0;  ///< into WarpTimes::warps
    bool waits = false;    ///< it has come to a barrier, and not all others have
    int interval = 0;      ///< of its launch: barriers that it has passed
    /// The steps that its block has in that interval, the first and the last; -1: none has a row
    /// there. What is between two barriers is measured as a whole, unless each of the warp's
    /// accesses there has told its time: then a step goes from its first access to the next one's.
    int first_step = -1, last_step = -1;
    std::int64_t begin = 0, end = 0;
    /// Where it waits: the warp of its block that came to the barrier last.
    int last_warp = -1;
    std::int64_t last_arrival = 0;
};

/// All of them, by warp and time: each warp works from its begin to its first barrier, waits there,
/// and so on to its end. Empty where the trace has no times.
std::vector<WarpStretch> warp_stretches(const Trace& trace);

/// An access of a warp that has told when it was issued.
struct TimedAccess {
    std::size_t warp = 0;  ///< into WarpTimes::warps
    std::int64_t issued = 0;
    int row = 0;         ///< of the trace, or the first of those that its lanes are split into
    int lanes = 0;       ///< that took part
    int wavefronts = 0;  ///< of a request to shared memory; 0: it is none, or nobody has counted
};
/// All of them, by warp and time.
std::vector<TimedAccess> timed_accesses(const Trace& trace);
/// How many accesses of the warps have times, and how many there are.
struct ToldAccesses {
    std::int64_t told = 0, all = 0;

    bool operator==(const ToldAccesses&) const = default;
};
ToldAccesses told_accesses(const Trace& trace);
/// "reads tile, 32 lanes in 4 wavefronts (line 12)".
std::string access_text(const Trace& trace, const TimedAccess& access);

/// How many warps of some did what at a time.
struct WarpsAtTime {
    std::int64_t begin = 0;  ///< up to the next one's begin
    int working = 0, waiting = 0;
};
/// How many warps work and wait in these stretches, in the order of time; none in the last one.
std::vector<WarpsAtTime> warps_at_times(const std::vector<WarpStretch>& stretches);

/// How often a warp left a barrier before the last one of its block came there: it cannot, and
/// shows that clocks were not read when they seem to be.
struct BarrierOrder {
    std::int64_t pairs = 0;   ///< of warps at a barrier that were looked at
    std::int64_t broken = 0;  ///< of them
    std::int64_t worst = 0;   ///< clocks that one left too early
};
BarrierOrder barrier_order(const WarpTimes& times);

/// What of a block's time its warps worked, and waited at barriers, in clocks of all warps
/// together.
struct WorkAndWait {
    std::int64_t worked = 0, waited = 0;
    double waiting_share() const {
        const auto all = static_cast<double>(worked + waited);
        return all > 0 ? static_cast<double>(waited) / all : 0;
    }
};
WorkAndWait work_and_wait(const std::vector<WarpStretch>& stretches);

/// The scheduler that the warp was on, of its multiprocessor's; -1: nobody knows. Since Volta there
/// are four, and a warp is on that of its place on the multiprocessor modulo 4: Jia and others,
/// "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking" (2018), and measured by
/// tests/gpu/warp_schedulers.cu.
int scheduler_of(const WarpTimes& times, const WarpSpan& warp);

/// How long two runs that were both measured took from the first warp's begin to the last one's
/// end, and what of it their warps stood at barriers, all together: in all, or as far as what lies
/// between barriers began in these steps. Empty where one of them has no times.
std::vector<Difference> time_differences(const Trace& a, const Trace& b);
std::vector<Difference> time_differences(const Trace& a, int a_step, const Trace& b, int b_step);

/// "block 0 · warp 1 · SM 2, waits 30 ns at barrier 1: warp 3 came last": a stretch in words.
std::string stretch_text(const WarpTimes& times, std::span<const std::string> step_names,
                         const WarpStretch& stretch);
/// "1.234 µs", "314 ns", by the clock's rate.
std::string clocks_text(const WarpTimes& times, std::int64_t clocks);

}  // namespace stridescope
