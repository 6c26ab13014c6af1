#include "app/analysis/difference.h"

#include <algorithm>

namespace stridescope {
namespace {

WorkCounts up_to(const WorkTable& work, int steps) {
    WorkCounts sum;
    const std::size_t count = std::min(work.rows.size(), static_cast<std::size_t>(steps));
    for (std::size_t step = 0; step < count; ++step) sum += work.rows[step].counts;
    return sum;
}

}  // namespace

std::vector<Difference> differences(const WorkTable& a, const WorkTable& b) {
    return differences(a, static_cast<int>(a.rows.size()), b, static_cast<int>(b.rows.size()));
}

std::vector<Difference> differences(const WorkTable& a, int a_steps, const WorkTable& b,
                                    int b_steps) {
    const WorkCounts left = up_to(a, a_steps), right = up_to(b, b_steps);
    const auto done = [](const WorkTable& work, int steps) {
        return std::min(static_cast<std::int64_t>(work.rows.size()), std::int64_t{steps});
    };
    return {{"steps", "steps", done(a, a_steps), done(b, b_steps)},
            {"adds", "operations", left.adds, right.adds},
            {"barriers", "barriers", left.barriers, right.barriers},
            {"wavefronts", "wavefronts", left.wavefronts(), right.wavefronts()},
            {"requests", "requests", left.requests(), right.requests()},
            {"excess", "excess wavefronts", left.excess(), right.excess()}};
}

}  // namespace stridescope
