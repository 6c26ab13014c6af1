#include "app/canvas/merge.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace stridescope {
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

std::uint64_t kind_of(const Line& l, float zoom) {
    std::uint64_t hash = bits(l.from.y);
    for (const std::uint64_t part :
         {bits(l.to.y), rounded(l.to.x - l.from.x, zoom), bits(l.width), bits(l.color)}) {
        hash = mixed(hash, part);
    }
    return mixed(hash, (l.animated ? 1U : 0U) + (l.arrow ? 2U : 0U));
}

float place_of(const Rect& r) {
    return r.box.x;
}
float place_of(const Line& l) {
    return l.from.x;
}

bool touches(const Rect& r, const Box& sight) {
    return r.box.x < sight.x + sight.w && r.box.x + r.box.w > sight.x &&
           r.box.y < sight.y + sight.h && r.box.y + r.box.h > sight.y;
}

bool touches(const Line& l, const Box& sight) {
    // Wide enough for the head, which sticks out on both sides.
    const float out = l.width * Line::head_length;
    return std::min(l.from.x, l.to.x) - out < sight.x + sight.w &&
           std::max(l.from.x, l.to.x) + out > sight.x &&
           std::min(l.from.y, l.to.y) - out < sight.y + sight.h &&
           std::max(l.from.y, l.to.y) + out > sight.y;
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

/// A run of lines as a band. So thin lines are drawn a pixel wide and fainter; several of them on
/// one pixel cover it as far as their alphas together do.
Band merged(const std::vector<Line>& all, const std::uint32_t* run, std::size_t count, float zoom) {
    Band band{all[run[0]], all[run[count - 1]].from.x - all[run[0]].from.x};
    const float alpha = static_cast<float>(band.line.color.a) / 255 *
                        std::clamp(band.line.width * zoom, Line::faintest, 1.0F);
    const float per_pixel = static_cast<float>(count - 1) / std::max(band.breadth * zoom, 0.001F);
    const float cover = 1 - std::pow(1 - alpha, per_pixel);
    band.line.color.a = static_cast<std::uint8_t>(std::lround(cover * 255));
    return band;
}

/// Sorts the visible shapes by kind and place, and hands runs and single shapes on.
template <class Shape, class OnRun>
void find_runs(const std::vector<Shape>& shapes, float zoom, const Box& sight,
               std::vector<Shape>& singles, OnRun&& on_run) {
    struct Kind {
        std::vector<std::uint32_t> members;
        bool sorted = true;
    };
    std::unordered_map<std::uint64_t, std::uint32_t> number;
    std::vector<Kind> kinds;
    std::uint64_t last_hash = 0, before_last_hash = 0;
    std::uint32_t last = 0, before_last = 0;
    for (std::uint32_t i = 0; i < shapes.size(); ++i) {
        if (!touches(shapes[i], sight)) continue;
        const std::uint64_t hash = kind_of(shapes[i], zoom);
        // Two kinds usually take turns: an element's own value, and its neighbour's.
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
        if (!kind.members.empty() && place_of(shapes[i]) < place_of(shapes[kind.members.back()])) {
            kind.sorted = false;
        }
        kind.members.push_back(i);
    }
    for (Kind& kind : kinds) {
        auto& members = kind.members;
        if (!kind.sorted) {
            std::ranges::sort(members, {}, [&](std::uint32_t i) { return place_of(shapes[i]); });
        }
        for (std::size_t begin = 0; begin < members.size();) {
            std::size_t end = begin + 1;
            while (end < members.size() &&
                   (place_of(shapes[members[end]]) - place_of(shapes[members[end - 1]])) * zoom <
                       merged_below) {
                ++end;
            }
            if (end - begin >= shortest_run) {
                on_run(members.data() + begin, end - begin);
            } else {
                for (std::size_t i = begin; i < end; ++i) singles.push_back(shapes[members[i]]);
            }
            begin = end;
        }
    }
}

}  // namespace

MergedShapes merge_shapes(const Layer& layer, float zoom, const Box& sight) {
    MergedShapes out;
    // Kind after kind in the order of their first ones: what lay above the others still does.
    find_runs(layer.rects, zoom, sight, out.rects,
              [&](const std::uint32_t* run, std::size_t count) {
                  out.rects.push_back(merged(layer.rects, run, count, zoom));
              });
    find_runs(layer.lines, zoom, sight, out.lines,
              [&](const std::uint32_t* run, std::size_t count) {
                  out.bands.push_back(merged(layer.lines, run, count, zoom));
              });
    return out;
}

}  // namespace stridescope
