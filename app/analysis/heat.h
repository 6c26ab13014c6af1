// What a step cost each bank or warp, counted over requests: the heatmap's numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "app/analysis/banks.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The columns of a map: banks, or warps.
enum class HeatmapAxis { bank, warp };

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

/// Two maps of one axis, put together cell by cell: what one run cost less what another did.
struct HeatPair {
    /// Both with the rows and columns of `after`'s run. Where the runs' steps are not the same,
    /// with a last row that counts all steps of each run: that much any two runs have in common.
    HeatMap before, after;
    std::vector<bool> alike;  ///< [step][column]: whether both runs have that cell
    int common_steps = 0;     ///< of `after`'s steps, those that the other run has too
    bool same_steps = false;  ///< and it has no others

    bool all_steps_row() const { return !same_steps; }
    bool both_have(int step, int column) const {
        return alike[static_cast<std::size_t>(step) * static_cast<std::size_t>(after.columns) +
                     static_cast<std::size_t>(column)];
    }
};
HeatPair paired(const Trace& before, const HeatMap& before_map, const Trace& after,
                const HeatMap& after_map);

/// For each of `steps` the place of its like among `others`: the same phase and stride, and, of
/// several such steps, as many before it. -1 where there is none.
std::vector<int> like_steps(const std::vector<Step>& steps, const std::vector<Step>& others);

/// Matrices for heatmaps, worst over all recorded blocks unless one is named.
struct ConflictMap {
    int steps = 0;
    int columns = 0;          ///< 32 banks, or the warps
    std::vector<int> degree;  ///< [step][column]: worst n-way; 0: not touched
    int worst = 0;            ///< the largest entry

    int at(int step, int column) const {
        return degree[static_cast<std::size_t>(step) * static_cast<std::size_t>(columns) +
                      static_cast<std::size_t>(column)];
    }
};

/// Step × bank: most distinct words that one request wanted of that bank in that step.
/// Step × warp: worst degree among the warp's requests in that step.
/// block < 0: worst over all recorded blocks.
ConflictMap conflict_map(const Trace& trace, HeatmapAxis axis, int block = -1);

/// What one step cost one bank of a block: cells of the heat map by bank.
std::vector<HeatCell> bank_loads(const Trace& trace, int block, int step);

}  // namespace stridescope
