// From what the blocks of a grid wrote down of what happens between them to the trace's events.
// Plain C++: needs no CUDA.
#pragma once

#include <span>
#include <vector>

#include "app/trace/trace.h"
#include "kernels/device_grid.h"

namespace stridescope::cuda {

/// One launch, and its events in the order in which they came.
struct GridLaunchLog {
    int grid = 0;  ///< blocks
    std::span<const DeviceGridEvent> events;
};

/// All launches' events by time, in nanoseconds from the first one's on. A launch begins when the
/// first of its blocks does. What a block's threads loaded of one element at one line in one step
/// is one event, the first one's.
std::vector<GridEvent> grid_events_of(std::span<const GridLaunchLog> launches);

}  // namespace stridescope::cuda
