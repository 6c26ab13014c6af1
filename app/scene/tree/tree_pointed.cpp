// What the tree shows of what is pointed at: what lights up, a node's cone of inputs or an edge,
// and what is told of it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "app/scene/scene_parts.h"
#include "app/scene/tree/tree_picture.h"
#include "app/trace/trace.h"

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

namespace {

/// More parts than this are counted, not listed.
constexpr std::size_t most_parts = 3;
constexpr int most_operands = 6;

/// "X[5]", "A[37]" of the input, or "S[2]" of an array of the kernel's own.
std::string name_of_source(const TreeModel& model, const Edge& edge) {
    if (edge.from_address < 0)
        return model.word_name(edge.from_step < 0 ? edge.step : edge.from_step, edge.from_word);
    return model.element_name(edge.from_array, edge.from_address);
}

/// What was read there; nothing where neither a snapshot nor the block's input tells.
std::optional<std::string> source_value(const TreeModel& model, const Edge& edge) {
    if (edge.from_address >= 0 && (!edge.from_input() || edge.from_array != model.input.array)) {
        const auto found = model.other_values.find({edge.from_array, edge.from_address});
        if (found == model.other_values.end()) return std::nullopt;
        return found->second;
    }
    if (edge.from_address >= 0) {
        const auto index = model.input.index(edge.from_address);
        if (!index) return std::nullopt;
        return model.input.values.text(*index);
    }
    // What a word held before it was written over in the same step, no snapshot tells.
    if (!edge.kept || edge.from_step < 0) return std::nullopt;
    return model.value_text(edge.from_step, edge.from_word);
}

/// "A[2..5]".
std::string range_text(const TreeModel& model, const ElementRange& range) {
    const std::int64_t first = model.input.low + range.first, last = model.input.low + range.last;
    if (first == last) return model.input_name(first);
    const bool rows = model.arrays[static_cast<std::size_t>(model.input.array)].extents.size() > 1;
    if (rows) return fmt::format("{} to {}", model.input_name(first), model.input_name(last));
    return fmt::format("{}[{}..{}]", model.input.name, first, last);
}

std::string list_of(const TreeModel& model, const Cover& cover) {
    std::string text;
    for (std::size_t k = 0; k < cover.parts.size(); ++k) {
        if (k > 0) text += k + 1 == cover.parts.size() ? " and " : ", ";
        text += range_text(model, cover.parts[k]);
    }
    return text;
}

/// The list of a cover's parts, or how many they are where it would be long.
std::string inputs_of(const TreeModel& model, const Cover& cover) {
    if (cover.parts.size() <= most_parts) return list_of(model, cover);
    return fmt::format("{} inputs", with_commas(cover.count()));
}

/// What stands between the operands of a write: the operator. Empty: the operands went
/// through several operations, or through one that is no operator, or not all of them are told.
std::string sign_between(const TreeModel& model, const Edge& edge, std::size_t operands) {
    if (edge.operation < 0 || !edge.once || operands < 2) return {};
    constexpr std::array<std::string_view, 7> any{"+", "*", "&", "|", "^", "min", "max"};
    constexpr std::array<std::string_view, 4> of_two{"-", "/", "%", "<<"};
    const std::string& name = model.operations[static_cast<std::size_t>(edge.operation)];
    const bool is_operator = std::ranges::find(any, name) != any.end() ||
                             (operands == 2 && std::ranges::find(of_two, name) != of_two.end());
    return is_operator ? fmt::format(" {} ", name) : std::string{};
}

/// The operands of a write: names "X[5] + X[3]" and numbers "9 + 13".
struct Operands {
    std::string names{}, numbers{};
    int thread = -1;
    bool copied = false;
    bool listed = false;  ///< with commas between: the operator is not known
    int count = 0;
};

/// `goes_to`: of a row that stores several elements those of one.
template <class GoesTo>
Operands operands_of(const TreeModel& model, const std::vector<Edge>& edges, int row, int thread,
                     GoesTo&& goes_to) {
    Operands found{.thread = thread};
    bool known = true;
    std::vector<const Edge*> operands;
    for (const Edge& edge : edges) {
        if (edge.row == row && edge.thread == thread && goes_to(edge)) operands.push_back(&edge);
    }
    if (operands.empty()) return found;
    const std::string infix = sign_between(model, *operands.front(), operands.size());
    const std::string sign = infix.empty() ? ", " : infix;
    found.listed = infix.empty();
    for (const Edge* operand : operands) {
        const Edge& edge = *operand;
        found.copied = !edge.combined;
        if (++found.count > most_operands) continue;
        found.names += (found.names.empty() ? "" : sign) + name_of_source(model, edge);
        const std::optional<std::string> value = source_value(model, edge);
        known = known && value;
        found.numbers += (found.numbers.empty() ? "" : sign) + value.value_or("");
    }
    if (found.count > most_operands) {
        found.names += fmt::format("{}… ({} operands)", sign, with_commas(found.count));
        known = false;
    }
    if (!known || (found.listed && operands.size() > 1)) found.numbers.clear();
    return found;
}

/// "thread 3: X[4] + X[5] = 8 + 9".
std::string text_of(const Operands& from) {
    const std::string_view how = from.copied ? "copy of " : from.listed ? "made of " : "";
    std::string names = fmt::format("thread {}: {}{}", from.thread, how, from.names);
    if (from.listed && !from.copied) return names;
    return from.numbers.empty() ? names : fmt::format("{} = {}", names, from.numbers);
}

/// How the word got its value; empty where nothing was read.
std::string origin(const TreeModel& model, int level, int word) {
    const auto& edges = model.edges[static_cast<std::size_t>(level)];
    // Where there are several writes, the last one stands.
    const auto edge = std::find_if(edges.rbegin(), edges.rend(),
                                   [&](const Edge& e) { return e.to_word == word; });
    if (edge == edges.rend()) return {};
    return text_of(operands_of(model, edges, edge->row, edge->thread,
                               [word](const Edge& e) { return e.to_word == word; }));
}

class Tips {
  public:
    explicit Tips(std::shared_ptr<const TreePicture> picture)
        : picture_{std::move(picture)}, model_{*picture_->model} {}

