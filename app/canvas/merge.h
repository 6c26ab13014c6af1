// Drawing fewer shapes where nobody could tell them apart: neighbours hardly more than a pixel from
// each other become one. A tree of 8,192 elements has a third of a million shapes on a thousand
// pixels.
#pragma once

#include <vector>

#include "app/scene/scene.h"

namespace stridescope {

/// Parallel lines side by side, as one surface: each runs from `line.from` + (d, 0) to `line.to` +
/// (d, 0), for some d in [0, breadth]. Its colour is as strong as the lines' together.
struct Band {
    Line line;
    float breadth = 0;  ///< scene units
};

/// Neighbours closer than this, in pixels, become one. Shapes are at least a pixel wide, so gaps of
/// half a pixel between them would be no more than a flicker.
inline constexpr float merged_below = 1.6F;

/// What a layer's rectangles and lines look like at a zoom, within the part of the scene in sight.
struct MergedShapes {
    std::vector<Rect> rects;
    std::vector<Line> lines;
    std::vector<Band> bands;  ///< below the lines
};

/// Leaves out what lies outside `sight`, and merges runs of at least four shapes that differ in
/// nothing but their place along x and are closer than merged_below.
MergedShapes merge_shapes(const Layer& layer, float zoom, const Box& sight);

}  // namespace stridescope
