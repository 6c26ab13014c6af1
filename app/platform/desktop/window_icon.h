// The program's icon as pixels: assets/stridescope.svg's drawing, for window lists and title bars.
#pragma once

#include <vector>

namespace stridescope {

struct IconImage {
    int side = 0;                     ///< pixels
    std::vector<unsigned char> rgba;  ///< row by row from the top, 4 · side · side bytes
};

/// The icon, `side` pixels wide and high, on transparent ground.
IconImage window_icon(int side);

}  // namespace stridescope
