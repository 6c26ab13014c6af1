// When the warps of the recorded blocks did what, as a scene.
#pragma once

#include "app/scene/scene.h"
#include "app/scene/view_state.h"
#include "app/trace/trace.h"

namespace stridescope {

struct TimeOptions {
    int block = -1;                  ///< that one alone; -1: all recorded ones
    const Trace* compare = nullptr;  ///< another run below it, on the same axis

    bool operator==(const TimeOptions&) const = default;
};

/// A row for each warp, by block; time to the right, as a GPU's clocks told it: what it did between
/// two barriers in the colour of its step, hatched where it waited at one for the last of its
/// block. Below it how many warps of the picture worked and how many waited. The step of the view
/// is in full colour, the others are faint.
Scene time_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room = {},
                 const TimeOptions& options = {});

}  // namespace stridescope
