// Which steps an animation or a series shows.
#pragma once

#include <optional>

namespace stridescope {

/// "2:5", "2:" (to the last), ":5" (from the first), ":" (all) or "2" (that one alone).
struct FrameRange {
    std::optional<int> first{}, last{};  ///< both shown
};

}  // namespace stridescope
