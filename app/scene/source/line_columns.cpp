#include "app/scene/source/line_columns.h"

#include <algorithm>

namespace stridescope {
namespace {

constexpr LineColumn requests{"requests",
                              "What warps asked of shared memory: up to 32 lanes at once", false,
                              Space::shared, &LineCounts::requests};
constexpr LineColumn wavefronts{"wavefronts",
                                "What these requests cost: in each wavefront every bank gives "
                                "one word",
                                false, Space::shared, &LineCounts::wavefronts};
constexpr LineColumn excess{"excess",
                            "Wavefronts beyond one for each request: what bank conflicts cost",
                            false, Space::shared, &LineCounts::excess};
constexpr LineColumn global_requests{"requests",
                                     "What warps asked of global memory: up to 32 lanes at once",
                                     false, Space::global, &LineCounts::global_requests};
constexpr LineColumn sectors{"sectors",
                             "What these requests moved: sectors of 32 bytes. Bold where fewer "
                             "would do",
                             false, Space::global, &LineCounts::sectors};
constexpr LineColumn ideal{"ideal",
                           "Sectors that the same elements would fill if they lay side by side",
                           false, Space::global, &LineCounts::ideal_sectors};

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
    LineCounts total;
    for (const LineCounts& line : table.totals) total += line;
    const auto told = [&total](LineColumns columns) {
        std::erase_if(columns, [&](const LineColumn& c) { return c.of(total) == 0; });
        return columns;
    };
    const LineColumns most = told({requests, wavefronts, excess, global_requests, sectors, ideal});
    const LineColumns costs = told({wavefronts, excess, sectors, ideal});
    std::vector<LineColumns> choices{in_both(most), in_both(costs), costs};
    const LineColumn& shared = total.excess > 0 ? excess : wavefronts;
    if (of_both_memories(costs)) choices.push_back(told({shared, sectors}));
    // One at last: where the text does more than it need, or else of shared memory.
    const bool scattered = total.excess == 0 && total.sectors > total.ideal_sectors;
    choices.push_back(told({scattered || total.wavefronts == 0 ? sectors : shared}));
    return choices;
}

bool of_both_memories(const LineColumns& columns) {
    return std::ranges::any_of(columns,
                               [&](const LineColumn& c) { return c.space != columns[0].space; });
}

}  // namespace stridescope
