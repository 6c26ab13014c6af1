// From the rows as a block recorded them (in order of arrival) to the trace's row table (in the
// order a person reads), the same for every block.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// Where an event stands, in one number. Bits, high to low: step 16, iteration 22, line 12,
/// operand 8, array 3, event 3.
struct EventKey {
    static constexpr int step_shift = 48, iteration_shift = 26, line_shift = 14, operand_shift = 6;
    static constexpr int array_shift = 3;
    static constexpr int iteration_bits = 22, line_bits = 12, operand_bits = 8, array_bits = 3,
                         event_bits = 3;
    static constexpr int max_step = (1 << 16) - 2;
    static constexpr int max_iteration = (1 << iteration_bits) - 1;
    static constexpr int max_operand = 254;

    /// "This value came from no row": a constant.
    static constexpr std::uint32_t no_origin = 0xFFFFFFFF;

    /// What is done, and with which array of global memory: the low bits of a place.
    static constexpr std::uint64_t done(Event event, ArrayId array = ArrayId::input) {
        return (static_cast<std::uint64_t>(array) << array_shift) |
               static_cast<std::uint64_t>(event);
    }
    static constexpr Event event_of(std::uint64_t place) {
        return static_cast<Event>(place & ((1U << event_bits) - 1));
    }
    static constexpr ArrayId array_of(std::uint64_t place) {
        return static_cast<ArrayId>((place >> array_shift) & ((1U << array_bits) - 1));
    }
};

/// Numbers the events of one line and iteration. Those of shared memory and operations are counted
/// by themselves, and so are those of the input, of the output, and of the kernel's own arrays in
/// global memory: where a condition leaves out a load from one, nothing else of the line moves into
/// its neighbours' request.
class Operands {
  public:
    /// The number of an event that comes next, which is counted.
    std::uint64_t take(Event event, ArrayId array) {
        const auto kind = std::min(static_cast<std::size_t>(array), std::size_t{2});
        std::uint8_t& seen = seen_[is_global(event) ? 1 + kind : 0];
        return seen > EventKey::max_operand ? seen : seen++;
    }

  private:
    std::array<std::uint8_t, 4> seen_{};
};

/// A row as a block recorded it: what it is and the barriers passed before.
struct RecordedRow {
    std::uint64_t place = 0;                                                ///< operand filled in
    std::uint32_t left = EventKey::no_origin, right = EventKey::no_origin;  ///< recorded rows
    std::uint32_t interval = 0;
    bool operator==(const RecordedRow&) const = default;
};

/// The rows of one block in order of arrival: a value's origin stands before the value.
using RecordedRows = std::vector<RecordedRow>;

struct RowTable {
    static constexpr std::uint32_t left_out = EventKey::no_origin;

    std::vector<Site> sites;
    std::vector<Row> rows;
    /// [table][recorded row]: its index in `rows`, or `left_out`.
    std::vector<std::vector<std::uint32_t>> final_row;
};

/// Joins the tables of blocks that may have gone different ways into one. Rows of steps from
/// `steps` on are left out.
RowTable join_row_tables(const std::vector<const RecordedRows*>& tables, int steps);

}  // namespace stridescope
