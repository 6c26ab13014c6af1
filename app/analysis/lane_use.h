// Divergence: who was active, and how many of the lanes that a warp occupies did something.
//
// How it is counted. A warp's *instruction* is one access to memory (or one operation, where the
// engine records them) at one place of the text in one round of its loops, in which at least one
// lane of the warp took part: what a trace calls a row, but for moves, which only tell where a
// value went. It occupies 32 *lane slots*, whatever its mask, and also in the part-filled last warp
// of a block; those of its active lanes are used. A warp whose lanes all skip an instruction does
// not issue it and occupies nothing.
//
// The textbooks' two tables of reduction count more coarsely, once a step: threads that do
// anything in the step are active, warps with an active thread occupy 32 slots. Of 2,048 elements
// reduced by 1,024 threads in eleven steps the modulo version (`t % stride == 0`) has
// 2,047 active threads in 7,136 slots, 29 %, the consecutive one (`t < stride`) in 2,176, 94 %.
// Both counts agree where a step's instructions have one mask, as there; where its threads part
// ways
// (`if` and `else`) only the finer one shows it. What comes before and after a kernel's loop (the
// load, the store by thread 0) is a step of its own: the textbooks' figures are those of
// steps_of_loop.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/analysis/request_choice.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Instructions of warps, and the lanes that were active in them.
struct LaneCounts {
    std::int64_t instructions = 0;
    std::int64_t lanes = 0;

    std::int64_t slots() const { return instructions * 32; }
    /// The share of the slots that was used; 0 where there are none.
    double share() const {
        return instructions > 0 ? static_cast<double>(lanes) / static_cast<double>(slots()) : 0;
    }
    LaneCounts& operator+=(const LaneCounts& other) {
        instructions += other.instructions;
        lanes += other.lanes;
        return *this;
    }
    bool operator==(const LaneCounts&) const = default;
};

/// What the warp did in rows [row, row + rows), which are one instruction of each warp.
LaneCounts lanes_of_rows(const Trace& trace, int block, int row, int rows, int warp);

/// One step: a line of the textbooks' tables, and the finer count.
struct StepLanes {
    std::int64_t active_threads = 0;  ///< that do anything in the step
    std::int64_t active_warps = 0;    ///< with at least one such thread
    LaneCounts lanes{};

    std::int64_t thread_slots() const { return active_warps * 32; }
    double thread_share() const {
        return active_warps > 0
                   ? static_cast<double>(active_threads) / static_cast<double>(thread_slots())
                   : 0;
    }
    StepLanes& operator+=(const StepLanes& other);
    bool operator==(const StepLanes&) const = default;
};

struct LaneTable {
    std::vector<StepLanes> steps;
    StepLanes total;

    /// What some of the steps come to together.
    StepLanes sum(const std::vector<int>& of) const;
};
/// block < 0: over all recorded blocks.
LaneTable lane_table(const Trace& trace, int block = -1);

/// The steps that are rounds of the same loop as `step` (the same launch, and the same phase or
/// names of variables), ascending; empty where the step is in no loop.
std::vector<int> steps_of_loop(const Trace& trace, int step);

/// One line of the text in one step of one block.
struct LineLanes {
    int line = 0;                       ///< from 1
    int file = 0;                       ///< 0: the text itself
    std::vector<LaneCounts> warps;      ///< [warp]
    std::vector<std::int32_t> threads;  ///< [thread]: instructions in which it was active
};
/// Those that any warp of the block executed in the step, in the order of the text.
std::vector<LineLanes> line_lanes(const Trace& trace, int block, int step);

/// The warps that did anything in the step, those that wasted most lane slots first; of equals in
/// order.
std::vector<int> ranked_warps(const std::vector<LineLanes>& lines);
/// The one chosen, or the first of them; 0 where no warp did anything.
int chosen_warp(const std::vector<LineLanes>& lines, const std::optional<int>& choice);
/// The choice after the move along the ranking, or among all warps of the block; nothing: that one
/// which wastes most.
std::optional<int> moved_warp(const Trace& trace, int block, int step,
                              const std::optional<int>& choice, RequestMove move);

}  // namespace stridescope
