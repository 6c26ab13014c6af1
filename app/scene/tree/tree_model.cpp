#include "app/scene/tree/tree_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>

#include "app/analysis/grid.h"
#include "app/scene/scene_parts.h"
#include "app/scene/step_label.h"
#include "app/scene/tree/tree_scene.h"

namespace stridescope::scene_parts {
namespace {

/// Cuts `targets`, in order, into runs of even gaps, each as long as it goes.
void cut_evenly(EdgeRun run, int shift, const std::vector<int>& targets,
                std::vector<EdgeRun>& out) {
    for (std::size_t begin = 0; begin < targets.size();) {
        std::size_t end = begin + 1;
        run.to = targets[begin];
        run.from = run.to - shift;
        run.gap = end < targets.size() ? std::max(targets[end] - targets[begin], 1) : 1;
        while (end < targets.size() && targets[end] - targets[end - 1] == run.gap) ++end;
        run.count = static_cast<int>(end - begin);
        out.push_back(run);
        begin = end;
    }
}

}  // namespace

/// Below all levels, or beside the last one, where that writes nothing else.
void TreeModel::find_output_row() {
    const auto last = written.end() - elements;
    const bool writes_last = levels > 0 && std::find(last, written.end(), 1) != written.end();
    output_row = levels + (writes_last ? 1 : 0);
}

void TreeModel::take_output(int of_level) {
    std::vector<const Edge*> stored;
    for (const Edge& edge : output_edges) {
        if (edge.step == of_level) stored.push_back(&edge);
    }
    const std::vector<EdgeRun> found = runs_of(stored);
    auto& all = runs[static_cast<std::size_t>(of_level)];
    all.insert(all.end(), found.begin(), found.end());
}

const Edge* TreeModel::source_of_output(int element) const {
    // Where there are several stores, the last one stands.
    for (auto edge = output_edges.rbegin(); edge != output_edges.rend(); ++edge) {
        if (to(*edge) == element) return &*edge;
    }
    return nullptr;
}

/// What was read from before: that which became no operand gets edges of its own.
void TreeModel::take_rereads(int of_level, const std::vector<Edge>& stored) {
    std::vector<std::uint8_t> operand(static_cast<std::size_t>(elements), 0);
    const auto mark = [&](const Edge& edge) {
        const int from = element(edge.from_word);
        if (from >= 0) operand[static_cast<std::size_t>(from)] = 1;
    };
    for (const Edge& edge : edges[static_cast<std::size_t>(of_level)]) mark(edge);
    for (const Edge& edge : stored) mark(edge);
    std::vector<int> dropped, past_end;
    for (int element = 0; element < elements; ++element) {
        if (!reads(of_level, element) || operand[static_cast<std::size_t>(element)] != 0) continue;
        (element < present ? dropped : past_end).push_back(element);
    }
    EdgeRun run{.level = of_level, .from_row = of_level, .own = true, .reread = true};
    cut_evenly(run, 0, dropped, runs[static_cast<std::size_t>(of_level)]);
    run.present = false;
    cut_evenly(run, 0, past_end, runs[static_cast<std::size_t>(of_level)]);
}

int TreeModel::from(const Edge& edge) const {
    if (edge.from_address < 0) return element(edge.from_word);
    if (!edge.from_input() || edge.from_array != input.array) return -1;
    // What does not line up stands over what it goes to.
    return input.lines_up ? input.column_of(edge.from_address, elements) : to(edge);
}

std::vector<EdgeRun> TreeModel::runs_of(const std::vector<const Edge*>& some) const {
    // Ordered, so that the same trace always gives the same picture: faint ones first.
    using Key = std::tuple<bool, int, int, bool, int, bool>;
    std::map<Key, std::vector<int>> kinds;
    for (const Edge* edge : some) {
        const int source = from(*edge), target = to(*edge);
        if (source < 0 || target < 0) continue;
        // Outputs stand below all levels.
        const bool output = edge->to_address >= 0;
        const int of_level = output ? output_row - 1 : edge->step, from_row = edge->from_step + 1;
        const bool node = from_row <= of_level && stands(from_row, source);
        kinds[{target < present, from_row, target - source, node, of_level, output}].push_back(
            target);
    }
    std::vector<EdgeRun> found;
    for (auto& [key, targets] : kinds) {
        const auto& [here, from_row, shift, node, of_level, output] = key;
        std::ranges::sort(targets);
        const auto [last, end] = std::ranges::unique(targets);
        targets.erase(last, end);
        cut_evenly({.level = of_level,
                    .from_row = from_row,
                    .within = from_row > of_level,
                    .present = here,
                    .own = shift == 0,
                    .node = node,
                    .output = output},
                   shift, targets, found);
    }
    return found;
}

int TreeModel::race(int of_level, int element) const {
    const auto same = std::ranges::equal_range(races, cell(of_level, element), {}, &ToldRace::word);
    const auto [first, last] =
        std::pair{level_at(of_level).first_step, level_at(of_level).last_step};
    const auto within = [&](int step) { return step >= first && step <= last; };
    const auto found = std::ranges::find_if(same, [&](const ToldRace& told) {
        return within(told.race.first.step) || within(told.race.second.step);
    });
    return found != same.end() ? static_cast<int>(&*found - races.data()) : -1;
}

std::string TreeModel::race_text(int race) const {
    return races[static_cast<std::size_t>(race)].text;
}

float TreeModel::covered(int of_level, int element) const {
    const int count = coverage.count(of_level, cell(of_level, element));
    if (count == 0 || inputs == 0) return 0;
    return (1 + std::log2(static_cast<float>(count))) / (1 + std::log2(static_cast<float>(inputs)));
}

std::optional<std::size_t> TreeModel::flow_value(int of_level, int word) const {
    const int column = word - static_cast<int>(snapshot_cells_);
    if (column < 0 || column >= elements) return std::nullopt;
    const std::size_t at = flow_values.index(of_level, column, elements);
    return flow_values.has(at) ? std::optional{at} : std::nullopt;
}

std::optional<std::string> TreeModel::value_text(int of_level, int word) const {
    if (const auto at = flow_value(of_level, word)) return flow_values.values.text(*at);
    if (word < 0 || static_cast<std::size_t>(word) >= snapshot_cells_ || !level_at(of_level).whole)
        return std::nullopt;
    return number_text(cell_types[static_cast<std::size_t>(word)],
                       values.bytes() + value_at(of_level, word) * size_of(values.type()));
}

std::optional<double> TreeModel::value_number(int of_level, int word) const {
    if (const auto at = flow_value(of_level, word)) return flow_values.values.number(*at);
    if (word < 0 || static_cast<std::size_t>(word) >= snapshot_cells_ || !level_at(of_level).whole)
        return std::nullopt;
    return with_number_type(cell_types[static_cast<std::size_t>(word)], [&](auto value) {
        std::memcpy(&value, values.bytes() + value_at(of_level, word) * size_of(values.type()),
                    sizeof value);
        return static_cast<double>(value);
    });
}

std::string TreeModel::word_name(int word) const {
    if (static_cast<std::size_t>(word) < snapshot_cells_)
        return cell_names[static_cast<std::size_t>(word)];
    const std::int64_t behind = word - static_cast<std::int64_t>(snapshot_cells_);
    if (global != ArrayId::none) return element_name(global, global_first + behind);
    return fmt::format("the register of thread {}", behind);
}

std::string TreeModel::cell_name(int of_level, int element) const {
    return word_name(cell(of_level, element));
}

std::string_view TreeModel::result(int of_level, int element) const {
    const int site = made_by.at(of_level, cell(of_level, element));
    return site < 0 ? std::string_view{} : result_name(operations[static_cast<std::size_t>(site)]);
}

std::string_view TreeModel::result() const {
    const int site = made_by.of_all();
    return site < 0 ? std::string_view{} : result_name(operations[static_cast<std::size_t>(site)]);
}

bool TreeModel::repeatable(int of_level, int element) const {
    const int site = made_by.at(of_level, cell(of_level, element));
    return site >= 0 && is_repeatable(operations[static_cast<std::size_t>(site)]);
}

std::string TreeModel::column_name(int element, bool bare) const {
    const bool of_input = input.lines_up && input.array != ArrayId::none && input.first >= 0;
    if (!of_input && (bare || of_registers)) return fmt::format("{}", element);
    if (!of_input && (levels == 0 || cell(0, element) < 0))
        return output_name(output.first + element);
    if (!of_input) return cell_name(0, element);
    return bare ? fmt::format("{}", input.first + element) : input_name(input.first + element);
}

std::string TreeModel::element_name(ArrayId id, std::int64_t element) const {
    return name_of_element(arrays[static_cast<std::size_t>(id)], element);
}

std::string TreeModel::input_name(std::int64_t element) const {
    return element_name(input.array, element);
}

std::string TreeModel::output_name(std::int64_t element) const {
    return element_name(output.array, element);
}

}  // namespace stridescope::scene_parts

namespace stridescope {

KnownTree begin_to_know_tree(const Trace& trace, int block) {
    return {.flow = std::make_shared<const Flow>(flow_of(trace, block))};
}

void know_tree(const Trace& trace, int block, KnownTree& known) {
    const std::shared_ptr<const Flow> flow = std::exchange(known.flow, nullptr);
    if (!flow) return;
    known.why_not = flow->why_not;
    if (!known.why_not.empty()) return;
    known.model = std::make_shared<const scene_parts::TreeModel>(trace, block, *flow);
}

KnownTree known_tree(const Trace& trace, int block) {
    KnownTree known = begin_to_know_tree(trace, block);
    know_tree(trace, block, known);
    return known;
}

}  // namespace stridescope
