// Where a text's lines stand on the screen.
#pragma once

#include <algorithm>
#include <cmath>

namespace stridescope {

struct LineRows {
    float top = 0;           ///< of the first line, which may be far above what is seen
    float height = 1;        ///< of each
    float from = 0, to = 0;  ///< what is seen of them, from above to below
    int lines = 0;

    float y(int line) const { return top + static_cast<float>(line) * height; }
    /// The line at that height, as if lines went on before the first and behind the last.
    int at(float height_on_screen) const {
        return static_cast<int>(std::floor((height_on_screen - top) / height));
    }
    int first() const { return std::clamp(at(from), 0, lines); }
    /// Behind the last one of which anything is seen.
    int end() const { return std::clamp(at(to - 0.01F) + 1, 0, lines); }
};

}  // namespace stridescope
