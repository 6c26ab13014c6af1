// Drawing fewer shapes where nobody could tell them apart: neighbours hardly more than a pixel from
// each other become one.
#pragma once

#include <vector>

#include "app/scene/scene.h"

namespace stridescope {

/// Neighbours closer than this, in pixels, become one. Shapes are at least a pixel wide, so gaps of
/// half a pixel between them would be no more than a flicker.
inline constexpr float merged_below = 1.6F;

/// What the rectangles look like at a zoom, within the part of the scene in sight: leaves out what
/// lies outside `sight`, and merges runs of at least four that differ in nothing but their place
/// along x and are closer than merged_below.
std::vector<Rect> merge_rects(const std::vector<Rect>& rects, float zoom, const Box& sight);

}  // namespace stridescope
