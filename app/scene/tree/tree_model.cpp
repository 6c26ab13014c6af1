#include "app/scene/tree/tree_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>

#include "app/analysis/grid.h"
#include "app/scene/scene_parts.h"
#include "app/scene/tree/tree_picture.h"
#include "app/scene/tree/tree_view.h"
#include "app/trace/trace.h"

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
    return number_text(layout_at(of_level).types[static_cast<std::size_t>(word)],
                       values.bytes() + value_at(of_level, word) * size_of(values.type()));
}

std::optional<double> TreeModel::value_number(int of_level, int word) const {
    if (const auto at = flow_value(of_level, word)) return flow_values.values.number(*at);
    if (word < 0 || static_cast<std::size_t>(word) >= snapshot_cells_ || !level_at(of_level).whole)
        return std::nullopt;
    return with_number_type(
        layout_at(of_level).types[static_cast<std::size_t>(word)], [&](auto value) {
            std::memcpy(&value, values.bytes() + value_at(of_level, word) * size_of(values.type()),
                        sizeof value);
            return static_cast<double>(value);
        });
}

std::string TreeModel::word_name(int of_level, int word) const {
    if (static_cast<std::size_t>(word) < snapshot_cells_)
        return layout_at(of_level).names[static_cast<std::size_t>(word)];
    const std::int64_t behind = word - static_cast<std::int64_t>(snapshot_cells_);
    if (global != ArrayId::none) return element_name(global, global_first + behind);
    return fmt::format("the register of thread {}", behind);
}

std::string TreeModel::cell_name(int of_level, int element) const {
    return word_name(of_level, cell(of_level, element));
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

SharedTreeModel tree_of_step(const Trace& trace, int block, int step, KnownTree& known) {
    if (trace.launches().size() < 2) return known.model;
    const int launch = trace.steps()[static_cast<std::size_t>(step)].launch;
    const auto [seen, is_new] = known.of_launch.try_emplace(launch, known.model);
    if (!is_new || (known.model && known.model->has_nodes_of(launch))) return seen->second;
    const Flow flow = flow_of(trace, block, steps_of_launch(trace, launch));
    const bool is_tree = flow.of == Columns::shared || flow.of_registers();
    if (flow.why_not.empty() && (is_tree || !known.model))
        seen->second = std::make_shared<const scene_parts::TreeModel>(trace, block, flow);
    return seen->second;
}

KnownTree known_tree(const Trace& trace, int block) {
    KnownTree known = begin_to_know_tree(trace, block);
    know_tree(trace, block, known);
    return known;
}

}  // namespace stridescope

