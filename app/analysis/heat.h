// What a step cost each bank or warp, counted over requests: the heatmap's numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "app/analysis/banks.h"

namespace stridescope {

/// Which accesses count.
enum class HeatEvents { both, loads, stores };
/// What is told of a cell: its worst request's degree; its wavefronts in all; those of a request on
/// average.
enum class HeatMeasure { worst, total, per_request };

/// One step of one bank or warp.
struct HeatCell {
    std::int64_t requests = 0;    ///< that touched it
    std::int64_t wavefronts = 0;  ///< by bank: those it had a part in; by warp: those it took
    int worst = 0;                ///< largest degree of one request

    double value(HeatMeasure measure) const;
    bool operator==(const HeatCell&) const = default;
};

/// [step][column]: 32 banks, or the warps.
struct HeatMap {
    int steps = 0, columns = 0;
    std::vector<HeatCell> cells;

    const HeatCell& at(int step, int column) const {
        return cells[static_cast<std::size_t>(step) * static_cast<std::size_t>(columns) +
                     static_cast<std::size_t>(column)];
    }
    /// The largest value of all.
    double most(HeatMeasure measure) const;
};

/// block < 0: over all recorded blocks.
HeatMap heat_map(const Trace& trace, HeatmapAxis axis, HeatEvents events, int block = -1);

/// What one step cost one bank of a block: cells of the heat map by bank.
std::vector<HeatCell> bank_loads(const Trace& trace, int block, int step);

}  // namespace stridescope
