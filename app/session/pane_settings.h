// What the panes show, and how: plain data, a part of AppState.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/analysis/heat.h"
#include "app/analysis/request_choice.h"
#include "app/scene/views/views.h"

namespace stridescope {

/// What the widths of the timeline's steps are: the same, or as many requests or wavefronts of
/// warps as they have.
enum class TimelineUnit { steps, requests, wavefronts };
constexpr std::string_view name_of(TimelineUnit unit) {
    return unit == TimelineUnit::steps      ? "steps"
           : unit == TimelineUnit::requests ? "requests"
                                            : "wavefronts";
}

struct PaneSettings {
    View turn = View::heatmap;               ///< which of those that take turns is seen
    std::optional<RequestChoice> request{};  ///< the banks' picture; absent: each step's worst
    /// Of that request one wavefront alone, from 1, while the cursor is on `wave_step`; 0: all.
    int wave = 0, wave_step = 0;
    std::optional<RequestChoice> global_request{};  ///< the same of the picture of global memory
    std::optional<int> warp{};  ///< whose lanes divergence shows; absent: the one that wastes most
    TimelineUnit timeline = TimelineUnit::steps;
    HeatEvents events = HeatEvents::both;  ///< that the heatmap counts
    HeatMeasure measure = HeatMeasure::worst;
    bool difference = false;   ///< of two heatmaps, where there are two
    int sorted_by = -1;        ///< column of the work table, the largest first; -1: by step
    bool hide_later = false;   ///< tree, heatmap, work and timeline show no step after the cursor
    std::string element{};     ///< whose cone a text's tree is; empty: the tree, if there is one
    bool card_folded = false;  ///< of a broken kernel's card only the head is seen

    bool operator==(const PaneSettings&) const = default;
};

}  // namespace stridescope
