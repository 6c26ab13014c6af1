// A ladder as a scene: a bar for each rung at one size, and a line for each over all sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "app/ladder/ladder.h"
#include "app/scene/scene.h"

namespace stridescope {

struct LadderOptions {
    std::int64_t n = 0;  ///< the bars' size; 0, or one that was not measured: usual_size
    int rung = -1;       ///< marked in both pictures; -1: none
    /// Only the five rungs that tell the story, their bars as long as their times. Where a ladder
    /// has not enough of these, all of them, as ever.
    bool story = false;

    bool operator==(const LadderOptions&) const = default;
};

/// Whether the ladder has the rungs that tell the story.
bool has_story(const Ladder& ladder);

/// Bars, on a logarithmic axis of time (of the story a linear one), each with its runs' spread and
/// a line where the copy is; and times over sizes, both logarithmic. Beside each other, or in a
/// narrow room one below the other. Hotspots: "rung" by its index, "size" by its place among the
/// sizes.
Scene ladder_scene(const Ladder& ladder, const Palette& palette, Room room = {},
                   const LadderOptions& options = {});

}  // namespace stridescope
