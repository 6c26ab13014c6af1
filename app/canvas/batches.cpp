#include "app/canvas/batches.h"

#include <algorithm>
#include <cmath>

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

enum LinePart : std::int8_t { plain = 0, below_head = 1, head = 2 };

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

/// The run, and a head on each of its lines that ends in sight.
void add_run(Batches& out, const LineRun& run, const Box& sight) {
    RunVertex vertex;
    vertex.from = run.line.from;
    vertex.to = run.line.to;
    vertex.gap = run.gap;
    vertex.count = static_cast<float>(run.count);
    vertex.width = run.line.width;
    vertex.color = run.line.color;
    const std::int8_t animated = run.line.animated ? 1 : 0;
    for (const std::int8_t along : {0, 1}) {
        for (const std::int8_t across : {-1, 1}) {
            vertex.corner = {along, across, animated, 0};
            out.runs.push_back(vertex);
        }
    }
    if (!run.line.arrow) return;
    const float low = sight.x - run.line.to.x, high = low + sight.w;
    const auto last = static_cast<float>(run.count - 1);
    const auto first_head = static_cast<int>(std::clamp(low / run.gap - 1, 0.0F, last));
    const auto last_head = static_cast<int>(std::clamp(high / run.gap + 1, -1.0F, last));
    for (int k = first_head; k <= last_head; ++k) add_line_part(out.lines, run.at(k), head);
}

std::uint32_t quads(std::size_t vertices) {
    return static_cast<std::uint32_t>(vertices / 4);
}

bool moves(const Layer& layer) {
    const auto grows = [](const LineRun& run) { return run.line.animated; };
    return std::ranges::any_of(layer.lines, &Line::animated) ||
           std::ranges::any_of(layer.runs, grows);
}

}  // namespace

Batches build_batches(const std::vector<Layer>& layers, const Sight& sight) {
    Batches batches;
    std::size_t grids = 0;
    for (const Layer& layer : layers) {
        LayerRanges ranges;
        ranges.pin = layer.pin;
        ranges.first_grid = grids;
        ranges.grid_count = layer.matrices.size();
        grids += layer.matrices.size();
        ranges.shapes.first = quads(batches.shapes.size());
        ranges.runs.first = quads(batches.runs.size());
        ranges.lines.first = quads(batches.lines.size());
        if (layer.pin == Pin::none && layer.rects.size() > many_shapes) {
            batches.for_this_view = true;
            for (const Rect& rect : merge_rects(layer.rects, sight.zoom_x(), sight.box)) {
                add_rect(batches.shapes, rect);
            }
        } else {
            for (const Rect& rect : layer.rects) add_rect(batches.shapes, rect);
        }
        for (const LineRun& run : layer.runs) {
            batches.for_this_view = batches.for_this_view || run.line.arrow;
            add_run(batches, run, sight.box);
        }
        for (const Line& line : layer.lines) add_line(batches.lines, line);
        ranges.shapes.count = quads(batches.shapes.size()) - ranges.shapes.first;
        ranges.runs.count = quads(batches.runs.size()) - ranges.runs.first;
        ranges.lines.count = quads(batches.lines.size()) - ranges.lines.first;
        batches.layers.push_back(ranges);
        if (batches.first_moving + 1 == batches.layers.size() && !moves(layer)) {
            ++batches.first_moving;
        }
    }
    return batches;
}

}  // namespace stridescope