namespace stridescope::scene_parts {

// The tree of a CUDA text's block, from its flow.

TreeModel::TreeModel(const Trace& trace, int block, const Flow& flow)
    : steps{flow.steps},
      levels{static_cast<int>(flow.levels.size())},
      elements{flow.columns},
      words{trace.words()},
      threads{trace.threads()},
      present{elements},
      multiplies_tiles{trace.facts().multiplies_tiles},
      of_registers{flow.of_registers()},
      step_names{trace.steps()},
      element_of{flow.column_of},
      edges{flow.edges},
      output_edges{flow.output_edges},
      written(static_cast<std::size_t>(levels) * static_cast<std::size_t>(elements), 0),
      read(written.size(), 0),
      arrays{trace.facts().arrays},
      grid{trace.grid()},
      snapshot_cells_{static_cast<std::size_t>(trace.words())} {
    take_races(trace, block, flow);
    for (const TraceSite& site : trace.sites()) operations.push_back(site.operation);
    if (flow.of == Columns::global) {
        global = flow.arrays.front();
        global_first = flow.first;
    }
    if (!flow.arrays.empty()) {
        const ArrayFacts& first = arrays[static_cast<std::size_t>(flow.arrays.front())];
        array = first.name;
        integer = is_integer(first.type);
    }
    flow_values = flow.values;
    if (!flow_values.known.empty()) integer = is_integer(flow_values.values.type());
    take_ends(trace, flow);
    present = columns_in_use();
    take_flow(trace, block, flow);
    find_output_row();
    runs.resize(static_cast<std::size_t>(levels));
    for (int k = 0; k < levels; ++k) {
        std::vector<const Edge*> all;
        for (const Edge& edge : edges[static_cast<std::size_t>(k)]) all.push_back(&edge);
        runs[static_cast<std::size_t>(k)] = runs_of(all);
        std::vector<Edge> stored;
        for (const Edge& edge : output_edges) {
            if (edge.step == k) stored.push_back(edge);
        }
        take_rereads(k, stored);
        take_output(k);
    }
    find_lack(trace);
}

/// Races in shared memory, and in the array in global memory whose elements are columns: those get
/// the word that stands for their column.
void TreeModel::take_races(const Trace& trace, int block, const Flow& flow) {
    for (Race& race : races_of_block(trace, block)) {
        const std::int64_t column = race.element - flow.first;
        const bool of_column = flow.of == Columns::global && race.array == flow.arrays.front() &&
                               column >= 0 && column < elements;
        if ((!race.in_shared() && !of_column) || !flow.steps.has(race.first.step)) continue;
        std::string text = sentence(trace, race);
        if (!race.in_shared()) race.word = trace.words() + static_cast<int>(column);
        races.push_back({std::move(race), std::move(text)});
    }
    std::ranges::stable_sort(races, {}, &ToldRace::word);
}

/// Up to the last one with an element of the input or the output, where both stand in order.
int TreeModel::columns_in_use() const {
    if (!input.lines_up || !output.lines_up) return elements;
    int last = elements;
    while (last > 0 && !input.stands(last - 1) && !output.stands(last - 1)) --last;
    return last > 0 ? last : elements;
}

void TreeModel::take_layouts(const Trace& trace, const Flow& flow) {
    for (const FlowLevel& of : flow.levels) {
        layout_of_level.push_back(trace.layout_of_step(of.last_step));
        const auto [layout, is_new] = layouts.try_emplace(layout_of_level.back());
        for (int cell = 0; is_new && cell < trace.words(); ++cell) {
            layout->second.names.push_back(trace.name_of_cell(of.last_step, cell));
            layout->second.types.push_back(trace.type_of_cell(of.last_step, cell));
        }
    }
}

void TreeModel::take_flow(const Trace& trace, int block, const Flow& flow) {
    const std::size_t cell_bytes = trace.cell_bytes();
    values = TypedArray::uninitialized(trace.snapshot_type(),
                                       static_cast<std::size_t>(levels) * snapshot_cells_);
    // Until an element is written its value stands in the first of its cells.
    std::vector<int> standing(static_cast<std::size_t>(elements), -1);
    for (int place = static_cast<int>(element_of.size()) - 1; place >= 0; --place) {
        if (const int e = element(place); e >= 0) standing[static_cast<std::size_t>(e)] = place;
    }
    take_layouts(trace, flow);
    for (int k = 0; k < levels; ++k) {
        const auto number = static_cast<std::size_t>(k);
        const FlowLevel& from = flow.levels[number];
        level.push_back({.first_step = from.first_step,
                         .last_step = from.last_step,
                         .name = from.part.empty() ? step_label(from.step) : from.part,
                         .whole = from.whole,
                         .operations = from.operations,
                         .adds = from.adds});
        if (snapshot_cells_ > 0) {
            std::memcpy(values.bytes() + value_at(k, 0) * cell_bytes,
                        trace.snapshot(block, from.last_step), snapshot_cells_ * cell_bytes);
        }
        for (const int place : flow.written[number]) {
            const int e = element(place);
            if (e < 0) continue;
            written[at(k, e)] = 1;
            standing[static_cast<std::size_t>(e)] = place;
        }
        for (const int place : flow.read[number]) {
            if (const int e = element(place); e >= 0) read[at(k, e)] = 1;
        }
        cells.insert(cells.end(), standing.begin(), standing.end());
    }
    made_by = FlowOperations{trace, flow};
    coverage = Coverage{flow.places, edges, flow.constants, flow.input.array, flow.input.low};
    output_level.assign(static_cast<std::size_t>(elements), -1);
    output_added.assign(static_cast<std::size_t>(elements), 0);
    for (const Flow::Stored& stored : flow.stored) {
        if (stored.array != output.array) continue;
        const int e = output.column_of(stored.address, elements);
        if (e < 0) continue;
        output_level[static_cast<std::size_t>(e)] = stored.level;
        output_added[static_cast<std::size_t>(e)] = stored.atomic ? 1 : 0;
    }
    if (auto found = first_wrong(trace);
        found && found->array == output.array && !is_stored_elsewhere(trace, output.array)) {
        const int e = output.column_of(found->index, elements);
        if (e >= 0) {
            found->index = e;
            wrong = std::move(found);
        }
    }
}

/// Three of four outputs have to be sums that end with their own element, and half of them sums of
/// several, else it is no scan that lacks something.
void TreeModel::find_lack(const Trace& trace) {
    if (wrong || input.array == ArrayId::none || output.array == ArrayId::none) return;
    if (!input.lines_up || !output.lines_up) return;
    // Where a thread adds a constant, as 0 where it has no neighbour, no one name fits all values.
    const bool adds = std::ranges::all_of(level, &TreeLevel::adds);
    if (result() != "sum" && !adds) return;
    if (trace.contents(output.array).expected.size() > 0) return;
    const int shift = static_cast<int>(input.low - input.first);
    int outputs = 0, ending = 0, of_several = 0;
    for (const Edge& edge : output_edges) {
        if (edge.to_array != output.array || edge.from_word < 0 || edge.from_step < 0) continue;
        const int e = output.column_of(edge.to_address, elements);
        if (e < 0) continue;
        ++outputs;
        const Cover cover = coverage.at(edge.from_step, edge.from_word);
        if (cover.foreign || cover.parts.empty() || cover.parts.back().last + shift != e) continue;
        ++ending;
        of_several += cover.count() > 1 ? 1 : 0;
        int missing = 0;
        for (const ElementRange& part : cover.parts) {
            if (part.first + shift > missing) break;
            missing = part.last + shift + 1;
        }
        if (missing > e || (lack && lack->element <= e)) continue;
        lack = Lack{.element = e,
                    .input = missing,
                    .made = cover_text(*this, edge.from_step, element(edge.from_word))};
    }
    if (outputs < 4 || ending * 4 < outputs * 3 || of_several * 2 < outputs) lack.reset();
}

bool TreeModel::has_nodes_of(int launch) const {
    for (int k = 0; k < levels; ++k) {
        const auto step = static_cast<std::size_t>(level_at(k).last_step);
        if (step_names[step].launch != launch) continue;
        for (int e = 0; e < elements; ++e) {
            if (wrote(k, e)) return true;
        }
    }
    return false;
}

/// Whether steps besides these store to the array, of whichever block.
bool TreeModel::is_stored_elsewhere(const Trace& trace, ArrayId id) const {
    const auto stores = [&](const TraceRow& row) {
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(row.site)];
        return is_global(site.event) && site.event != Event::global_load && site.array == id;
    };
    const auto any_stores = [&](int first, int end) {
        if (first >= end) return false;
        const int begin = trace.rows_of_step(first).begin;
        const int behind = trace.rows_of_step(end - 1).end;
        return std::any_of(trace.rows().begin() + begin, trace.rows().begin() + behind, stores);
    };
    return any_stores(0, steps.first) || any_stores(steps.end, trace.step_count());
}

