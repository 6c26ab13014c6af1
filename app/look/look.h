// The views by name, and what is looked at of a run, and how: one struct for the window, files that
// are written, command lines, addresses, lessons, and what is remembered. look_fields.h says of
// each field what it is called, and how it is written and read.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "app/analysis/banks.h"
#include "app/analysis/heat.h"
#include "app/analysis/request_choice.h"
#include "app/analysis/selection.h"
#include "app/analysis/step_lock.h"

namespace stridescope {

// The views by name: what there is to look at. What each of them is stands in a folder of its own,
// app/scene/NAME/; app/scene/views/views.h lists them.

/// In the order of the keys 1 … 9 and 0; the one behind them has none. Those that do not take turns
/// have panes of their own.
enum class View {
    tree,
    memory,
    heatmap,
    banks,
    work,
    grid,
    source,
    global,
    divergence,
    fragment,
    time
};

inline constexpr std::array<std::string_view, 11> view_names{
    "tree",   "memory", "heatmap",    "banks",    "work", "grid",
    "source", "global", "divergence", "fragment", "time"};
inline constexpr std::size_t view_count = view_names.size();
inline constexpr auto all_views = [] {
    std::array<View, view_count> views{};
    for (std::size_t i = 0; i < view_count; ++i) views[i] = static_cast<View>(i);
    return views;
}();

/// What a view is called in file names, on the command line, in addresses and lessons.
constexpr std::string_view name_of(View view) {
    return view_names[static_cast<std::size_t>(view)];
}
static_assert(name_of(View::time) == "time", "one for each, in the order of the views");

/// The view of that name, or nothing.
constexpr std::optional<View> view_called(std::string_view name) {
    for (const View view : all_views) {
        if (name_of(view) == name) return view;
    }
    return std::nullopt;
}
/// "tree, memory, …, fragment or time".
std::string all_view_names();

/// Some of the views.
class Views {
  public:
    constexpr Views() = default;
    constexpr Views(std::initializer_list<View> views) {
        for (const View view : views) bits_ |= bit(view);
    }
    static constexpr Views all() {
        Views views;
        for (const View view : all_views) views.bits_ |= bit(view);
        return views;
    }
    constexpr bool has(View view) const { return (bits_ & bit(view)) != 0; }
    constexpr bool any() const { return bits_ != 0; }

  private:
    static constexpr unsigned bit(View view) { return 1U << static_cast<unsigned>(view); }

    unsigned bits_ = 0;
};

/// What the widths of the timeline's steps are: the same, or as many requests or wavefronts of
/// warps as they have.
enum class TimelineUnit { steps, requests, wavefronts };
inline constexpr std::array<std::string_view, 3> timeline_units{"steps", "requests", "wavefronts"};
constexpr std::string_view name_of(TimelineUnit unit) {
    return timeline_units[static_cast<std::size_t>(unit)];
}

/// What the rows of the picture of times stand together by. A row is a warp; those of one block, of
/// one multiprocessor, or of one of its schedulers stand one under another.
enum class TimeRows { block, multiprocessor, scheduler };
inline constexpr std::array<std::string_view, 3> time_rows{"block", "multiprocessor", "scheduler"};

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
