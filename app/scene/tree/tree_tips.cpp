#include "app/scene/tree/tree_tips.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/scene/scene_parts.h"
#include "app/scene/step_label.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {
namespace {

/// More parts than this are counted, not listed.
constexpr std::size_t most_parts = 3;
constexpr int most_operands = 6;

std::string value_text(const TreeModel& model, int step, int word) {
    return model.values.text(model.value_at(step, word));
}

std::string name_of_word(const TreeModel& model, int word) {
    const int element = model.element(word);
    if (element >= 0) return model.cell_name(element);
    if (word < model.words) return fmt::format("word {}", word);
    const int cell = word - model.words;
    return fmt::format("register {} of thread {}", cell / model.threads, cell % model.threads);
}

/// "X[5]", "A[37]" of the input, or "S[2]" of an array of the kernel's own.
std::string name_of_source(const TreeModel& model, const Edge& edge) {
    if (edge.from_address < 0) return name_of_word(model, edge.from_word);
    const std::string name = is_scratch(edge.from_array)
                                 ? model.scratch_names[scratch_number(edge.from_array)]
                             : edge.from_array == ArrayId::input ? "A"
                                                                 : "P";
    return fmt::format("{}[{}]", name, edge.from_address);
}

/// What was read there; nothing where neither a snapshot nor the block's input tells.
std::optional<std::string> source_value(const TreeModel& model, const Edge& edge) {
    if (edge.from_address >= 0 && !edge.from_input()) {
        const auto found = model.scratch_values.find({edge.from_array, edge.from_address});
        if (found == model.scratch_values.end()) return std::nullopt;
        return found->second;
    }
    if (edge.from_address >= 0) {
        const int element = model.element_at(edge.from_address);
        if (element < 0 || element >= model.present) return std::nullopt;
        return model.input.text(static_cast<std::size_t>(element));
    }
    // What a word held before it was written over in the same step, no snapshot tells.
    if (!edge.kept || edge.from_step < 0) return std::nullopt;
    return value_text(model, edge.from_step, edge.from_word);
}

std::string sign_of(Op op) {
    return op == Op::add ? " + " : fmt::format(" {} ", name_of(op));
}

std::string_view result_name(Op op) {
    switch (op) {
        case Op::add: return "sum";
        case Op::max: return "largest";
        case Op::min: return "smallest";
        case Op::last: break;
    }
    return "last non-zero";
}

/// "A[2..5]".
std::string range_text(const TreeModel& model, const ElementRange& range) {
    const std::int64_t first = model.first + range.first, last = model.first + range.last;
    return first == last ? fmt::format("A[{}]", first) : fmt::format("A[{}..{}]", first, last);
}

std::string list_of(const TreeModel& model, const Cover& cover) {
    std::string text;
    for (std::size_t k = 0; k < cover.parts.size(); ++k) {
        if (k > 0) text += k + 1 == cover.parts.size() ? " and " : ", ";
        text += range_text(model, cover.parts[k]);
    }
    return text;
}

/// The same, or how many they are where the list would be long.
std::string inputs_of(const TreeModel& model, const Cover& cover) {
    if (cover.parts.size() <= most_parts) return list_of(model, cover);
    return fmt::format("{} inputs", with_commas(cover.count()));
}

/// The operands of a write: names "X[5] + X[3]" and numbers "9 + 13".
struct Operands {
    std::string names{}, numbers{};
    int thread = -1;
    bool copied = false;
    int count = 0;
};

Operands operands_of(const TreeModel& model, const std::vector<Edge>& edges, int row, int thread) {
    Operands found{.thread = thread};
    bool known = true;
    const std::string sign = sign_of(model.op);
    for (const Edge& edge : edges) {
        if (edge.row != row || edge.thread != thread) continue;
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
    if (!known) found.numbers.clear();
    return found;
}

/// "thread 3: X[4] + X[5] = 8 + 9".
std::string text_of(const Operands& from) {
    const std::string names =
        fmt::format("thread {}: {}{}", from.thread, from.copied ? "copy of " : "", from.names);
    return from.numbers.empty() ? names : fmt::format("{} = {}", names, from.numbers);
}

/// How the word got its value; empty where nothing was read.
std::string origin(const TreeModel& model, int step, int word) {
    const auto& edges = model.edges[static_cast<std::size_t>(step)];
    // Of several writes, the last one stands.
    const auto edge = std::find_if(edges.rbegin(), edges.rend(),
                                   [&](const Edge& e) { return e.to_word == word; });
    if (edge == edges.rend()) return {};
    return text_of(operands_of(model, edges, edge->row, edge->thread));
}

class Tips {
  public:
    explicit Tips(std::shared_ptr<const TreePicture> picture)
        : picture_{std::move(picture)}, model_{*picture_->model} {}

    std::optional<Hotspot> at(int column, int row) const {
        const int step = row - 1;
        if (row == 0) return input(column);
        if (step < model_.steps && picture_->hides(step)) return std::nullopt;
        if (step < model_.steps && model_.wrote(step, column)) return node(column, step);
        // Where an element was not written, its ring stands for what was read there.
        if (row == picture_->step && step < model_.steps && model_.reads(picture_->step, column)) {
            return ring(column, step);
        }
        if (row != model_.output_row || column >= model_.present) return std::nullopt;
        return output(column);
    }

  private:
    Hotspot spot(int column, int row) const { return {.box = picture_->layout.node(row, column)}; }
    /// A node, or the ring in its place, of a step.
    Hotspot spot_of_step(int column, int step) const {
        Hotspot found = spot(column, step + 1);
        found.name = {tree_node, column};
        found.step = step;
        found.means.word = model_.cell(step, column);
        found.click = click::GoToStep{step};
        return found;
    }
    std::optional<Hotspot> input(int column) const {
        if (column >= model_.present) return std::nullopt;
        Hotspot found = spot(column, 0);
        found.tip = fmt::format("input {} = {}", model_.input_name(column),
                                model_.input.text(static_cast<std::size_t>(column)));
        return found;
    }
    Hotspot node(int column, int step) const {
        Hotspot found = spot_of_step(column, step);
        const std::string label = step_label(model_.step_names[static_cast<std::size_t>(step)]);
        if (step > picture_->step) {
            found.tip = fmt::format("{} will be written in {}", model_.cell_name(column), label);
            return found;
        }
        found.tip = fmt::format("{} = {} after {}\n{}", model_.cell_name(column),
                                value_text(model_, step, found.means.word), label,
                                cover_text(model_, step, column));
        if (const std::string from = origin(model_, step, found.means.word); !from.empty()) {
            found.tip += '\n' + from;
        }
        if (const Race* race = model_.race(step, column)) {
            found.tip += "\nRace: " + sentence(model_.step_names, column, *race);
        }
        return found;
    }
    Hotspot ring(int column, int step) const {
        Hotspot found = spot_of_step(column, step);
        const Step& now = model_.step_names[static_cast<std::size_t>(picture_->step)];
        found.tip = fmt::format("{} = {}, read in {}\n{}", model_.cell_name(column),
                                value_text(model_, step, found.means.word), step_label(now),
                                cover_text(model_, step, column));
        return found;
    }
    Hotspot output(int column) const {
        Hotspot found = spot(column, model_.output_row);
        found.name = {tree_output, column};
        found.step = model_.steps - 1;
        found.click = click::GoToStep{found.step};
        const std::string name = fmt::format("output P[{}]", model_.first + column);
        if (picture_->step < model_.steps - 1) {
            found.tip = name + " will be stored at the end";
            return found;
        }
        const int stored = model_.output_step[static_cast<std::size_t>(column)];
        found.tip = stored < 0 ? name + ": never stored"
                               : fmt::format("{} = {}", name,
                                             model_.output.text(static_cast<std::size_t>(column)));
        if (stored >= 0 && stored < model_.steps - 1) {
            found.tip +=
                ", stored in " + step_label(model_.step_names[static_cast<std::size_t>(stored)]);
        }
        const Edge* source = model_.source_of_output(column);
        if (source != nullptr) {
            found.tip += '\n' + text_of(operands_of(model_, model_.output_edges, source->row,
                                                    source->thread));
            const int element = model_.element(source->from_word);
            if (!source->combined && element >= 0 && source->from_step >= 0) {
                found.tip += '\n' + cover_text(model_, source->from_step, element);
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

std::string cover_text(const TreeModel& model, int step, int element) {
    const int word = model.cell(step, element);
    const Cover& cover = model.coverage.at(step, word);
    const std::string value = value_text(model, step, word);
    if (cover.foreign) {
        return cover.parts.empty()
                   ? "made of what earlier launches or blocks computed"
                   : fmt::format("made of {} and of what earlier launches or blocks computed",
                                 cover.parts.size() > most_parts
                                     ? fmt::format("{} inputs", with_commas(cover.count()))
                                     : list_of(model, cover));
    }
    if (cover.parts.empty()) return "none of the input went into it";
    if (!cover.once) {
        return fmt::format("made of {}, some of it more than once", inputs_of(model, cover));
    }
    if (!cover.in_order) {
        return fmt::format("made of {}, not from left to right", inputs_of(model, cover));
    }
    if (cover.parts.size() > most_parts) {
        return fmt::format("{} of {} inputs between {} and {}, with gaps: {}",
                           result_name(model.op), with_commas(cover.count()),
                           model.input_name(cover.parts.front().first),
                           model.input_name(cover.parts.back().last), value);
    }
    if (cover.count() == 1) return fmt::format("{} alone", list_of(model, cover));
    const char* gaps = cover.one_range() ? "" : ", not one range:";
    return fmt::format("{} of {}{}{}{}", result_name(model.op), list_of(model, cover), gaps,
                       cover.one_range() ? " = " : " ", value);
}

std::string edge_text(const TreeModel& model, const Edge& edge, bool done) {
    const Operands from =
        operands_of(model, model.edges[static_cast<std::size_t>(edge.step)], edge.row, edge.thread);
    const std::string step = step_label(model.step_names[static_cast<std::size_t>(edge.step)]);
    const std::string to = name_of_word(model, edge.to_word);
    const std::string what = from.copied ? fmt::format("{} copied to {}", from.names, to)
                                         : fmt::format("{} → {}", from.names, to);
    std::string text = fmt::format("thread {} in {}\n{}", edge.thread, step, what);
    if (!done) return text;
    const std::string result = value_text(model, edge.step, edge.to_word);
    if (!from.numbers.empty() && !from.copied) {
        return text + fmt::format("\n{} = {}", from.numbers, result);
    }
    return text + fmt::format("\n= {}", result);
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
