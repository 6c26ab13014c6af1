// The tree of a CUDA text's block, from its flow.
#include <algorithm>
#include <cstring>

#include "app/scene/scene_parts.h"
#include "app/scene/step_label.h"
#include "app/scene/tree/tree_model.h"
#include "app/scene/tree/tree_tips.h"

namespace stridescope::scene_parts {

TreeModel::TreeModel(const Trace& trace, int block, const Flow& flow)
    : levels{static_cast<int>(flow.levels.size())},
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
    for (const Site& site : trace.sites()) operations.push_back(site.operation);
    for (int cell = 0; cell < trace.words(); ++cell) {
        cell_names.push_back(trace.name_of_cell(cell));
        cell_types.push_back(trace.type_of_cell(cell));
    }
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

/// Of shared memory, and of the array in global memory whose elements are columns: those get the
/// word that stands for their column.
void TreeModel::take_races(const Trace& trace, int block, const Flow& flow) {
    for (Race& race : races_of_block(trace, block)) {
        const std::int64_t column = race.element - flow.first;
        const bool of_column = flow.of == Columns::global && race.array == flow.arrays.front() &&
                               column >= 0 && column < elements;
        if (!race.in_shared() && !of_column) continue;
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

void TreeModel::take_flow(const Trace& trace, int block, const Flow& flow) {
    const std::size_t cell_bytes = trace.cell_bytes();
    values = TypedArray::uninitialized(trace.snapshot_type(),
                                       static_cast<std::size_t>(levels) * snapshot_cells_);
    // Until an element is written its value stands in the first of its cells.
    std::vector<int> standing(static_cast<std::size_t>(elements), -1);
    for (int place = static_cast<int>(element_of.size()) - 1; place >= 0; --place) {
        if (const int e = element(place); e >= 0) standing[static_cast<std::size_t>(e)] = place;
    }
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
    if (auto found = first_wrong(trace); found && found->array == output.array) {
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
        const auto count = static_cast<std::size_t>(from.high - from.low + 1);
        const std::size_t bytes = size_of(all.type());
        if (static_cast<std::size_t>(from.high) < all.size()) {
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
