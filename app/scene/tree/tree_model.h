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
#include "app/analysis/flow.h"
#include "app/analysis/operation_names.h"
#include "app/analysis/races.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// Like edges side by side: the k-th leads from element `from` + k · `gap` to `to` + k · `gap`.
struct EdgeRun {
    int level = 0;
    int from_row = 0;  ///< the row of nodes that they leave; inputs are row 0
    int from = 0, to = 0;
    int gap = 1, count = 1;
    bool within = false;  ///< both ends in the row of the level itself
    bool present = true;  ///< lead to elements that the input has
    bool own = false;     ///< straight down: the element's own earlier value
    bool node = true;     ///< nodes stand at their beginnings
    bool reread = false;  ///< no operand: read, but neither combined nor written on
    bool output = false;  ///< leads to an element of the output
};

/// A row of nodes below the inputs: see FlowLevel.
struct TreeLevel {
    int first_step = 0, last_step = 0;
    std::string name{};  ///< for people
    bool whole = true;   ///< the values of its nodes are known
    int operations = 0;  ///< applications of the operator
    bool adds = false;   ///< which is an addition
};

/// The row of elements above the tree, or below it.
struct TreeEnds {
    std::string name{};  ///< "input", or what the text calls the array
    ArrayId array = ArrayId::none;
    bool lines_up = true;  ///< element `first` + c stands in column c
    std::int64_t first = 0;
    std::int64_t low = 0;  ///< the first that `values` has
    TypedArray values{};
    /// [column]: the elements that stand there: one or none, or, where they don't line up, all
    /// that go straight to it.
    std::vector<std::vector<std::int64_t>> in_column{};

    bool stands(int column) const { return !in_column[static_cast<std::size_t>(column)].empty(); }
    /// Index into values, if the element is there.
    std::optional<std::size_t> index(std::int64_t element) const {
        const std::int64_t at = element - low;
        if (at < 0 || at >= static_cast<std::int64_t>(values.size())) return std::nullopt;
        return static_cast<std::size_t>(at);
    }
    int column_of(std::int64_t element, int columns) const {
        const std::int64_t column = element - first;
        return lines_up && element >= 0 && column >= 0 && column < columns
                   ? static_cast<int>(column)
                   : -1;
    }
};

/// A race for what stands in a column, and its sentence.
struct ToldRace {
    Race race{};
    std::string text{};

    int word() const { return race.word; }
};

/// An output, and the first input before it that did not go into it.
struct Lack {
    int element = 0;
    int input = 0;       ///< a column
    std::string made{};  ///< of what it is
};

/// What a kernel has in its shared memory.
struct CellLayout {
    std::vector<std::string> names;  ///< [cell]
    std::vector<ElementType> types;  ///< [cell]
};

/// Owns all it tells, so that pictures can be asked after the trace is gone. Steps of its edges are
/// levels.
struct TreeModel {
    TreeModel(const Trace& trace, int block, const Flow& flow);

    StepSpan steps{};  ///< the run's, or those of one launch
    int levels = 0, elements = 0;
    int words = 0, threads = 0;  ///< of the shared array, and of the block
    int present = 0;             ///< elements that the input has; the rest is identity
    std::int64_t inputs = 0;     ///< of the input: how many went into the block
    std::int64_t span = 0;       ///< and how far the last lies from the first
    int output_row = 0;
    bool integer = true;
    bool multiplies_tiles = false;  ///< see TraceFacts
    bool of_registers = false;      ///< columns are threads; their values are not known
    std::vector<TreeLevel> level;
    std::vector<Step> step_names;  ///< of the trace
    std::vector<int> element_of;   ///< [cell]
    std::vector<int> cells;        ///< [level][element]: the cell that its value stands in after it
    std::string array;             ///< what the text calls what the section lives in
    /// Where columns are elements of an array in global memory: that, and the first.
    ArrayId global = ArrayId::none;
    std::int64_t global_first = 0;
    std::vector<std::vector<Edge>> edges;    ///< [level]: into the columns
    std::vector<Edge> output_edges;          ///< into the output
    std::vector<std::vector<EdgeRun>> runs;  ///< [level]: the same, and what was only read
    std::vector<std::uint8_t> written;       ///< [level][element]
    std::vector<std::uint8_t> read;  ///< [level][element]: what stood in the row above was read
    Coverage coverage;
    TypedArray values;              ///< [level][cell]; perhaps only their bits
    std::vector<int> output_level;  ///< [element]: the one that stored it in the output last, or -1
    TreeEnds input, output;
    std::vector<ArrayFacts> arrays;
    /// What the block read of arrays besides the input.
    std::map<std::pair<ArrayId, std::int64_t>, std::string> other_values;
    std::vector<ToldRace> races;        ///< of the block for what stands in columns, by word
    std::optional<WrongElement> wrong;  ///< the block's first; `index` within the section
    /// Where nothing is expected, of outputs that are sums of what comes before them, as a scan's:
    /// the first one that lacks some of it.
    std::optional<Lack> lack;
    std::map<std::size_t, CellLayout> layouts;  ///< of its levels' kernels, by their numbers
    std::vector<std::size_t> layout_of_level;
    std::vector<std::string> operations;  ///< [site]
    FlowOperations made_by;
    FlowValues flow_values;                  ///< of what is no cell
    std::vector<std::uint8_t> output_added;  ///< [element]: atomics went into what stood there
    std::int64_t grid = 1;                   ///< blocks in all

