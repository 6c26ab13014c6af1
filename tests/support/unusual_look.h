// A look in which nothing is as usual.
#pragma once

#include "app/look/look.h"

namespace stridescope::testing {

/// LookFields.EachIsSetHere misses a field that this leaves as it is.
inline Look unusual_look() {
    return {.view = View::banks,
            .alone = View::grid,
            .lock = StepLock::wavefronts,
            .step = 3,
            .block = 2,
            .event = 5,
            .axis = HeatmapAxis::warp,
            .events = HeatEvents::stores,
            .measure = HeatMeasure::per_request,
            .request = RequestChoice{.site = 2, .iteration = 4, .warp = 1},
            .global_request = RequestChoice{.site = 0, .iteration = 0, .warp = 3},
            .wave = 2,
            .warp = 0,
            .sorted_by = 4,
            .element = "C[3][5]",
            .difference = true,
            .hide_later = true,
            .hide_costs = true,
            .selection = {.thread = 5, .bank = 3},
            .chip = "A100",
            .rows = TimeRows::scheduler,
            .timeline = TimelineUnit::wavefronts};
}

}  // namespace stridescope::testing
