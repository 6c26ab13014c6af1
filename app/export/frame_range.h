// Which steps an animation or a series shows, and how long each.
#pragma once

#include <optional>

namespace stridescope {

/// "2:5", "2:" (to the last), ":5" (from the first), ":" (all) or "2" (that one alone).
struct FrameRange {
    std::optional<int> first{}, last{};  ///< both shown
};

/// What the window asks of an animation or a series.
struct AnimationChoice {
    FrameRange range{};  ///< of steps, from 0; grid: of events
    int milliseconds = 1000;
};

}  // namespace stridescope
