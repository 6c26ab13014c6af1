// Which steps an exported animation or series shows, and how long each.
#pragma once

#include "app/export/frame_range.h"

namespace stridescope {

struct AnimationChoice {
    FrameRange range{};  ///< of steps, from 0; grid: of events
    int milliseconds = 1000;
};

}  // namespace stridescope
