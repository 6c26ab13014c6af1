// The columns that tell what a text's lines cost, wherever they stand beside its lines.
#pragma once

#include <cstdint>
#include <vector>

#include "app/analysis/lines.h"

namespace stridescope {

struct LineColumn {
    const char* name;
    const char* tip;  ///< what is counted in it
    bool in_all;      ///< over all steps, else of the step that is shown
    Space space;      ///< whose accesses it counts, shared or global
    std::int64_t LineCounts::*count;

    std::int64_t of(const LineCounts& counts) const { return counts.*count; }
    /// Whether the line has anything to tell in this column.
    bool tells(const LineCounts& counts) const {
        return (space == Space::global ? counts.global_requests : counts.requests) > 0;
    }
    /// Whether the number is more than it need be.
    bool bad(const LineCounts& counts) const {
        return (count == &LineCounts::excess && counts.excess > 0) ||
               (count == &LineCounts::sectors && counts.sectors > counts.ideal_sectors);
    }
    const char* step_name() const { return in_all ? "all steps" : "this step"; }
    const char* space_name() const { return space == Space::global ? "global" : "shared"; }
};

using LineColumns = std::vector<LineColumn>;

/// What may be shown of such lines, the most columns first, for as little room as there is; at
/// least one choice. What would be 0 in every line of every step is left out.
std::vector<LineColumns> line_column_choices(const LineTable& table);

/// Whether columns of both memories are among them, so that it has to be said which are whose.
bool of_both_memories(const LineColumns& columns);

}  // namespace stridescope
