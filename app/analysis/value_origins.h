// Where the values of a text's block came from, event by event: back through operations, registers
// of other threads and memory. Everything is followed along recorded rows; nothing is computed
// again.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// What one thread did in a row. It stands for the value that was made, read or stored there.
struct Made {
    int row = TraceRow::none;
    int thread = 0;
    int element = 0;  ///< of a row that moves several elements at once

    auto operator<=>(const Made&) const = default;
};

class Origins {
  public:
    Origins(const Trace& trace, int block);

    /// Whose value stood in a cell, or in an element of global memory, when it was read. The lanes
    /// of a warp go along together: between them the order of rows tells what came before.
    struct Writers {
        Made base{};               ///< the last store; its row is none: nobody had stored anything
        std::vector<Made> adds{};  ///< atomics since then, in no order
        /// False where threads race: which value was read is recorded nowhere. And of what came
        /// from another block of the cluster.
        bool known = true;
        bool kept = true;  ///< the value still stood there at the end of the step it was stored in

        bool any() const { return base.row != TraceRow::none || !adds.empty(); }
    };
    /// Who wrote what a load, or an atomic, of shared memory read.
    Writers writers_of_cell(Made load) const;
    /// In global memory: what the block itself did to the element before.
    Writers writers_of_element(Made load) const;
    /// Whether what a load of global memory read is what the element held before the run: it is of
    /// the first launch, its block had not written the element, and no recorded block reads of the
    /// array what another one writes.
    bool reads_from_before(Made load) const;

    /// Whose value stands in a cell when the step is done, and in an element of global memory in
    /// the end.
    Writers writers_after(int cell, int step) const;
    Writers writers_in_the_end(ArrayId array, std::int64_t element) const;

    /// The cell that the event reaches, or -1.
    int cell(Made at) const;
    /// The element of the array in global memory that it reaches.
    std::int64_t address(Made at) const;

    /// What the value was made of, without what lies between: of an operation its operands, of a
    /// store or an atomic what was stored, of a shuffle the other thread's value; of loads nothing.
    /// Moves are no events of their own. Operands that nothing recorded goes into are left out.
    void operands(Made at, std::vector<Made>& out) const;

    /// Whether the operation's two operands are both told: neither is a constant, or made of
    /// indices and arguments only.
    bool has_both_operands(int op) const {
        return row(op).left != TraceRow::none && row(op).right != TraceRow::none;
    }

    /// All that a value comes from: operands of operands, back to loads and atomics, left ones
    /// first, each once.
    struct Loads {
        std::vector<Made> loads{};
        bool once = true;       ///< there is but one way from the value to each of them
        bool combined = false;  ///< an operation lies between
        /// A site of the operation, where all of them are the same one and nothing else goes in.
        int operation = -1;
    };
    /// The loads that the value was made of which a store, or an atomic, was given.
    Loads loads_of(Made store) const;

    const Trace& trace() const { return trace_; }
    int block() const { return block_; }
    const TraceRow& row(int number) const {
        return trace_.rows()[static_cast<std::size_t>(number)];
    }
    const TraceSite& site(int number) const {
        return trace_.sites()[static_cast<std::size_t>(row(number).site)];
    }
    bool took_part(int number, int thread) const {
        return trace_.took_part(block_, number, thread);
    }
    /// How many threads took part in the row, and the first of them; some did.
    int threads_in(int number) const;
    int first_thread(int number) const;
    /// Calls f(made) for what each of them did there, element by element.
    template <class F>
    void for_each_event(int number, F&& f) const {
        const int elements = trace_.elements_moved(row(number).site);
        for (int thread = 0; thread < trace_.threads(); ++thread) {
            if (!took_part(number, thread)) continue;
            for (int element = 0; element < elements; ++element) f(Made{number, thread, element});
        }
    }

  private:
    struct Write {
        int row = TraceRow::none, thread = 0, element = 0;
        bool atomic = false;
        bool sent = false;  ///< by a thread of a block of its cluster
    };
    using List = std::vector<Write>;

    void note_writes();
    void note_sent(int number);
    void find_apart();
    template <class F>
    void for_each_global(ArrayId array, F&& f) const;
    Writers find(const List& writes, Made load) const;
    Writers standing(const List& writes, int last, int first_launch) const;
    void values_behind(int row, int thread, std::vector<Made>& out) const;
    void all_lanes(Made at, std::vector<Made>& out) const;
    const List* global_writes(Made load) const;

    const Trace& trace_;
    int block_;
    std::vector<List> of_cell_;  ///< [cell], in the order of rows
    using Place = std::pair<ArrayId, std::int64_t>;
    std::map<Place, List> of_element_;
    std::vector<ArrayId> apart_;  ///< see reads_from_before
};

}  // namespace stridescope
