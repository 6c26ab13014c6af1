// When the warps of a run's recorded blocks did what, by a GPU's clocks. A run without a GPU has no
// clock, and no such times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stridescope {

/// A thing that was measured in several runs: the one that is kept, the least and the most.
struct Measured {
    double kept = 0, least = 0, most = 0;

    bool operator==(const Measured&) const = default;
};

/// What a launch's blocks take of a multiprocessor, as it was compiled.
struct LaunchRoom {
    int registers = 0;              ///< of each thread
    std::int64_t shared_bytes = 0;  ///< of each block, static and dynamic
    int resident = 0;               ///< blocks that a multiprocessor has room for at once

    bool operator==(const LaunchRoom&) const = default;
};

/// A warp came to a barrier, and went on behind it.
struct BarrierTimes {
    std::int64_t arrived = 0, left = 0;

    bool operator==(const BarrierTimes&) const = default;
};

/// A warp issued an access: the first of its lanes that took part in the row did.
struct AccessTime {
    int row = 0;              ///< of the trace
    std::int64_t issued = 0;  ///< on the axis

    bool operator==(const AccessTime&) const = default;
};

/// When one warp ran, and where. Times are clocks on one axis, whose beginning is that of the first
/// warp; launches stand on it one behind another, since what is between them was not measured.
/// Warps of one multiprocessor are as exact as its clock; those of several were put side by side by
/// the GPU's timer, which goes on by `WarpTimes::timer_step` nanoseconds at once.
struct WarpSpan {
    int launch = 0, block = 0, warp = 0;
    int multiprocessor = 0;
    int place = 0;  ///< of the warp on it, as %warpid said when it began
    std::int64_t begin = 0, end = 0;
    std::int64_t timer_begin = 0, timer_end = 0;  ///< nanoseconds, by the timer alone
    std::size_t first = 0, count = 0;             ///< of its barriers, into WarpTimes::barriers
    /// Its accesses, into WarpTimes::accesses.
    std::size_t first_access = 0, accesses = 0;

    bool operator==(const WarpSpan&) const = default;
};

struct WarpTimes {
    std::string device{};         ///< "NVIDIA H200"
    int multiprocessors = 0;      ///< that it has
    int runs = 0;                 ///< of which one is told: the one in the middle by its time
    double clocks_per_ns = 1;     ///< measured by the timer, over all runs
    std::int64_t timer_step = 0;  ///< nanoseconds: the least difference of two of the timer's times
    Measured plain_us{};          ///< all launches, as they are without this
    Measured timed_us{};          ///< the same with the recorded blocks' times
    /// From begin to end of a recorded block, in clocks, with its barriers' times and without them:
    /// of each block the median of all runs, and the mean of these. Least and most: the mean of one
    /// run's blocks.
    Measured block{}, block_without{};
    std::vector<LaunchRoom> launches{};
    std::vector<WarpSpan> warps{};  ///< by launch, block and warp
    std::vector<BarrierTimes> barriers{};
    /// By warp, in the order of time. Only if that was asked for; accesses that cannot be told
    /// apart are left out.
    std::vector<AccessTime> accesses{};
    /// Whether accesses were asked for: then all of it took longer, for a clock was read at each.
    bool has_accesses = false;

    std::span<const BarrierTimes> barriers_of(const WarpSpan& warp) const {
        return std::span{barriers}.subspan(warp.first, warp.count);
    }
    std::span<const AccessTime> accesses_of(const WarpSpan& warp) const {
        return std::span{accesses}.subspan(warp.first_access, warp.accesses);
    }
    double ns(std::int64_t clocks) const { return static_cast<double>(clocks) / clocks_per_ns; }
    /// The times of the run with them, against the plain one's: 1.08.
    double factor() const { return plain_us.kept > 0 ? timed_us.kept / plain_us.kept : 0; }
    /// The time of a recorded block with them, against the one without.
    double block_factor() const {
        return block_without.kept > 0 ? block.kept / block_without.kept : 0;
    }

    bool operator==(const WarpTimes&) const = default;
};

}  // namespace stridescope
