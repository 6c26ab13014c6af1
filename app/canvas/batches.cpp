#include "app/canvas/batches.h"

#include "app/canvas/merge.h"

namespace stridescope {
namespace {

void add_rect(std::vector<ShapeVertex>& out, const Rect& rect) {
    ShapeVertex vertex;
    vertex.half = {rect.box.w / 2, rect.box.h / 2};
    vertex.center = {rect.box.x + vertex.half.x, rect.box.y + vertex.half.y};
    vertex.radius = rect.radius;
    vertex.border_width = rect.border.a > 0 ? rect.border_width : 0;
    vertex.fill = rect.fill;
    vertex.border = rect.border;
    const std::int8_t hatched = rect.hatched ? 1 : 0;
    for (const std::int8_t y : {-1, 1}) {
        for (const std::int8_t x : {-1, 1}) {
            vertex.corner = {x, y, hatched, 0};
            out.push_back(vertex);
        }
    }
}

enum LinePart : std::int8_t { plain = 0, below_head = 1, head = 2, band = 3 };

void add_line_part(std::vector<LineVertex>& out, const Line& line, LinePart part) {
    LineVertex vertex;
    vertex.from = line.from;
    vertex.to = line.to;
    vertex.width = line.width;
    vertex.color = line.color;
    const std::int8_t animated = line.animated ? 1 : 0;
    for (const std::int8_t along : {0, 1}) {
        for (const std::int8_t across : {-1, 1}) {
            vertex.corner = {along, across, animated, part};
            out.push_back(vertex);
        }
    }
}

void add_line(std::vector<LineVertex>& out, const Line& line) {
    add_line_part(out, line, line.arrow ? below_head : plain);
    if (line.arrow) add_line_part(out, line, head);
}

std::uint32_t quads(std::size_t vertices) {
    return static_cast<std::uint32_t>(vertices / 4);
}

}  // namespace

Batches build_batches(const Scene& scene, float zoom, const Box& sight) {
    Batches batches;
    std::size_t grids = 0;
    for (const Layer& layer : scene.layers) {
        LayerRanges ranges;
        ranges.first_grid = grids;
        ranges.grid_count = layer.grids.size();
        grids += layer.grids.size();
        ranges.shapes.first = quads(batches.shapes.size());
        ranges.lines.first = quads(batches.lines.size());
        if (layer.rects.size() + layer.lines.size() > many_shapes) {
            batches.for_this_view = true;
            const MergedShapes merged = merge_shapes(layer, zoom, sight);
            for (const Rect& rect : merged.rects) add_rect(batches.shapes, rect);
            for (const Band& each : merged.bands) {
                Line line = each.line;
                line.width = each.breadth;
                add_line_part(batches.lines, line, band);
            }
            for (const Line& line : merged.lines) add_line(batches.lines, line);
        } else {
            for (const Rect& rect : layer.rects) add_rect(batches.shapes, rect);
            for (const Line& line : layer.lines) add_line(batches.lines, line);
        }
        ranges.shapes.count = quads(batches.shapes.size()) - ranges.shapes.first;
        ranges.lines.count = quads(batches.lines.size()) - ranges.lines.first;
        batches.layers.push_back(ranges);
    }
    return batches;
}

}  // namespace stridescope
