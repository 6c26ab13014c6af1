// From the rows as a block recorded them (in order of arrival) to the trace's row table (in the
// order a person reads), the same for every block.
#pragma once

#include <cstdint>
#include <vector>

#include "app/engine/cpu/block_recorder.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The rows of one block, or of several that recorded the same ones.
using RecordedRows = std::vector<BlockRecorder::RecordedRow>;

struct RowTable {
    static constexpr std::uint32_t left_out = BlockRecorder::no_origin;

    std::vector<Site> sites;
    std::vector<Row> rows;
    /// [table][recorded row]: its index in `rows`, or `left_out`.
    std::vector<std::vector<std::uint32_t>> final_row;
};

/// Joins the tables of blocks that may have gone different ways into one. Rows of steps from
/// `steps` on are left out.
RowTable join_row_tables(const std::vector<const RecordedRows*>& tables, int steps);

}  // namespace stridescope
