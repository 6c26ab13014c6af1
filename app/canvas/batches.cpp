#include "app/canvas/batches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <unordered_map>

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

namespace {

constexpr std::size_t shortest_run = 4;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash ^= value + 0x9E3779B97F4A7C15ULL + (hash << 6) + (hash >> 2);
    return hash;
}

std::uint64_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}
std::uint64_t bits(Rgba c) {
    return std::bit_cast<std::uint32_t>(c);
}

/// Lengths along x come out of sums and differ in their last digits.
std::uint64_t rounded(float value, float zoom) {
    return static_cast<std::uint64_t>(std::llround(value * zoom * 8));
}

/// Same for shapes that may be merged, if they lie close enough.
std::uint64_t kind_of(const Rect& r, float zoom) {
    std::uint64_t hash = bits(r.box.y);
    for (const std::uint64_t part : {bits(r.box.h), rounded(r.box.w, zoom), bits(r.fill),
                                     bits(r.border), bits(r.border_width), bits(r.radius)}) {
        hash = mixed(hash, part);
    }
    return mixed(hash, r.hatched ? 1 : 0);
}

bool touches(const Rect& r, const Box& sight) {
    return r.box.x < sight.x + sight.w && r.box.x + r.box.w > sight.x &&
           r.box.y < sight.y + sight.h && r.box.y + r.box.h > sight.y;
}

/// A run of rectangles as one, in the colour that so small ones show: their border's.
Rect merged(const std::vector<Rect>& all, const std::uint32_t* run, std::size_t count, float zoom) {
    Rect whole = all[run[0]];
    whole.box.w = all[run[count - 1]].box.x + all[run[count - 1]].box.w - whole.box.x;
    const float thickness = std::max(whole.border_width * zoom, 1.0F);
    const bool bordered = whole.border.a > 0 && whole.border_width > 0;
    if (bordered && 2 * thickness >= std::min(whole.box.h, 2.0F / zoom) * zoom) {
        whole.fill = whole.border;
    }
    whole.border_width = 0;
    whole.radius = 0;
    return whole;
}

struct Kind {
    std::vector<std::uint32_t> members;
    bool sorted = true;
};

/// The visible rectangles by kind, in the order of their first ones: what lay above the others
/// still does.
std::vector<Kind> kinds_of(const std::vector<Rect>& rects, float zoom, const Box& sight) {
    std::unordered_map<std::uint64_t, std::uint32_t> number;
    std::vector<Kind> kinds;
    std::uint64_t last_hash = 0, before_last_hash = 0;
    std::uint32_t last = 0, before_last = 0;
    for (std::uint32_t i = 0; i < rects.size(); ++i) {
        if (!touches(rects[i], sight)) continue;
        const std::uint64_t hash = kind_of(rects[i], zoom);
        // Two kinds often take turns.
        if (kinds.empty() || hash != last_hash) {
            std::swap(last, before_last);
            std::swap(last_hash, before_last_hash);
        }
        if (kinds.empty() || hash != last_hash) {
            const auto [found, fresh] =
                number.try_emplace(hash, static_cast<std::uint32_t>(kinds.size()));
            if (fresh) kinds.emplace_back();
            last = found->second;
            last_hash = hash;
        }
        Kind& kind = kinds[last];
        if (!kind.members.empty() && rects[i].box.x < rects[kind.members.back()].box.x) {
            kind.sorted = false;
        }
        kind.members.push_back(i);
    }
    for (Kind& kind : kinds) {
        if (kind.sorted) continue;
        std::ranges::sort(kind.members, {}, [&](std::uint32_t i) { return rects[i].box.x; });
    }
    return kinds;
}

}  // namespace

std::vector<Rect> merge_rects(const std::vector<Rect>& rects, float zoom, const Box& sight) {
    std::vector<Rect> out;
    for (const Kind& kind : kinds_of(rects, zoom, sight)) {
        const auto& members = kind.members;
        for (std::size_t begin = 0; begin < members.size();) {
            std::size_t end = begin + 1;
            while (end < members.size() &&
                   (rects[members[end]].box.x - rects[members[end - 1]].box.x) * zoom <
                       merged_below) {
                ++end;
            }
            if (end - begin >= shortest_run) {
                out.push_back(merged(rects, members.data() + begin, end - begin, zoom));
            } else {
                for (std::size_t i = begin; i < end; ++i) out.push_back(rects[members[i]]);
            }
            begin = end;
        }
    }
    return out;
}

}  // namespace stridescope
