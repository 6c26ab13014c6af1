#include "app/scene/tree/tree_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>

#include "app/scene/scene_parts.h"
#include "app/scene/tree/tree_scene.h"

namespace stridescope {

SharedTreeModel tree_model(const Trace& trace, int block) {
    return std::make_shared<const scene_parts::TreeModel>(trace, block);
}

namespace scene_parts {
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

}  // namespace

TreeModel::TreeModel(const Trace& trace, int block)
    : steps{trace.step_count()},
      elements{trace.shape().section},
      words{trace.words()},
      threads{trace.threads()},
      present{elements_of_block(trace, block)},
      first{trace.first_element(block)},
      integer{is_integer(trace.experiment().type)},
      op{trace.experiment().op},
      step_names{trace.steps()},
      operations(static_cast<std::size_t>(steps), 0),
      written(static_cast<std::size_t>(steps) * static_cast<std::size_t>(elements), 0),
      read(written.size(), 0),
      values{part_of(trace.snapshots(), trace.snapshot_index(block, 0, 0),
                     static_cast<std::size_t>(steps) * static_cast<std::size_t>(trace.cells()))},
      input{part_of(trace.input(), static_cast<std::size_t>(first),
                    static_cast<std::size_t>(present))},
      output{part_of(trace.output(), static_cast<std::size_t>(first),
                     static_cast<std::size_t>(present))},
      races{races_of_block(trace, block, RaceSpace::shared)},
      wrong{first_wrong(trace, block)} {
    for (const ArrayFacts& array : trace.scratch()) scratch_names.push_back(array.name);
    for (const GridEvent& event : trace.grid_events()) {
        if (event.block != block || event.kind != GridEvent::Kind::load) continue;
        if (trace.scratch()[scratch_number(event.array)].integers) continue;
        scratch_values[{event.array, event.element}] =
            number_text(trace.experiment().type, reinterpret_cast<const std::byte*>(&event.value));
    }
    std::ranges::stable_sort(races, {}, &Race::word);
    if (wrong) wrong->index -= first;
    for (int cell = 0; cell < trace.cells(); ++cell) element_of.push_back(trace.element_of(cell));
    cells.reserve(written.size());
    for (int element = 0; element < elements && steps > 0; ++element) {
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
    runs.resize(static_cast<std::size_t>(steps));
    // Files that tell nothing of global memory: all kernels of their time stored at the end.
    output_step.assign(static_cast<std::size_t>(elements), trace.records_global() ? -1 : steps - 1);
    for (int step = 0; step < steps; ++step) take_step(trace, block, step);
    coverage = Coverage{trace, block, edges};
    const auto last = written.end() - elements;
    const bool writes_last = steps > 0 && std::find(last, written.end(), 1) != written.end();
    output_row = steps + (writes_last ? 1 : 0);
    for (int step = 0; step < steps; ++step) take_output(step);
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
                ++operations[static_cast<std::size_t>(step)];
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
    take_rereads(step, words_read_from_before(trace, block, step), stored);
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
            const int element = element_at(addresses[thread]);
            if (element >= 0) output_step[static_cast<std::size_t>(element)] = step;
        }
    }
}

void TreeModel::take_output(int step) {
    std::vector<const Edge*> stored;
    for (const Edge& edge : output_edges) {
        if (edge.step == step) stored.push_back(&edge);
    }
    const std::vector<EdgeRun> found = runs_of(stored);
    auto& all = runs[static_cast<std::size_t>(step)];
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
void TreeModel::take_rereads(int step, const std::vector<std::uint8_t>& words,
                             const std::vector<Edge>& stored) {
    std::vector<std::uint8_t> operand(static_cast<std::size_t>(elements), 0);
    const auto mark = [&](const Edge& edge) {
        const int from = element(edge.from_word);
        if (from >= 0) operand[static_cast<std::size_t>(from)] = 1;
    };
    for (const Edge& edge : edges[static_cast<std::size_t>(step)]) mark(edge);
    for (const Edge& edge : stored) mark(edge);
    std::vector<int> dropped, past_end;
    for (int word = 0; word < static_cast<int>(words.size()); ++word) {
        const int from = element(word);
        if (from >= 0 && words[static_cast<std::size_t>(word)] != 0) read[at(step, from)] = 1;
    }
    for (int element = 0; element < elements; ++element) {
        if (!reads(step, element) || operand[static_cast<std::size_t>(element)] != 0) continue;
        (element < present ? dropped : past_end).push_back(element);
    }
    EdgeRun run{.step = step, .from_row = step, .own = true, .reread = true};
    cut_evenly(run, 0, dropped, runs[static_cast<std::size_t>(step)]);
    run.present = false;
    cut_evenly(run, 0, past_end, runs[static_cast<std::size_t>(step)]);
}

std::vector<EdgeRun> TreeModel::runs_of(const std::vector<const Edge*>& some) const {
    // Ordered, so that the same trace always gives the same picture: faint ones first.
    using Key = std::tuple<bool, int, int, bool, int, bool>;
    std::map<Key, std::vector<int>> kinds;
    for (const Edge* edge : some) {
        const int source = from(*edge), target = to(*edge);
        if (source < 0 || target < 0) continue;
        // Outputs stand below all steps.
        const bool output = edge->to_address >= 0;
        const int step = output ? output_row - 1 : edge->step, from_row = edge->from_step + 1;
        const bool node = from_row <= step && stands(from_row, source);
        kinds[{target < present, from_row, target - source, node, step, output}].push_back(target);
    }
    std::vector<EdgeRun> found;
    for (auto& [key, targets] : kinds) {
        const auto& [here, from_row, shift, node, step, output] = key;
        std::ranges::sort(targets);
        const auto [last, end] = std::ranges::unique(targets);
        targets.erase(last, end);
        cut_evenly({.step = step,
                    .from_row = from_row,
                    .within = from_row > step,
                    .present = here,
                    .own = shift == 0,
                    .node = node,
                    .output = output},
                   shift, targets, found);
    }
    return found;
}

const Race* TreeModel::race(int step, int element) const {
    const auto same = std::ranges::equal_range(races, cell(step, element), {}, &Race::word);
    const auto found = std::ranges::find_if(same, [step](const Race& race) {
        return race.first.step == step || race.second.step == step;
    });
    return found != same.end() ? &*found : nullptr;
}

float TreeModel::covered(int step, int element) const {
    const int count = coverage.count(step, cell(step, element));
    if (count == 0 || present == 0) return 0;
    return (1 + std::log2(static_cast<float>(count))) /
           (1 + std::log2(static_cast<float>(present)));
}

std::string TreeModel::cell_name(int element) const {
    const std::string index = fmt::format("{}", array_first + element);
    return array.ends_with(' ') ? array + index : fmt::format("{}[{}]", array, index);
}

std::string TreeModel::input_name(int element) const {
    return fmt::format("A[{}]", first + element);
}

}  // namespace scene_parts
}  // namespace stridescope
