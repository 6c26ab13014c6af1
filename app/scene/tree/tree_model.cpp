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

TypedArray part_of(const TypedArray& array, std::size_t first, std::size_t count) {
    TypedArray part = TypedArray::uninitialized(array.type(), count);
    const std::size_t bytes = size_of(array.type());
    if (count > 0) std::memcpy(part.bytes(), array.bytes() + first * bytes, count * bytes);
    return part;
}

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

/// The section's part of the input or the output, an element over each column.
TreeEnds ends_of(std::string name, ArrayId array, const TypedArray& values, std::int64_t first,
                 int present, int elements) {
    TreeEnds ends{.name = std::move(name),
                  .array = array,
                  .first = first,
                  .low = first,
                  .values = part_of(values, static_cast<std::size_t>(first),
                                    static_cast<std::size_t>(present))};
    ends.in_column.resize(static_cast<std::size_t>(elements));
    for (int e = 0; e < present; ++e) ends.in_column[static_cast<std::size_t>(e)] = {first + e};
    return ends;
}

}  // namespace

TreeModel::TreeModel(const Trace& trace, int block)
    : levels{trace.step_count()},
      elements{trace.shape().section},
      words{trace.words()},
      threads{trace.threads()},
      present{elements_of_block(trace, block)},
      inputs{present},
      span{present},
      integer{is_integer(trace.experiment().type)},
      op{trace.experiment().op},
      step_names{trace.steps()},
      written(static_cast<std::size_t>(levels) * static_cast<std::size_t>(elements), 0),
      read(written.size(), 0),
      values{part_of(trace.snapshots(), trace.snapshot_index(block, 0, 0),
                     static_cast<std::size_t>(levels) * static_cast<std::size_t>(trace.cells()))},
      arrays{trace.facts().arrays},
      races{races_of_block(trace, block, RaceSpace::shared)},
      wrong{first_wrong(trace, block)},
      snapshot_cells_{static_cast<std::size_t>(trace.cells())} {
    const std::int64_t first = trace.first_element(block);
    input = ends_of("input", ArrayId::input, trace.input(), first, present, elements);
    output = ends_of("output", ArrayId::output, trace.output(), first, present, elements);
    for (const GridEvent& event : trace.grid_events()) {
        if (event.block != block || event.kind != GridEvent::Kind::load) continue;
        const ArrayFacts& shared = trace.data().array(event.array);
        if (shared.integers) continue;
        other_values[{event.array, event.element}] = stridescope::value_text(trace, event);
    }
    std::ranges::stable_sort(races, {}, &Race::word);
    if (wrong) wrong->index -= first;
    for (int cell = 0; cell < trace.cells(); ++cell) element_of.push_back(trace.element_of(cell));
    cells.reserve(written.size());
    for (int element = 0; element < elements && levels > 0; ++element) {
        cells.push_back(trace.cell_of(element));
    }
    switch (trace.storage()) {
        case Storage::shared: array = "X"; break;
        case Storage::registers: array = "register "; break;
        case Storage::output:
            array = "P";
            array_first = first;
            break;
    }
    runs.resize(static_cast<std::size_t>(levels));
    // Files that tell nothing of global memory: all kernels of their time stored at the end.
    output_level.assign(static_cast<std::size_t>(elements),
                        trace.records_global() ? -1 : levels - 1);
    for (int step = 0; step < levels; ++step) {
        level.push_back({.first_step = step,
                         .last_step = step,
                         .name = step_label(step_names[static_cast<std::size_t>(step)])});
        take_step(trace, block, step);
    }
    coverage = Coverage{trace, block, edges};
    find_output_row();
    for (int step = 0; step < levels; ++step) take_output(step);
}

/// Below all levels, or beside the last one, where that writes nothing else.
void TreeModel::find_output_row() {
    const auto last = written.end() - elements;
    const bool writes_last = levels > 0 && std::find(last, written.end(), 1) != written.end();
    output_row = levels + (writes_last ? 1 : 0);
}

void TreeModel::take_step(const Trace& trace, int block, int step) {
    if (step > 0) {
        const auto before = cells.end() - elements;
        cells.insert(cells.end(), before, before + elements);
    }
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const bool op = trace.event_of(trace.rows()[static_cast<std::size_t>(row)]) == Event::op;
        if (!op && !trace.writes_cells(row)) continue;
        const auto lanes = trace.lanes(block, row);
        for (int thread = 0; thread < trace.threads(); ++thread) {
            if (lanes[static_cast<std::size_t>(thread)] == Trace::idle) continue;
            if (op) {
                ++level.back().operations;
                continue;
            }
            const int cell = trace.cell(block, row, thread);
            if (const int to = element(cell); to >= 0) {
                written[at(step, to)] = 1;
                cells[at(step, to)] = cell;
            }
        }
    }
    edges.push_back(edges_of_step(trace, block, step));
    std::vector<const Edge*> all;
    for (const Edge& edge : edges.back()) all.push_back(&edge);
    runs[static_cast<std::size_t>(step)] = runs_of(all);
    const std::vector<Edge> stored = output_edges_of_step(trace, block, step);
    const std::vector<std::uint8_t> before = words_read_from_before(trace, block, step);
    for (int word = 0; word < static_cast<int>(before.size()); ++word) {
        const int from = element(word);
        if (from >= 0 && before[static_cast<std::size_t>(word)] != 0) read[at(step, from)] = 1;
    }
    take_rereads(step, stored);
    output_edges.insert(output_edges.end(), stored.begin(), stored.end());
    take_stores(trace, block, step);
}

