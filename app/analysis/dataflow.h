// Where values came from: the edges of the tree, one per operand of every recorded operation; asked
// of a trace, or of origins (value_origins.h) that somebody has already.
#pragma once

#include <cstdint>
#include <vector>

#include "app/analysis/value_origins.h"
#include "app/trace/trace.h"

namespace stridescope {

/// One operand that went into a cell that a step wrote, or into an element of the output. Words
/// here are cells (kernels/layout.h): those behind the shared array's are no words of it.
struct Edge {
    int step = 0;  ///< the step that wrote
    int thread = 0;
    /// The step that the value at `from_word` is from: the one before the load (-1: none), or the
    /// load's own, where the thread had written the word before in it, or any thread had before an
    /// earlier barrier.
    int from_step = -1;
    int from_word = -1;              ///< -1: from no cell, but
    std::int64_t from_address = -1;  ///< this element of an array in global memory, which is
    ArrayId from_array{};
    bool input = false;            ///< it is one of the input's: that was there before the run
    int to_word = -1;              ///< -1: to no cell, but
    std::int64_t to_address = -1;  ///< this element of the output
    ArrayId to_array{};            ///< which of a text's outputs
    bool combined = true;          ///< false: copied, no operation
    bool own = false;              ///< from_word == to_word: the element's own earlier value
    /// The value still stood there at the end of `from_step`: its snapshot shows it. Not so where
    /// threads race: which value was read is recorded nowhere.
    bool kept = true;
    /// Every load behind the written value went into it once; false for v + v.
    bool once = true;
    /// Whether the value at `from_address` is one of the input's.
    bool from_input() const { return from_address >= 0 && input; }
    /// A site of the operation that all operands go through; -1: there are several.
    int operation = -1;

    int row = 0;  ///< of the store: the operands of one write follow each other with the same one
};

/// Edges of every word the step wrote in a block, in order of row and thread. Sums that were
/// gathered in a register over several operations have one edge per load that went in.
std::vector<Edge> edges_of_step(const Trace& trace, int block, int step);

/// Edges of what the step stored to the output; not of what it stored to other arrays. Where the
/// section lives in the output, one edge for each element, in the last step: from what that left.
std::vector<Edge> output_edges_of_step(const Trace& trace, int block, int step);

/// Both of all steps of a text at once, which takes less than step by step: [step].
struct StepEdges {
    std::vector<std::vector<Edge>> cells, output;
};
StepEdges all_edges(const Trace& trace, int block);

/// Which cells the step read as they stood before it, not after a write of its own: one entry per
/// cell, 0 or 1.
std::vector<std::uint8_t> words_read_from_before(const Trace& trace, int block, int step);

/// The cell that the element's value stands in after the step: of two buffers, the one that was
/// written last.
int cell_after(const Trace& trace, int block, int step, int element);

/// What the step did to a cell.
struct WordUse {
    std::vector<int> readers, writers;  ///< threads, in order of their numbers
};
/// One entry per cell.
std::vector<WordUse> word_uses(const Trace& trace, int block, int step);

/// The edges of a step by origins. An atomic has the cell's own earlier value as an operand, too.
std::vector<Edge> edges_of_step(const Origins& origins, int step);
/// The edges to the output by origins: into all arrays in global memory that are written.
std::vector<Edge> output_edges_of_step(const Origins& origins, int step);
/// As words_read_from_before of a trace, by origins.
std::vector<std::uint8_t> words_read_from_before(const Origins& origins, int step);

/// Which value the load read, as the edge tells it: that of a cell, or of an element in global
/// memory.
void find_source(const Origins& origins, Made load, Edge& edge);

/// Whether the row stores to an array in global memory, or adds to one.
bool stores_to_output(const Origins& origins, int row);

}  // namespace stridescope