    std::optional<Hotspot> at(int column, int row) const {
        const int level = row - 1;
        if (row == 0) return input(column);
        if (level < model_.levels && picture_->hides(level)) return std::nullopt;
        if (level < model_.levels && model_.wrote(level, column)) return node(column, level);
        // Where an element was not written, its ring stands for what was read there.
        const auto [first, end] = picture_->levels_now();
        if (row >= first && row < end && row < model_.levels && model_.reads(row, column))
            return ring(column, level);
        if (row != model_.output_row || !model_.output.stands(column)) return std::nullopt;
        return output(column);
    }

  private:
    Hotspot spot(int column, int row) const { return {.box = picture_->layout.node(row, column)}; }
    /// A node, or the ring in its place, of a level.
    Hotspot spot_of_level(int column, int level) const {
        Hotspot found = spot(column, level + 1);
        found.name = {tree_node, model_.number_of(level, column)};
        found.step = model_.level_at(level).last_step;
        const int cell = model_.cell(level, column);
        if (model_.of_registers) {
            found.means.thread = column;
        } else if (model_.global == ArrayId::none) {
            found.means.word = cell;
        }
        found.click = click::GoToStep{found.step};
        return found;
    }
    std::optional<Hotspot> input(int column) const {
        if (!model_.input.stands(column)) return std::nullopt;
        Hotspot found = spot(column, 0);
        const auto& here = model_.input.in_column[static_cast<std::size_t>(column)];
        if (here.size() > 1) {
            found.tip = fmt::format("{} elements of {}: {}, {}{}", here.size(), model_.input.name,
                                    model_.input_name(here[0]), model_.input_name(here[1]),
                                    here.size() > 2 ? " …" : "");
            return found;
        }
        const auto index = model_.input.index(here.front());
        found.tip = fmt::format("input {} = {}", model_.input_name(here.front()),
                                index ? model_.input.values.text(*index) : "?");
        return found;
    }
    /// "X[5] = 9 after stride = 2"; of registers values are not known.
    std::string holds(int column, int level, std::string_view when) const {
        const std::string name = model_.cell_name(level, column);
        const auto value = model_.value_text(level, model_.cell(level, column));
        return value ? fmt::format("{} = {}{}", name, *value, when)
                     : fmt::format("{}{}", name, when);
    }
    Hotspot node(int column, int level) const {
        Hotspot found = spot_of_level(column, level);
        const std::string& label = model_.level_at(level).name;
        if (picture_->when(level) == When::later) {
            found.tip =
                fmt::format("{} will be written in {}", model_.cell_name(level, column), label);
            return found;
        }
        found.tip = fmt::format("{}\n{}", holds(column, level, fmt::format(" after {}", label)),
                                cover_text(model_, level, column));
        const int cell = model_.cell(level, column);
        if (const std::string from = origin(model_, level, cell); !from.empty()) {
            found.tip += '\n' + from;
        }
        if (const int race = model_.race(level, column); race >= 0) {
            found.tip += "\nRace: " + model_.race_text(race);
        }
        return found;
    }
    Hotspot ring(int column, int level) const {
        Hotspot found = spot_of_level(column, level);
        const std::string& now = model_.level_at(level + 1).name;
        found.tip = fmt::format("{}\n{}", holds(column, level, fmt::format(", read in {}", now)),
                                cover_text(model_, level, column));
        return found;
    }
    Hotspot output(int column) const {
        Hotspot found = spot(column, model_.output_row);
        found.name = {tree_output, column};
        found.step = model_.levels > 0 ? model_.level_at(model_.levels - 1).last_step : -1;
        found.click = click::GoToStep{found.step};
        const std::int64_t element =
            model_.output.in_column[static_cast<std::size_t>(column)].front();
        const std::string name = "output " + model_.output_name(element);
        if (!picture_->at_end()) {
            found.tip = name + " will be stored at the end";
            return found;
        }
        const int stored = model_.output_level[static_cast<std::size_t>(column)];
        const auto index = model_.output.index(element);
        found.tip = fmt::format("{} = {}", name, index ? model_.output.values.text(*index) : "?");
        if (stored >= 0 && stored < model_.levels - 1) {
            found.tip += ", stored in " + model_.level_at(stored).name;
        }
        if (model_.output_added[static_cast<std::size_t>(column)] != 0 && model_.grid > 1) {
            found.tip += " in the end, of all blocks";
        }
        const Edge* source = model_.source_of_output(column);
        if (source != nullptr) {
            const auto same = [&](const Edge& edge) {
                return edge.to_address == source->to_address;
            };
            found.tip += '\n' + text_of(operands_of(model_, model_.output_edges, source->row,
                                                    source->thread, same));
            const int from = model_.element(source->from_word);
            if (!source->combined && from >= 0 && source->from_step >= 0) {
                found.tip += '\n' + cover_text(model_, source->from_step, from);
            }
        }
        if (model_.wrong && column == model_.wrong->index) {
            found.tip += fmt::format("\nwrong: it should be {}", model_.wrong->expected);
        }
        return found;
    }

