// What the trees of one block have in common, whatever the step and the room: gathered once.
// Internal to app/scene; others hold it as a SharedTreeModel (views.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/coverage.h"
#include "app/analysis/races.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// Like edges side by side: the k-th leads from element `from` + k · `gap` to `to` + k · `gap`.
struct EdgeRun {
    int step = 0;
    int from_row = 0;  ///< the row of nodes that they leave; inputs are row 0
    int from = 0, to = 0;
    int gap = 1, count = 1;
    bool within = false;  ///< both ends in the row of the step itself
    bool present = true;  ///< lead to elements that the input has
    bool own = false;     ///< straight down: the element's own earlier value
    bool node = true;     ///< nodes stand at their beginnings
    bool reread = false;  ///< no operand: read, but neither combined nor written on
    bool output = false;  ///< leads to an element of the output
};

/// Owns all it tells, so that pictures can be asked after the trace is gone.
struct TreeModel {
    TreeModel(const Trace& trace, int block);

    int steps = 0, elements = 0;
    int words = 0, threads = 0;  ///< of the shared array, and of the block
    int present = 0;             ///< elements that the input has; the rest is identity
    std::int64_t first = 0;      ///< the block's first element, counted from the run's
    int output_row = 0;
    bool integer = true;
    Op op = Op::add;
    std::vector<Step> step_names;
    std::vector<int> element_of;   ///< [cell]
    std::vector<int> cells;        ///< [step][element]: the cell that its value stands in after it
    std::string array;             ///< what the text calls what the section lives in
    std::int64_t array_first = 0;  ///< the section's first element there
    std::vector<std::vector<Edge>> edges;    ///< [step]: into shared memory
    std::vector<Edge> output_edges;          ///< into the output
    std::vector<std::vector<EdgeRun>> runs;  ///< [step]: the same, and what was only read
    std::vector<int> operations;             ///< [step]: applications of the operator
    std::vector<std::uint8_t> written;       ///< [step][element]
    std::vector<std::uint8_t> read;  ///< [step][element]: what stood in the row above was read
    Coverage coverage;
    TypedArray values;             ///< [step][cell]
    std::vector<int> output_step;  ///< [element]: the step that stored it in the output last, or -1
    TypedArray input, output;
    std::vector<std::string> scratch_names;
    /// What the block read of the kernel's own arrays.
    std::map<std::pair<ArrayId, std::int64_t>, std::string> scratch_values;
    std::vector<Race> races;            ///< of the block for shared memory, sorted by word
    std::optional<WrongElement> wrong;  ///< the block's first; `index` within the section

    std::size_t at(int step, int element) const {
        return static_cast<std::size_t>(step) * static_cast<std::size_t>(elements) +
               static_cast<std::size_t>(element);
    }
    bool wrote(int step, int element) const { return written[at(step, element)] != 0; }
    bool reads(int step, int element) const { return read[at(step, element)] != 0; }
    /// The race that threads ran in the step for the element's word; null for most.
    const Race* race(int step, int element) const;
    /// Whether a node stands there: an input, or what a step wrote.
    bool stands(int row, int element) const {
        return row == 0 ? element < present : row <= steps && wrote(row - 1, element);
    }
    /// Where the element's value stands after the step.
    int cell(int step, int element) const { return cells[at(step, element)]; }
    /// Of padding, and of what is no cell: -1.
    int element(int cell) const {
        return cell < 0 ? -1 : element_of[static_cast<std::size_t>(cell)];
    }
    /// "X[5]"
    std::string cell_name(int element) const;
    /// Element of the block's section that an address in global memory is, or -1.
    int element_at(std::int64_t address) const {
        const std::int64_t element = address - first;
        return address >= 0 && element >= 0 && element < elements ? static_cast<int>(element) : -1;
    }
    /// The columns that an edge begins and ends in; -1 where it has none.
    int from(const Edge& edge) const {
        if (edge.from_address < 0) return element(edge.from_word);
        return edge.from_input() ? element_at(edge.from_address) : -1;
    }
    int to(const Edge& edge) const {
        return edge.to_address >= 0 ? element_at(edge.to_address) : element(edge.to_word);
    }
    /// What was stored as that element of the output; nullptr where nothing recorded tells.
    const Edge* source_of_output(int element) const;
    /// Index into `values`.
    std::size_t value_at(int step, int cell) const {
        return static_cast<std::size_t>(step) * element_of.size() + static_cast<std::size_t>(cell);
    }
    /// Share of the block's input that went into the element's value after a step, 0 … 1, such that
    /// each doubling is a step of the same size.
    float covered(int step, int element) const;
    /// "A[5]", counted from the run's first element.
    std::string input_name(int element) const;

    /// Edges side by side as runs; others of one. Edges from or to padding, and from or to other
    /// sections, are left out.
    std::vector<EdgeRun> runs_of(const std::vector<const Edge*>& some) const;

  private:
    void take_step(const Trace& trace, int block, int step);
    void take_output(int step);
    void take_stores(const Trace& trace, int block, int step);
    void take_rereads(int step, const std::vector<std::uint8_t>& words,
                      const std::vector<Edge>& stored);
};

}  // namespace stridescope::scene_parts
