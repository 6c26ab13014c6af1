#include "app/scene/source/line_columns.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>

namespace stridescope {
namespace {

/// The column of that count.
LineColumn column_of(std::int64_t LineCounts::*count) {
    return {*std::ranges::find(line_counts(), count, &LineCount::count)};
}

/// These of the step, and behind them of all steps.
LineColumns in_both(LineColumns columns) {
    const std::size_t count = columns.size();
    for (std::size_t k = 0; k < count; ++k) {
        columns.push_back(columns[k]);
        columns.back().in_all = true;
    }
    return columns;
}

}  // namespace

std::vector<LineColumns> line_column_choices(const LineTable& table) {
    using L = LineCounts;
    LineCounts total;
    for (const LineCounts& line : table.totals) total += line;
    const auto told = [&total](std::initializer_list<std::int64_t L::*> counts) {
        LineColumns columns;
        for (const auto count : counts) {
            if (total.*count != 0) columns.push_back(column_of(count));
        }
        return columns;
    };
    const LineColumns most = told({&L::requests, &L::wavefronts, &L::excess, &L::global_requests,
                                   &L::sectors, &L::ideal_sectors});
    const LineColumns costs = told({&L::wavefronts, &L::excess, &L::sectors, &L::ideal_sectors});
    std::vector<LineColumns> choices{in_both(most), in_both(costs), costs};
    const auto shared = total.excess > 0 ? &L::excess : &L::wavefronts;
    if (of_both_memories(costs)) choices.push_back(told({shared, &L::sectors}));
    // One at last: where the text does more than it need, or else of shared memory.
    const bool scattered = total.excess == 0 && total.sectors > total.ideal_sectors;
    choices.push_back(told({scattered || total.wavefronts == 0 ? &L::sectors : shared}));
    return choices;
}

bool of_both_memories(const LineColumns& columns) {
    return std::ranges::any_of(columns,
                               [&](const LineColumn& c) { return c.space != columns[0].space; });
}

}  // namespace stridescope
