#include "app/scene/heatmap/compare_sentence.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "app/analysis/work.h"
#include "app/scene/scene_parts.h"

namespace stridescope {

std::string compare_sentence(const WorkCounts& before, const WorkCounts& after,
                             std::string_view after_name) {
    using scene_parts::with_commas;
    const std::int64_t was = before.excess(), is = after.excess();
    const std::string change =
        fmt::format("Excess wavefronts {} → {}", with_commas(was), with_commas(is));
    const auto times = [](std::int64_t large, std::int64_t small) {
        const double ratio = static_cast<double>(large) / static_cast<double>(small);
        return ratio < 9.95 ? fmt::format("{:.1f}×", ratio)
                            : with_commas(std::llround(ratio)) + "×";
    };
    if (was == 0 && is == 0) return "No bank conflicts on either side.";
    if (was == is) return change + ": no difference";
    if (is == 0) return change + ": all gone";
    if (is < was) return fmt::format("{} ({} fewer)", change, times(was, is));
    const std::string ratio = was == 0 ? "" : fmt::format(" ({} more)", times(is, was));
    return fmt::format("{}{}: {} adds conflicts here", change, ratio, after_name);
}

}  // namespace stridescope
