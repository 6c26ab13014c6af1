// The flow of values through a block of a text, as a tree draws it: columns are the elements of an
// array, or the threads' registers, levels are what is drawn below each other. Where nothing of the
// kind flows, it says why.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Steps that are one level, or a part of a step that is one: in a step of which only the first
/// half reads and the second one writes nothing can be seen by itself, while several shuffles
/// follow each other without a barrier.
struct FlowLevel {
    int first_step = 0, last_step = 0;
    Step step{};         ///< after which it is called
    std::string part{};  ///< of a step of several levels, but for the first: "line 12, round 2"
    bool whole = true;   ///< the snapshot of its last step shows what it wrote
    int operations = 0;  ///< that threads carried out
    bool adds = true;    ///< all of them are additions
    int first_row = 0;   ///< of the trace's
};

/// Elements of an array in global memory beside the columns.
struct FlowArray {
    ArrayId array = ArrayId::none;
    bool lines_up = false;                ///< element `first` + c belongs to column c
    std::int64_t first = 0;               ///< may lie before the array
    std::int64_t low = 0, high = -1;      ///< the elements that were reached
    std::vector<std::uint8_t> reached{};  ///< [element − low]

    bool has(std::int64_t element) const {
        return element >= low && element <= high &&
               reached[static_cast<std::size_t>(element - low)] != 0;
    }
    std::int64_t count() const;
};

/// What the columns of a flow are.
enum class Columns {
    shared,   ///< elements of shared memory
    threads,  ///< their registers: what other threads read there, and what is made of that
    global,   ///< elements of an array in global memory, made of others of the same array
    output    ///< elements of the output, made of the input's: there is nothing between them
};

/// Values of nodes that no snapshot holds, in the columns after each level.
struct FlowValues {
    TypedArray values{};
    std::vector<std::uint8_t> known{};  ///< [index]: 1 if it is; empty: none is

    std::size_t index(int level, int column, int columns) const {
        return static_cast<std::size_t>(level) * static_cast<std::size_t>(columns) +
               static_cast<std::size_t>(column);
    }
    bool has(std::size_t at) const { return at < known.size() && known[at] == 1; }
};

/// Steps of a run, from `first` to before `end`.
struct StepSpan {
    int first = 0, end = 0;

    bool has(int step) const { return step >= first && step < end; }
    bool operator==(const StepSpan&) const = default;
};

struct Flow {
    /// More than shared memory has room for: larger ones would be no picture.
    static constexpr int most_columns = 16384;

    std::string why_not{};  ///< one sentence; where it is not empty nothing else counts
    StepSpan steps{};       ///< what it is the flow of
    Columns of = Columns::shared;
    /// The arrays that the columns are elements of: two in shared memory where values go to and fro
    /// between them; of threads and outputs none.
    std::vector<ArrayId> arrays{};
    std::int64_t first = 0;  ///< of an array in global memory: the element in the first column
    int columns = 0;
    /// What edges call words: the trace's cells, and behind them a register for each thread, or the
    /// elements of the array in global memory.
    int places = 0;
    std::vector<int> column_of{};  ///< [place]; -1: none
    std::vector<FlowLevel> levels{};
    /// [level]: into columns. Steps of these edges are levels; where a value was read of a level
    /// before, it comes from the level above. What lies between (other arrays, registers) is passed
    /// over.
    std::vector<std::vector<Edge>> edges{};
    std::vector<Edge> output_edges{};
    std::vector<std::vector<int>> written{};    ///< [level]: places, in order
    std::vector<std::vector<int>> read{};       ///< [level]: places, as they stood above
    std::vector<std::vector<int>> constants{};  ///< [level]: places given what came from nowhere
    /// What was stored to the outputs, whatever it was made of.
    struct Stored {
        ArrayId array = ArrayId::none;
        std::int64_t address = 0;
        int level = 0;
        bool atomic = false;  ///< went into what stood there
    };
    std::vector<Stored> stored{};
    FlowValues values{};  ///< of threads, and of an array in global memory
    FlowArray input{};    ///< the one that most came from
    FlowArray output{};   ///< the one that most went to

    bool of_registers() const { return of == Columns::threads; }
};

/// Those of the launch, which follow each other.
StepSpan steps_of_launch(const Trace& trace, int launch);
/// All of them.
inline StepSpan all_steps(const Trace& trace) {
    return {0, trace.step_count()};
}

/// What flows in these steps. What earlier ones left in memory comes from nowhere.
Flow flow_of(const Trace& trace, int block, StepSpan steps);
inline Flow flow_of(const Trace& trace, int block) {
    return flow_of(trace, block, all_steps(trace));
}

}  // namespace stridescope
