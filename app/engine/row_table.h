// From the rows as a block recorded them (in order of arrival) to the trace's row table (in the
// order a person reads), the same for every block.
#pragma once

#include <cstdint>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// Where an event stands, in one number. Bits, high to low: step 16, iteration 22, line 14,
/// operand 10, event 2.
struct Place {
    static constexpr int step_shift = 48, iteration_shift = 26, line_shift = 12, operand_shift = 2;
    static constexpr int line_bits = 14;
    static constexpr int max_step = (1 << 16) - 2;
    static constexpr int max_iteration = (1 << 22) - 1;
    static constexpr int max_operand = (1 << 10) - 1;

    /// "This value came from no row": a constant, or global memory.
    static constexpr std::uint32_t no_origin = 0xFFFFFFFF;
};

/// A row as a block recorded it: what it is and the barriers passed before.
struct RecordedRow {
    std::uint64_t place = 0;                                          ///< operand filled in
    std::uint32_t left = Place::no_origin, right = Place::no_origin;  ///< recorded rows
    std::uint32_t interval = 0;
    bool operator==(const RecordedRow&) const = default;
};

/// The rows of one block in order of arrival: a value's origin stands before the value.
using RecordedRows = std::vector<RecordedRow>;

struct RowTable {
    static constexpr std::uint32_t left_out = Place::no_origin;

    std::vector<Site> sites;
    std::vector<Row> rows;
    /// [table][recorded row]: its index in `rows`, or `left_out`.
    std::vector<std::vector<std::uint32_t>> final_row;
};

/// Joins the tables of blocks that may have gone different ways into one. Rows of steps from
/// `steps` on are left out.
RowTable join_row_tables(const std::vector<const RecordedRows*>& tables, int steps);

}  // namespace stridescope