/// Constants are stored, too, and have no edge.
void TreeModel::take_stores(const Trace& trace, int block, int step) {
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const Row& here = trace.rows()[static_cast<std::size_t>(row)];
        if (trace.event_of(here) != Event::global_store) continue;
        if (trace.sites()[static_cast<std::size_t>(here.site)].array != ArrayId::output) continue;
        const auto lanes = trace.lanes(block, row);
        const auto addresses = trace.addresses(block, row);
        for (std::size_t thread = 0; thread < lanes.size(); ++thread) {
            if (lanes[thread] == Trace::idle) continue;
            const int element = output.column_of(addresses[thread], elements);
            if (element >= 0) output_level[static_cast<std::size_t>(element)] = step;
        }
    }
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
    // Of several stores the last one stands.
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
    const auto same = std::ranges::equal_range(races, cell(of_level, element), {}, &Race::word);
    const auto [first, last] =
        std::pair{level_at(of_level).first_step, level_at(of_level).last_step};
    const auto within = [&](int step) { return step >= first && step <= last; };
    const auto found = std::ranges::find_if(same, [&](const Race& race) {
        return within(race.first.step) || within(race.second.step);
    });
    return found != same.end() ? static_cast<int>(&*found - races.data()) : -1;
}

std::string TreeModel::race_text(int race, int element) const {
    const auto number = static_cast<std::size_t>(race);
    return of_text ? race_texts[number] : sentence(step_names, element, races[number]);
}

float TreeModel::covered(int of_level, int element) const {
    const int count = coverage.count(of_level, cell(of_level, element));
    if (count == 0 || inputs == 0) return 0;
    return (1 + std::log2(static_cast<float>(count))) / (1 + std::log2(static_cast<float>(inputs)));
}

std::optional<std::string> TreeModel::value_text(int of_level, int word) const {
    if (word < 0 || static_cast<std::size_t>(word) >= snapshot_cells_ || !level_at(of_level).whole)
        return std::nullopt;
    if (!of_text) return values.text(value_at(of_level, word));
    return number_text(cell_types[static_cast<std::size_t>(word)],
                       values.bytes() + value_at(of_level, word) * size_of(values.type()));
}

std::optional<double> TreeModel::value_number(int of_level, int word) const {
    if (word < 0 || static_cast<std::size_t>(word) >= snapshot_cells_ || !level_at(of_level).whole)
        return std::nullopt;
    if (!of_text) return values.number(value_at(of_level, word));
    return with_number_type(cell_types[static_cast<std::size_t>(word)], [&](auto value) {
        std::memcpy(&value, values.bytes() + value_at(of_level, word) * size_of(values.type()),
                    sizeof value);
        return static_cast<double>(value);
    });
}

std::string TreeModel::word_name(int word) const {
    if (of_text) {
        if (static_cast<std::size_t>(word) < snapshot_cells_)
            return cell_names[static_cast<std::size_t>(word)];
        return fmt::format("the register of thread {}", word - static_cast<int>(snapshot_cells_));
    }
    if (const int e = element(word); e >= 0) return cell_name(0, e);
    if (word < words) return fmt::format("word {}", word);
    const int number = word - words;
    return fmt::format("register {} of thread {}", number / threads, number % threads);
}

std::string TreeModel::cell_name(int of_level, int element) const {
    if (of_text) return word_name(cell(of_level, element));
    const std::string index = fmt::format("{}", array_first + element);
    return array.ends_with(' ') ? array + index : fmt::format("{}[{}]", array, index);
}

std::string TreeModel::column_name(int element, bool bare) const {
    if (of_registers) return fmt::format("{}", element);
    if (of_text) return bare ? fmt::format("{}", element) : fmt::format("{}[{}]", array, element);
    return bare ? fmt::format("{}", input.first + element) : input_name(input.first + element);
}

std::string TreeModel::element_name(ArrayId id, std::int64_t element) const {
    return name_of_element(arrays[static_cast<std::size_t>(id)], element);
}

std::string TreeModel::input_name(std::int64_t element) const {
    return of_text ? element_name(input.array, element) : fmt::format("A[{}]", element);
}

std::string TreeModel::output_name(std::int64_t element) const {
    return of_text ? element_name(output.array, element) : fmt::format("P[{}]", element);
}

}  // namespace stridescope::scene_parts

namespace stridescope {

SharedTreeModel tree_model(const Trace& trace, int block, std::string* why) {
    if (!trace.is_text()) return std::make_shared<const scene_parts::TreeModel>(trace, block);
    const Flow flow = flow_of(trace, block);
    if (why != nullptr) *why = flow.why_not;
    if (!flow.why_not.empty()) return nullptr;
    return std::make_shared<const scene_parts::TreeModel>(trace, block, flow);
}

KnownTree known_tree(const Trace& trace, int block) {
    KnownTree known;
    known.model = tree_model(trace, block, &known.why_not);
    return known;
}

}  // namespace stridescope
