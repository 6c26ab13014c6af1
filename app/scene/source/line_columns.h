// The columns that tell what a text's lines cost, wherever they stand beside its lines.
#pragma once

#include <cstdint>
#include <vector>

#include "app/analysis/lines.h"

namespace stridescope {

struct LineColumn {
    const char* name;
    bool in_all;  ///< over all steps, else of the step that is shown
    std::int64_t LineCounts::*count;

    std::int64_t of(const LineCounts& counts) const { return counts.*count; }
    /// Whether the line has anything to tell in this column.
    bool tells(const LineCounts& counts) const { return counts.requests > 0; }
    /// Whether the number is more than it need be.
    bool bad(const LineCounts& counts) const {
        return count == &LineCounts::excess && counts.excess > 0;
    }
};

using LineColumns = std::vector<LineColumn>;

/// What may be shown, the most columns first, for as little room as there is.
std::vector<LineColumns> line_column_choices();

}  // namespace stridescope
