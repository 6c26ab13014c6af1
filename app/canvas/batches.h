// A scene's rectangles, lines and grids as vertices: what goes to the graphics card, built without
// it. Text is apart (text_batch.h), since its vertices depend on the zoom.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/scene/scene.h"

namespace stridescope {

/// One of the four corners of a rectangle; see shaders/shape.vert.glsl.
struct ShapeVertex {
    Point center, half;
    std::array<std::int8_t, 4> corner{};  ///< x and y: -1 or 1; 1 if hatched; unused
    float radius = 0, border_width = 0;
    Rgba fill, border;
    bool operator==(const ShapeVertex&) const = default;
};

/// One of the four corners of a line or of its head; see shaders/line.vert.glsl.
struct LineVertex {
    Point from, to;
    std::array<std::int8_t, 4> corner{};  ///< along, across, animated, part
    float width = 1;
    Rgba color;
    bool operator==(const LineVertex&) const = default;
};

/// One of the four corners of a run of lines; see shaders/run.vert.glsl.
struct RunVertex {
    Point from, to;                       ///< of the first line
    std::array<std::int8_t, 4> corner{};  ///< along, across, animated, unused
    float gap = 1, count = 1, width = 1;
    Rgba color;
    bool operator==(const RunVertex&) const = default;
};

/// Quads `first` … `first + count − 1` of a vertex array.
struct QuadRange {
    std::uint32_t first = 0, count = 0;
};

/// A layer's part of the vertex arrays.
struct LayerRanges {
    QuadRange shapes, runs, lines;
    std::size_t first_grid = 0, grid_count = 0;
    Pin pin = Pin::none;
};

struct Batches {
    std::vector<ShapeVertex> shapes;  ///< four a rectangle
    std::vector<RunVertex> runs;      ///< four a run
    std::vector<LineVertex> lines;    ///< four a line or the head of one of a run, eight a line
                                      ///< with a head
    std::vector<LayerRanges> layers;
    std::size_t first_moving = 0;  ///< the first layer in which anything grows with the progress;
                                   ///< as many as there are if none does
    bool for_this_view = false;    ///< holds only for the zoom and sight it was built for
};

/// Layers of more rectangles than this are culled and merged for the view (merge_rects).
inline constexpr std::size_t many_shapes = 1000;

/// `sight`: what will be in view.
Batches build_batches(const std::vector<Layer>& layers, const Sight& sight);

// Drawing fewer shapes where nobody could tell them apart: neighbours hardly more than a pixel from
// each other become one.

/// Neighbours closer than this, in pixels, become one. Shapes are at least a pixel wide, so gaps of
/// half a pixel between them would be no more than a flicker.
inline constexpr float merged_below = 1.6F;

/// What the rectangles look like at a zoom, within the part of the scene in sight: leaves out what
/// lies outside `sight`, and merges runs of at least four that differ in nothing but their place
/// along x and are closer than merged_below.
std::vector<Rect> merge_rects(const std::vector<Rect>& rects, float zoom, const Box& sight);

}  // namespace stridescope
