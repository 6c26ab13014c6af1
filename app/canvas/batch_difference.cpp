#include "app/canvas/batch_difference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace stridescope {
namespace {

/// Soft edges, and places that are rounded to whole pixels.
constexpr float beyond = 3;

/// Extents in pixels; the shaders' arithmetic, with something to spare.
class Reach {
  public:
    Reach(const PictureView& seen, Pin pin)
        : across_(pin == Pin::left || pin == Pin::both ? seen.home : seen.view),
          down_(pin == Pin::top || pin == Pin::both ? seen.home : seen.view) {}

    PixelBox of(const ShapeVertex& shape) const {
        const Point low = pixel({shape.center.x - shape.half.x, shape.center.y - shape.half.y});
        const Point high = pixel({shape.center.x + shape.half.x, shape.center.y + shape.half.y});
        return box(low, high, beyond, beyond);
    }
    PixelBox of(const LineVertex& line) const {
        const float width = std::max(line.width * down_.zoom, 1.0F);
        const float out = beyond + width * (Line::head_half_breadth + 1);
        return box(pixel(line.from), pixel(line.to), out, out);
    }
    PixelBox of(const RunVertex& run) const {
        const Point from = pixel(run.from), to = pixel(run.to);
        const float width = std::max(run.width * down_.zoom, 1.0F);
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        const float slant = std::abs(to.y - from.y) / std::max(length, 0.001F);
        const float out = beyond + (width + 1) / std::max(slant, 0.001F);
        PixelBox reach = box(from, to, out, beyond + width);
        reach.right = pixels(static_cast<float>(reach.right) +
                             (run.count - 1) * run.gap * across_.zoom_x() + 1);
        return reach;
    }
    PixelBox of(const TextVertex& corner, const TextVertex& opposite) const {
        const Point at = pixel(corner.anchor);
        const auto moved = [&at](const TextVertex& by) {
            return Point{at.x + by.offset[0], at.y + by.offset[1]};
        };
        return box(moved(corner), moved(opposite), beyond, beyond);
    }

  private:
    Point pixel(Point at) const {
        return {at.x * across_.zoom_x() + across_.x, at.y * down_.zoom + down_.y};
    }
    /// What is far outside of any picture is so all the same.
    static int pixels(float at) { return static_cast<int>(std::clamp(at, -1e6F, 1e6F)); }
    static PixelBox box(Point a, Point b, float out_x, float out_y) {
        return {pixels(std::floor(std::min(a.x, b.x) - out_x)),
                pixels(std::floor(std::min(a.y, b.y) - out_y)),
                pixels(std::ceil(std::max(a.x, b.x) + out_x)),
                pixels(std::ceil(std::max(a.y, b.y) + out_y))};
    }

    ViewTransform across_, down_;
};

template <class Vertex>
PixelBox reach_of(const Reach& reach, std::span<const Vertex> quad) {
    return reach.of(quad[0]);
}
PixelBox reach_of(const Reach& reach, std::span<const TextVertex> quad) {
    return reach.of(quad[0], quad[3]);
}

template <class Vertex>
std::span<const Vertex> part(const std::vector<Vertex>& all, QuadRange range) {
    return std::span{all}.subspan(std::size_t{range.first} * 4, std::size_t{range.count} * 4);
}

/// What neither begins nor ends both alike: pixels that only the rest lies on look the same.
template <class Vertex>
PixelBox difference(std::span<const Vertex> before, std::span<const Vertex> after,
                    const Reach& reach) {
    const auto quads_alike = [](auto begin, auto end, auto other, auto other_end) {
        return (std::mismatch(begin, end, other, other_end).first - begin) / 4 * 4;
    };
    const auto first = quads_alike(before.begin(), before.end(), after.begin(), after.end());
    before = before.subspan(static_cast<std::size_t>(first));
    after = after.subspan(static_cast<std::size_t>(first));
    const auto last = quads_alike(before.rbegin(), before.rend(), after.rbegin(), after.rend());
    PixelBox differs;
    for (const auto& [some, count] :
         {std::pair{before, before.size() - static_cast<std::size_t>(last)},
          std::pair{after, after.size() - static_cast<std::size_t>(last)}}) {
        for (std::size_t i = 0; i < count; i += 4) {
            differs = joined(differs, reach_of(reach, some.subspan(i, 4)));
        }
    }
    return differs;
}

}  // namespace

PixelBox joined(const PixelBox& a, const PixelBox& b) {
    if (a.empty()) return b;
    return b.empty() ? a : a.with(b);
}

BatchDifference difference(const Batches& before, const TextBatch& text_before,
                           const Batches& after, const TextBatch& text_after,
                           const PictureView& seen) {
    BatchDifference found;
    found.anywhere = before.layers.size() != after.layers.size() ||
                     before.first_moving != after.first_moving ||
                     text_before.generation != text_after.generation;
    for (std::size_t i = 0; i < after.layers.size() && !found.anywhere; ++i) {
        const LayerRanges &old = before.layers[i], &now = after.layers[i];
        if (old.pin != now.pin) {
            found.anywhere = true;
            break;
        }
        const Reach reach{seen, now.pin};
        PixelBox& differs = i < after.first_moving ? found.still : found.above;
        const auto add = [&](const auto& all_old, QuadRange range_old, const auto& all_now,
                             QuadRange range_now) {
            differs = joined(differs,
                             difference(part(all_old, range_old), part(all_now, range_now), reach));
        };
        add(before.shapes, old.shapes, after.shapes, now.shapes);
        add(before.runs, old.runs, after.runs, now.runs);
        add(before.lines, old.lines, after.lines, now.lines);
        add(text_before.vertices, text_before.layers[i], text_after.vertices, text_after.layers[i]);
    }
    return found;
}

PixelBox reach_of_moving(const Batches& batches, const PictureView& seen) {
    PixelBox all;
    for (const LayerRanges& layer : batches.layers) {
        const Reach reach{seen, layer.pin};
        const auto add = [&](const auto& vertices) {
            for (std::size_t i = 0; i < vertices.size(); i += 4) {
                if (vertices[i].corner[2] != 0) all = joined(all, reach.of(vertices[i]));
            }
        };
        add(part(batches.runs, layer.runs));
        add(part(batches.lines, layer.lines));
    }
    return all;
}

}  // namespace stridescope
