#include <algorithm>
#include <cmath>

#include "app/scene/scene_parts.h"
#include "app/scene/tree/tree_picture.h"

namespace stridescope::scene_parts {
namespace {

/// Below so many pixels from line to line, heads would be a smear.
constexpr float least_gap_for_heads = 7;
/// So few lines are drawn singly.
constexpr int few = 4;

}  // namespace

/// To the neighbour straight across; further off over the heads of those between. An element's own
/// earlier value in the same step has no place of its own in the picture.
std::vector<Line> path_of(const TreePicture& picture, const EdgeRun& run) {
    const TreeLayout& at = picture.layout;
    const int row = run.level + 1;
    // Side by side, so that the heads of a node's two operands do not cover each other.
    const float aside = run.own ? 0 : at.node_w * (run.from < run.to ? -0.22F : 0.22F);
    const float from = at.x(run.from), to = at.x(run.to);
    if (!run.within) {
        return {{.from = {from, at.row_bottom(run.from_row)}, .to = {to + aside, at.row_top(row)}}};
    }
    if (run.own) return {};
    if (std::abs(run.from - run.to) == 1) {
        const float side = run.from < run.to ? at.node_w / 2 : -at.node_w / 2;
        return {{.from = {from + side, at.y(row)}, .to = {to - side, at.y(row)}}};
    }
    const float top = at.row_top(row), gap = top - at.row_bottom(row - 1);
    const Point peak{(from + to) / 2, top - gap * 0.45F};
    return {{.from = {from - aside, top}, .to = peak}, {.from = peak, .to = {to + aside, top}}};
}

void TreeEdges::add(Layer& layer, Layer& dots, const EdgeRun& run, Line style) const {
    const std::vector<Line> path = path_of(p_, run);
    style.color = run.present ? style.color : fade(style.color, p_.palette.background, 0.4F);
    for (std::size_t k = 0; k < path.size(); ++k) {
        Line line = style;
        line.from = path[k].from;
        line.to = path[k].to;
        line.arrow = style.arrow && k + 1 == path.size();
        emit(layer, line, run);
    }
    if (!style.animated && !run.own && !run.within && !run.node) add_dots(dots, run, style.color);
}

void TreeEdges::emit(Layer& layer, const Line& line, const EdgeRun& run) const {
    const float gap = static_cast<float>(run.gap) * p_.layout.pitch;
    // A margin for heads and for the width of lines.
    const float out = Line::head_length * std::max(line.width, 1 / sight_.zoom);
    const float aside = out / sight_.stretch;
    const float low = sight_.box.x - aside - std::max(line.from.x, line.to.x);
    const float high = sight_.box.x + sight_.box.w + aside - std::min(line.from.x, line.to.x);
    int first = 0, last = run.count - 1;
    if (!sight_.everything) {
        if (std::min(line.from.y, line.to.y) - out > sight_.box.y + sight_.box.h ||
            std::max(line.from.y, line.to.y) + out < sight_.box.y) {
            return;
        }
        first = std::max(first, static_cast<int>(std::floor(low / gap)));
        last = std::min(last, static_cast<int>(std::ceil(high / gap)));
        if (first > last) return;
    }
    const LineRun all{line, gap, run.count};
    const int count = last - first + 1;
    if (count < few || !p_.dense() || line.from.y == line.to.y) {
        for (int k = first; k <= last; ++k) layer.lines.push_back(all.at(k));
        return;
    }
    LineRun part{all.at(first), gap, count};
    part.line.arrow = line.arrow && gap * sight_.zoom * sight_.stretch >= least_gap_for_heads;
    layer.runs.push_back(part);
}

/// Where an edge leaves a column between two nodes.
void TreeEdges::add_dots(Layer& dots, const EdgeRun& run, Rgba color) const {
    const TreeLayout& at = p_.layout;
    const float size = at.stroke * 0.09F, wide = size / sight_.stretch;
    if (!sight_.everything && (!sight_.shows_row(run.from_row) || size * sight_.zoom < 1)) return;
    for (int k = 0; k < run.count; ++k) {
        const int from = run.from + k * run.gap;
        if (from < sight_.first_element || from > sight_.last_element) continue;
        const Point middle{at.x(from), at.row_bottom(run.from_row)};
        dots.rects.push_back({.box = {middle.x - wide / 2, middle.y - size / 2, wide, size},
                              .fill = color,
                              .radius = size / 2});
    }
}

}  // namespace stridescope::scene_parts