    std::size_t at(int of_level, int element) const {
        return static_cast<std::size_t>(of_level) * static_cast<std::size_t>(elements) +
               static_cast<std::size_t>(element);
    }
    const TreeLevel& level_at(int number) const { return level[static_cast<std::size_t>(number)]; }
    bool wrote(int of_level, int element) const { return written[at(of_level, element)] != 0; }
    bool reads(int of_level, int element) const { return read[at(of_level, element)] != 0; }
    /// The race that threads ran in the level for the element's word, an index; -1 for most.
    int race(int of_level, int element) const;
    std::string race_text(int race) const;
    /// "sum": what its value is of what went into it; empty where that has no name.
    std::string_view result(int of_level, int element) const;
    /// What all values of the tree are of what went into them; empty where that has no name.
    std::string_view result() const;
    /// Whether what went into the value twice makes no difference.
    bool repeatable(int of_level, int element) const;
    /// Whether a node stands there: an input, or what a level wrote.
    bool stands(int row, int element) const {
        return row == 0 ? input.stands(element) : row <= levels && wrote(row - 1, element);
    }
    /// Where the element's value stands after the level.
    int cell(int of_level, int element) const { return cells[at(of_level, element)]; }
    /// The cell's element; -1: it is padding, or no cell.
    int element(int cell) const {
        return cell < 0 ? -1 : element_of[static_cast<std::size_t>(cell)];
    }
    /// Whether anything stands in a column after a step of the launch that its steps have put
    /// there.
    bool has_nodes_of(int launch) const;
    /// "X[5]": the element's cell after the level.
    std::string cell_name(int of_level, int element) const;
    /// What any cell is called in the level.
    std::string word_name(int of_level, int word) const;
    /// "X[5]", "A[5]" or "5": over a column.
    std::string column_name(int element, bool bare = false) const;
    /// The columns that an edge begins and ends in; -1 where it has none.
    int from(const Edge& edge) const;
    int to(const Edge& edge) const {
        if (edge.to_address < 0) return element(edge.to_word);
        return edge.to_array == output.array ? output.column_of(edge.to_address, elements) : -1;
    }
    /// What was stored as that element of the output; nullptr where nothing recorded tells.
    const Edge* source_of_output(int element) const;
    /// What the word holds after the level; nothing where that is not known.
    std::optional<std::string> value_text(int of_level, int word) const;
    std::optional<double> value_number(int of_level, int word) const;
    /// Share of the block's input that went into the element's value after a level, 0 … 1, such
    /// that each doubling is a step of the same size.
    float covered(int of_level, int element) const;
    /// "A[5]", by its number in the array.
    std::string input_name(std::int64_t element) const;
    std::string output_name(std::int64_t element) const;
    std::string element_name(ArrayId id, std::int64_t element) const;

    /// Edges side by side as runs; others of one. Edges from or to padding, and from or to other
    /// sections, are left out.
    std::vector<EdgeRun> runs_of(const std::vector<const Edge*>& some) const;

    /// What a hotspot calls a thing of a level: its number there, and which level.
    int number_of(int of_level, int number) const { return of_level * numbers_of_level + number; }
    std::pair<int, int> level_and_number(int number) const {
        return {number / numbers_of_level, number % numbers_of_level};
    }

  private:
    static constexpr int numbers_of_level = 1 << 20;

    const CellLayout& layout_at(int of_level) const {
        return layouts.at(layout_of_level[static_cast<std::size_t>(of_level)]);
    }
    bool is_stored_elsewhere(const Trace& trace, ArrayId id) const;
    void take_layouts(const Trace& trace, const Flow& flow);
    /// Where flow_values has it, if it does.
    std::optional<std::size_t> flow_value(int of_level, int word) const;
    void take_output(int level);
    void take_rereads(int level, const std::vector<Edge>& stored);
    void take_races(const Trace& trace, int block, const Flow& flow);
    void find_lack(const Trace& trace);
    void take_flow(const Trace& trace, int block, const Flow& flow);
    void take_ends(const Trace& trace, const Flow& flow);
    void find_output_row();
    int columns_in_use() const;
    std::size_t value_at(int of_level, int cell) const {
        return static_cast<std::size_t>(of_level) * snapshot_cells_ +
               static_cast<std::size_t>(cell);
    }

    std::size_t snapshot_cells_ = 0;
};

}  // namespace stridescope::scene_parts
