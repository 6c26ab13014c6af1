// A part of a picture or a screen in whole pixels.
#pragma once

#include <algorithm>

namespace stridescope {

/// From (left, top) up to but without (right, bottom); y counts downwards.
struct PixelBox {
    int left = 0, top = 0, right = 0, bottom = 0;

    bool empty() const { return left >= right || top >= bottom; }
    int width() const { return right - left; }
    int height() const { return bottom - top; }
    /// What lies in both.
    PixelBox within(const PixelBox& other) const {
        return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
                std::min(bottom, other.bottom)};
    }
    /// The least that holds both, of which neither is empty.
    PixelBox with(const PixelBox& other) const {
        return {std::min(left, other.left), std::min(top, other.top), std::max(right, other.right),
                std::max(bottom, other.bottom)};
    }
    bool operator==(const PixelBox&) const = default;
};

}  // namespace stridescope
