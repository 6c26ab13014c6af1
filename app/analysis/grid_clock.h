// One clock for steps and for what happens between blocks: which step a block is in after so many
// events, and how many have happened when it has done a step; and what two such runs took.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "app/analysis/difference.h"
#include "app/analysis/grid.h"
#include "app/trace/trace.h"

namespace stridescope {

/// How many events have happened when the block has done its step, or, where it passes over that
/// one, the last step before that it does; nothing where no event tells of that.
std::optional<std::size_t> events_until(const Trace& trace, int block, int step);

/// The step that the block is in after so many events, or was in last; nothing before its first.
std::optional<int> step_after(const Trace& trace, int block, std::size_t events);

/// What blocks did beside one another in each of two runs.
struct GridPair {
    GridTimeline a, b;
    bool ticks = true;  ///< their clock counts ticks, else nanoseconds
};
/// Nothing where one of them does not tell of it, or their clocks are not the same.
std::optional<GridPair> grid_pair(const Trace& a, const Trace& b);

/// How long both took from the first block's start to the last one's end, and how long blocks
/// waited, all together: in all, or up to the time `now`.
std::vector<Difference> grid_differences(const GridPair& pair,
                                         double now = std::numeric_limits<double>::infinity());

}  // namespace stridescope
