// What is looked at of a run, and how: one struct for the window, files that are written, command
// lines, addresses, lessons, and what is remembered. look_fields.h says of each field what it is
// called, and how it is written and read.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/analysis/banks.h"
#include "app/analysis/heat.h"
#include "app/analysis/request_choice.h"
#include "app/analysis/selection.h"
#include "app/analysis/step_lock.h"
#include "app/analysis/time_rows.h"
#include "app/look/view.h"

namespace stridescope {

/// What the widths of the timeline's steps are: the same, or as many requests or wavefronts of
/// warps as they have.
enum class TimelineUnit { steps, requests, wavefronts };
inline constexpr std::array<std::string_view, 3> timeline_units{"steps", "requests", "wavefronts"};
constexpr std::string_view name_of(TimelineUnit unit) {
    return timeline_units[static_cast<std::size_t>(unit)];
}

struct Look {
    View view = View::tree;       ///< in a file; in the window, which of those that take turns
    std::optional<View> alone{};  ///< in the window: the one that has the others' room, too
    /// With another run: what its step is locked by (absent: by strides). Of a heatmap in a file it
    /// asks for two pictures, each with its own cursor; not for the grid.
    std::optional<StepLock> lock{};
    std::optional<int> step{};           ///< absent: the last; in the window, where playback is
    std::optional<int> block{};          ///< absent: block 0; heatmap: the worst over all recorded
    std::optional<std::size_t> event{};  ///< of the grid's events so many; absent: all
    HeatmapAxis axis = HeatmapAxis::bank;
    HeatEvents events = HeatEvents::both;  ///< that the heatmap counts
    HeatMeasure measure = HeatMeasure::worst;
    std::optional<RequestChoice> request{};         ///< of the banks; absent: each step's worst
    std::optional<RequestChoice> global_request{};  ///< the same of global memory
    int wave = 0;               ///< of the banks' request one wavefront alone, from 1; 0: all
    std::optional<int> warp{};  ///< whose lanes divergence shows; absent: the one that wastes most
    int sorted_by = -1;         ///< column of the work table, the largest first; -1: by step
    std::string element{};      ///< whose cone a text's tree is; empty: the tree, if there is one
    bool difference = false;    ///< of two heatmaps, where there are two
    bool hide_later = false;    ///< no step after the cursor is shown
    bool hide_costs = false;    ///< work and source leave out what accesses cost
    Selection selection{};      ///< framed wherever it has a place
    std::string chip{};         ///< of which GPU occupancy is told; empty: the run's own
    TimeRows rows = TimeRows::block;  ///< of the times of warps: what they stand together by
    TimelineUnit timeline = TimelineUnit::steps;

    bool operator==(const Look&) const = default;
};

}  // namespace stridescope
