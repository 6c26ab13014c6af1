// A ladder as a scene: a bar for each rung at one size, and a line for each over all sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "app/ladder/ladder.h"
#include "app/scene/scene.h"
#include "app/scene/view_state.h"

namespace stridescope {

struct LadderOptions {
    std::int64_t n = 0;  ///< the bars' size; 0, or one that was not measured: usual_size
    int rung = -1;       ///< marked in both pictures; -1: none

    bool operator==(const LadderOptions&) const = default;
};

/// Bars, on a logarithmic axis of time, each with its runs' spread and a line where the copy is;
/// and times over sizes, both logarithmic. Beside each other, or in a narrow room one below the
/// other. Hotspots: "rung" by its index, "size" by its place among the sizes.
Scene ladder_scene(const Ladder& ladder, const Palette& palette, Room room = {},
                   const LadderOptions& options = {});

}  // namespace stridescope
