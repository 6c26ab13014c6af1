#include "app/scene/heatmap/compare_sentence.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "app/analysis/work.h"
#include "app/scene/scene_parts.h"
#include "app/trace/trace.h"

namespace stridescope {

std::string compare_sentence(const Trace& before, const WorkCounts& before_totals,
                             const Trace& after, const WorkCounts& after_totals,
                             std::string_view after_name) {
    using scene_parts::with_commas;
    const std::int64_t was = before_totals.excess(), is = after_totals.excess();
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
    // Only where nothing else differs is the layout to blame.
    const Padding padding = after.experiment().padding;
    const bool blame =
        scene_parts::differ_in_layout_only(before, after) && padding != Padding::none;
    const std::string ratio = was == 0 ? "" : fmt::format(" ({} more)", times(is, was));
    return fmt::format("{}{}: {} adds conflicts here", change, ratio,
                       !blame                            ? after_name
                       : padding == Padding::xor_swizzle ? "the swizzle"
                                                         : "padding");
}

}  // namespace stridescope