    std::shared_ptr<const TreePicture> picture_;
    const scene_parts::TreeModel& model_;
};

}  // namespace

std::string cover_text(const TreeModel& model, int level, int element) {
    const int word = model.cell(level, element);
    const Cover& cover = model.coverage.at(level, word);
    if (cover.foreign) {
        constexpr std::string_view others = "other arrays";
        if (cover.parts.empty()) return fmt::format("made of {}", others);
        return fmt::format("made of {} and of {}", inputs_of(model, cover), others);
    }
    if (cover.parts.empty()) {
        return model.multiplies_tiles ? "what tensor cores multiply is not followed"
                                      : "nothing that was read went into it";
    }
    if (!cover.once && !model.repeatable(level, element)) {
        return fmt::format("made of {}, some of it more than once", inputs_of(model, cover));
    }
    const std::string_view result = model.result(level, element);
    const std::string made = result.empty() ? std::string{"made of"} : fmt::format("{} of", result);
    const auto value = result.empty() ? std::nullopt : model.value_text(level, word);
    if (cover.parts.size() > most_parts) {
        return fmt::format("{} {} inputs between {} and {}, with gaps{}", made,
                           with_commas(cover.count()),
                           model.input_name(model.input.low + cover.parts.front().first),
                           model.input_name(model.input.low + cover.parts.back().last),
                           value ? ": " + *value : std::string{});
    }
    const bool copied = model.made_by.at(level, word) == FlowOperations::none;
    if (cover.count() == 1 && (copied || !result.empty()))
        return fmt::format("{} alone", list_of(model, cover));
    return fmt::format("{} {}{}", made, list_of(model, cover),
                       !value                   ? std::string{}
                       : cover.parts.size() > 1 ? ", not one range: " + *value
                                                : " = " + *value);
}

std::string edge_text(const TreeModel& model, const Edge& edge, bool done) {
    const Operands from =
        operands_of(model, model.edges[static_cast<std::size_t>(edge.step)], edge.row, edge.thread,
                    [&](const Edge& e) { return e.to_word == edge.to_word; });
    const std::string& step = model.level_at(edge.step).name;
    const std::string to = model.word_name(edge.step, edge.to_word);
    const std::string what = from.copied ? fmt::format("{} copied to {}", from.names, to)
                                         : fmt::format("{} → {}", from.names, to);
    std::string text = fmt::format("thread {} in {}\n{}", edge.thread, step, what);
    if (!done) return text;
    const auto result = model.value_text(edge.step, edge.to_word);
    if (!result) return text;
    if (!from.numbers.empty() && !from.copied && !from.listed) {
        return text + fmt::format("\n{} = {}", from.numbers, *result);
    }
    return text + fmt::format("\n= {}", *result);
}

HotspotField node_tips(std::shared_ptr<const TreePicture> picture) {
    const TreeLayout& at = picture->layout;
    return {.box = {at.x(0) - at.pitch / 2, at.y(0) - at.row_pitch / 2,
                    static_cast<float>(at.elements) * at.pitch,
                    static_cast<float>(at.rows) * at.row_pitch},
            .columns = at.elements,
            .rows = at.rows,
            .at = [tips = Tips{std::move(picture)}](int column, int row) {
                return tips.at(column, row);
            }};
}

}  // namespace stridescope::scene_parts
