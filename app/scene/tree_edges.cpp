#include "app/scene/tree_edges.h"

#include <algorithm>
#include <cmath>

#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {
namespace {

/// Trees of more columns are seen as a whole; their lines cover each other.
constexpr int dense_columns = 64;

class StepEdges {
  public:
    StepEdges(const EdgeInk& ink, int step, When when)
        : ink_{ink},
          layout_{ink.layout},
          step_{step},
          when_{when},
          edges_{ink.flow.edges[static_cast<std::size_t>(step)]} {
        const bool dense = layout_.elements > dense_columns;
        const bool many = static_cast<int>(edges_.size()) > layout_.elements / 2;
        const float alpha = dense && many ? 0.6F : 1;
        const Palette& palette = ink.palette;
        line_ = {.color = with_alpha(when == When::done ? palette.edge_old : palette.grid, alpha),
                 .width = layout_.stroke * 0.028F};
        if (when == When::now) {
            line_ = {.color = palette.edge,
                     .width = layout_.stroke * (dense ? 0.1F : 0.045F),
                     .animated = true,
                     .arrow = true};
        }
    }

    void add_all() {
        // The faint ones first, so that they cross below the others.
        for (const bool faint : {true, false}) {
            if (faint && ink_.present == layout_.elements) continue;
            for (const Edge& edge : edges_) {
                const int from = ink_.trace.element_of_word(edge.from_word);
                const int to = ink_.trace.element_of_word(edge.to_word);
                if (from >= 0 && to >= 0 && (to >= ink_.present) == faint) add(edge, from, to);
            }
        }
    }

  private:
    Layer& layer() { return when_ == When::now ? ink_.lit : ink_.back; }
    void add(const Edge& edge, int from, int to) {
        Line line = line_;
        line.color = toned(line.color, to, ink_.present, ink_.palette);
        if (edge.from_step >= step_) {
            add_within_row(line, from, to);
        } else {
            add_downwards(line, edge, from, to);
        }
    }
    void add_downwards(Line line, const Edge& edge, int from, int to);
    void add_within_row(Line line, int from, int to);
    /// Side by side, so that the heads of a node's two operands do not cover each other.
    float aside(int from, int to) const {
        return from == to ? 0 : layout_.node_w * (from < to ? -0.22F : 0.22F);
    }

    const EdgeInk& ink_;
    const TreeLayout& layout_;
    int step_;
    When when_;
    const std::vector<Edge>& edges_;
    Line line_;
};

void StepEdges::add_downwards(Line line, const Edge& edge, int from, int to) {
    const int row = edge.from_step + 1;
    line.from = {layout_.x(from), layout_.row_bottom(row)};
    line.to = {layout_.x(to) + aside(from, to), layout_.row_top(step_ + 1)};
    layer().lines.push_back(line);
    const bool node = row == 0 || ink_.flow.wrote(edge.from_step, from);
    if (edge.own || when_ == When::now || node) return;
    const float dot = layout_.stroke * 0.09F;
    ink_.dots.rects.push_back({.box = {line.from.x - dot / 2, line.from.y - dot / 2, dot, dot},
                               .fill = line.color,
                               .radius = dot / 2});
}

/// To the neighbour straight across; further off over the heads of those between. An element's own
/// earlier value in the same step has no place of its own in the picture.
void StepEdges::add_within_row(Line line, int from, int to) {
    if (from == to) return;
    const int row = step_ + 1;
    const float side = from < to ? layout_.node_w / 2 : -layout_.node_w / 2;
    if (std::abs(from - to) == 1) {
        line.from = {layout_.x(from) + side, layout_.y(row)};
        line.to = {layout_.x(to) - side, layout_.y(row)};
        layer().lines.push_back(line);
        return;
    }
    const float top = layout_.row_top(row), gap = top - layout_.row_bottom(row - 1);
    const Point peak{(layout_.x(from) + layout_.x(to)) / 2, top - gap * 0.45F};
    Line rise = line;
    rise.from = {layout_.x(from) - aside(from, to), top};
    rise.to = line.from = peak;
    rise.arrow = false;
    line.to = {layout_.x(to) + aside(from, to), top};
    layer().lines.push_back(rise);
    layer().lines.push_back(line);
}

}  // namespace

Rgba toned(Rgba color, int element, int present, const Palette& palette) {
    return element < present ? color : fade(color, palette.background, 0.4F);
}

std::vector<std::uint8_t> elements_read(const Trace& trace, int block, int step) {
    std::vector<std::uint8_t> read(static_cast<std::size_t>(trace.shape().section), 0);
    const auto words = words_read_from_before(trace, block, step);
    for (int word = 0; word < trace.words(); ++word) {
        const int element = trace.element_of_word(word);
        if (element >= 0 && words[static_cast<std::size_t>(word)] != 0) {
            read[static_cast<std::size_t>(element)] = 1;
        }
    }
    return read;
}

void add_edges(const EdgeInk& ink, int step, When when) {
    StepEdges{ink, step, when}.add_all();
}

void add_drops(const EdgeInk& ink, int step, std::vector<std::uint8_t> read) {
    for (const Edge& edge : ink.flow.edges[static_cast<std::size_t>(step)]) {
        const int from = ink.trace.element_of_word(edge.from_word);
        if (from >= 0) read[static_cast<std::size_t>(from)] = 0;
    }
    const TreeLayout& layout = ink.layout;
    for (int element = 0; element < layout.elements; ++element) {
        if (read[static_cast<std::size_t>(element)] == 0) continue;
        ink.lit.lines.push_back(
            {.from = {layout.x(element), layout.row_bottom(step)},
             .to = {layout.x(element), layout.row_top(step + 1)},
             .color = toned(ink.palette.edge, element, ink.present, ink.palette),
             .width = layout.stroke * 0.045F,
             .animated = true,
             .arrow = true});
    }
}

}  // namespace stridescope::scene_parts