void TreeModel::take_ends(const Trace& trace, const Flow& flow) {
    const auto take = [&](TreeEnds& ends, const FlowArray& from, bool before) {
        ends.in_column.resize(static_cast<std::size_t>(elements));
        ends.array = from.array;
        if (from.array == ArrayId::none) return;
        ends.name = arrays[static_cast<std::size_t>(from.array)].name;
        ends.lines_up = from.lines_up;
        ends.first = from.first;
        ends.low = from.low;
        const ArrayContents& contents = trace.contents(from.array);
        const TypedArray& all = before ? contents.before : contents.after;
        // What it held when the launch began, or ended, is known where no other one stores to it.
        const bool is_known = !is_stored_elsewhere(trace, from.array);
        const auto count = static_cast<std::size_t>(from.high - from.low + 1);
        const std::size_t bytes = size_of(all.type());
        if (is_known && static_cast<std::size_t>(from.high) < all.size()) {
            ends.values = TypedArray::uninitialized(all.type(), count);
            std::memcpy(ends.values.bytes(),
                        all.bytes() + static_cast<std::size_t>(from.low) * bytes, count * bytes);
        }
        for (int e = 0; e < elements && ends.lines_up; ++e) {
            if (from.has(from.first + e))
                ends.in_column[static_cast<std::size_t>(e)] = {from.first + e};
        }
    };
    take(input, flow.input, true);
    take(output, flow.output, false);
    inputs = flow.input.count();
    span = flow.input.high - flow.input.low + 1;
    const auto look = [&](const Edge& edge) {
        if (!edge.from_input()) return;
        if (edge.from_array != input.array) {
            const TypedArray& before = trace.contents(edge.from_array).before;
            const auto at = static_cast<std::size_t>(edge.from_address);
            if (at < before.size())
                other_values[{edge.from_array, edge.from_address}] = before.text(at);
        } else if (const int e = to(edge); !input.lines_up && e >= 0) {
            auto& here = input.in_column[static_cast<std::size_t>(e)];
            if (std::ranges::find(here, edge.from_address) == here.end())
                here.push_back(edge.from_address);
        }
    };
    for (const auto& list : edges) std::ranges::for_each(list, look);
    std::ranges::for_each(output_edges, look);
}

}  // namespace stridescope::scene_parts
