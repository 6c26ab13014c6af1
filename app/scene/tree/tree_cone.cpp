// What lights up when the pointer is over the tree: a node's cone of inputs, or an edge.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "app/scene/scene_parts.h"
#include "app/scene/tree/tree_picture.h"

namespace stridescope::scene_parts {
namespace {

/// All that went into one value: walked backwards along the recorded edges.
class InputsCone {
  public:
    /// The cone of the node in `row`.
    InputsCone(const TreeModel& model, int row, int element) : InputsCone{model} {
        take(row, element);
        walk_back(row - 1);
    }
    /// The cone of an element of the output.
    InputsCone(const TreeModel& model, int output) : InputsCone{model} {
        const Edge* source = model.source_of_output(output);
        if (source == nullptr) return;
        for (const Edge& edge : model.output_edges) {
            if (edge.row == source->row && edge.thread == source->thread) follow(edge);
        }
        walk_back(model.levels - 1);
    }
    bool holds(int row, int element) const { return in_[model_.at(row, element)] != 0; }
    const std::vector<const Edge*>& edges() const { return edges_; }

  private:
    explicit InputsCone(const TreeModel& model)
        : model_{model},
          in_(static_cast<std::size_t>(model.levels + 1) * static_cast<std::size_t>(model.elements),
              0) {}

    void walk_back(int from_level) {
        for (int level = from_level; level >= 0; --level) {
            const auto& edges = model_.edges[static_cast<std::size_t>(level)];
            // Backwards, so that what a level read of its own is known before its origin is met.
            for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
                const int to = model_.element(edge->to_word);
                if (to >= 0 && holds(level + 1, to)) follow(*edge);
            }
        }
    }
    void follow(const Edge& edge) {
        edges_.push_back(&edge);
        if (const int from = model_.from(edge); from >= 0) take(edge.from_step + 1, from);
    }
    /// What stood there at the time: the last node above.
    void take(int row, int element) {
        while (row > 0 && !model_.stands(row, element)) --row;
        in_[model_.at(row, element)] = 1;
    }

    const TreeModel& model_;
    std::vector<std::uint8_t> in_;  ///< [row][element]
    std::vector<const Edge*> edges_;
};

/// Fades what is not lit.
void add_veil(Layer& layer, const TreePicture& p) {
    const TreeLayout& at = p.layout;
    const float top = at.row_top(0) - 1;
    const float left = at.x(0) - at.pitch / 2;
    layer.rects.push_back({.box = {left, top, static_cast<float>(at.elements) * at.pitch,
                                   at.row_bottom(at.rows - 1) + 1 - top},
                           .fill = with_alpha(p.palette.background, 0.72F)});
}

void ring(Layer& layer, const TreePicture& p, int row, int element, Rgba color,
          const TreeSight& sight) {
    const Box node = p.layout.node(row, element);
    const float out = std::max(p.layout.stroke * 0.04F, 2 / sight.zoom);
    const float aside = out / sight.stretch;
    layer.rects.push_back(
        {.box = {node.x - aside, node.y - out, node.w + 2 * aside, node.h + 2 * out},
         .fill = {0, 0, 0, 0},
         .border = color,
         .border_width = out,
         .radius = node.h / 2 + out});
}

std::vector<Layer> light_cone(const TreePicture& p, const InputsCone& cone, int row, int element,
                              bool output, const TreeSight& sight) {
    const TreeModel& model = *p.model;
    std::vector<Layer> layers(2);
    add_veil(layers[0], p);
    const TreeEdges pen{p, sight};
    const float width = p.dense() ? 0.1F : 0.06F;
    const auto add = [&](const EdgeRun& run) {
        pen.add(layers[0], layers[1], run,
                {.color = p.palette.edge, .width = p.layout.stroke * width, .arrow = true});
    };
    for (const EdgeRun& run : model.runs_of(cone.edges())) add(run);
    const TreeNodes nodes{p, sight};
    nodes.add(layers[1], 0, {.kind = NodeStyle::Kind::input},
              [&](int e) { return model.input.stands(e) && cone.holds(0, e); });
    for (int level = 0; level < model.levels; ++level) {
        const When when = p.when(level);
        const NodeStyle style{.kind = when == When::now    ? NodeStyle::Kind::now
                                      : when == When::done ? NodeStyle::Kind::done
                                                           : NodeStyle::Kind::later,
                              .values = when != When::later,
                              .bold = when == When::now};
        nodes.add(layers[1], level + 1, style,
                  [&](int e) { return model.wrote(level, e) && cone.holds(level + 1, e); });
    }
    if (output) {
        nodes.add(layers[1], row, {.kind = NodeStyle::Kind::output, .bold = true},
                  [&](int e) { return e == element; });
    }
    ring(layers[1], p, row, element, p.palette.accent, sight);
    return layers;
}

std::vector<Layer> light_edge(const TreePicture& p, const Hotspot& spot, const TreeSight& sight) {
    const TreeModel& model = *p.model;
    const auto [level, number] = model.level_and_number(spot.name.number);
    const auto& edges = model.edges[static_cast<std::size_t>(level)];
    const Edge& hovered = edges[static_cast<std::size_t>(number)];
    std::vector<Layer> layers(1);
    std::vector<const Edge*> sisters;
    for (const Edge& edge : edges) {
        if (edge.row == hovered.row && edge.thread == hovered.thread) sisters.push_back(&edge);
    }
    const TreeEdges pen{p, sight};
    const float width = std::max(p.layout.stroke * 0.08F, 2.5F / sight.zoom);
    for (const EdgeRun& run : model.runs_of(sisters)) {
        pen.add(layers[0], layers[0], run,
                {.color = p.palette.accent, .width = width, .arrow = true});
        if (!run.within) ring(layers[0], p, run.from_row, run.from, p.palette.accent, sight);
    }
    if (const int to = model.element(hovered.to_word); to >= 0) {
        ring(layers[0], p, level + 1, to, p.palette.accent, sight);
    }
    return layers;
}

float distance(Point point, const Line& line, float stretch) {
    const float dx = (line.to.x - line.from.x) * stretch, dy = line.to.y - line.from.y;
    const float px = (point.x - line.from.x) * stretch;
    const float along =
        (px * dx + (point.y - line.from.y) * dy) / std::max(dx * dx + dy * dy, 1e-12F);
    const float t = std::clamp(along, 0.0F, 1.0F);
    return std::hypot(px - t * dx, point.y - line.from.y - t * dy);
}

/// The two nearest edges of all.
struct Nearest {
    struct Found {
        float distance = std::numeric_limits<float>::max();
        const EdgeRun* run = nullptr;
        int index = 0;  ///< in the run
    };
    Found first, second;

    void offer(const Found& found) {
        if (found.distance < first.distance) {
            second = std::exchange(first, found);
        } else if (found.distance < second.distance) {
            second = found;
        }
    }
};

void look_at(const TreePicture& p, const EdgeRun& run, Point point, float stretch,
             Nearest& nearest) {
    const float gap = static_cast<float>(run.gap) * p.layout.pitch;
    for (const Line& line : path_of(p, run)) {
        const float dy = line.to.y - line.from.y;
        if (point.y < std::min(line.from.y, line.to.y) - p.layout.row_pitch ||
            point.y > std::max(line.from.y, line.to.y) + p.layout.row_pitch) {
            continue;
        }
        const float t = dy == 0 ? 0.5F : std::clamp((point.y - line.from.y) / dy, 0.0F, 1.0F);
        const float x = line.from.x + t * (line.to.x - line.from.x);
        const int near = static_cast<int>(std::lround((point.x - x) / gap));
        for (int k = near - 1; k <= near + 1; ++k) {
            if (k < 0 || k >= run.count) continue;
            const LineRun all{line, gap, run.count};
            nearest.offer({distance(point, all.at(k), stretch), &run, k});
        }
    }
}

int edge_of(const TreeModel& model, const EdgeRun& run, int index) {
    const auto& edges = model.edges[static_cast<std::size_t>(run.level)];
    const int from = run.from + index * run.gap, to = run.to + index * run.gap;
    for (std::size_t k = 0; k < edges.size(); ++k) {
        if (edges[k].from_step + 1 == run.from_row && model.from(edges[k]) == from &&
            model.element(edges[k].to_word) == to) {
            return static_cast<int>(k);
        }
    }
    return -1;
}

}  // namespace

std::optional<Hotspot> TreePicture::edge_at(Point point, float reach, float stretch) const {
    Nearest nearest;
    for (int of = 0; of < model->levels; ++of) {
        if (hides(of)) break;
        for (const EdgeRun& run : model->runs[static_cast<std::size_t>(of)]) {
            if (!run.reread && !run.output) look_at(*this, run, point, stretch, nearest);
        }
    }
    const auto& [distance, run, index] = nearest.first;
    if (run == nullptr || distance > reach) return std::nullopt;
    // Lines that can hardly be told apart have none: it would be another one at every twitch.
    const bool parallel =
        nearest.second.run != nullptr && nearest.second.distance < distance + reach * 0.3F;
    const auto [now, later] = levels_now();
    const auto is_now = [&](int level) { return level >= now && level < later; };
    if (parallel && (!is_now(run->level) || is_now(nearest.second.run->level))) return std::nullopt;
    const int edge = edge_of(*model, *run, index);
    if (edge < 0) return std::nullopt;
    const Edge& found =
        model->edges[static_cast<std::size_t>(run->level)][static_cast<std::size_t>(edge)];
    const int of_step = model->level_at(run->level).last_step;
    return Hotspot{
        .box = {point.x - reach / stretch, point.y - reach, 2 * reach / stretch, 2 * reach},
        .name = {tree_edge, model->number_of(run->level, edge)},
        .step = of_step,
        .means = {.thread = found.thread},
        .click = click::GoToStep{of_step},
        .tip = edge_text(*model, found, when(run->level) != When::later)};
}

std::vector<Layer> TreePicture::highlight(const Hotspot& spot, const TreeSight& sight) const {
    const auto& [what, number] = spot.name;
    if (what == tree_edge) return light_edge(*this, spot, sight);
    if (what == tree_node) {
        const auto [level, column] = model->level_and_number(number);
        return light_cone(*this, InputsCone{*model, level + 1, column}, level + 1, column, false,
                          sight);
    }
    if (what != tree_output) return {};
    if (!at_end() || model->source_of_output(number) == nullptr) return {};
    return light_cone(*this, InputsCone{*model, number}, model->output_row, number, true, sight);
}

}  // namespace stridescope::scene_parts
