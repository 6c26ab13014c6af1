#include "app/scene/heatmap/compare_sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/analysis/work.h"
#include "app/scene/scene_parts.h"

namespace stridescope {
namespace {

constexpr const char* no_conflicts = "No bank conflicts in either run.";

/// "2.5×", "22×".
std::string times(std::int64_t large, std::int64_t small) {
    const double ratio = static_cast<double>(large) / static_cast<double>(small);
    return ratio < 9.95 ? fmt::format("{:.1f}×", ratio)
                        : scene_parts::with_commas(std::llround(ratio)) + "×";
}

}  // namespace

std::string compare_sentence(const WorkCounts& before, const WorkCounts& after,
                             std::string_view after_name) {
    using scene_parts::with_commas;
    const std::int64_t was = before.excess(), is = after.excess();
    const std::string change =
        fmt::format("Excess wavefronts {} → {}", with_commas(was), with_commas(is));
    if (was == 0 && is == 0) return no_conflicts;
    if (was == is) return change + ": no difference";
    if (is == 0) return change + ": all gone";
    if (is < was) return fmt::format("{} ({} fewer)", change, times(was, is));
    const std::string ratio = was == 0 ? "" : fmt::format(" ({} more)", times(is, was));
    return fmt::format("{}{}: {} adds conflicts here", change, ratio, after_name);
}

std::string compare_briefly(const WorkCounts& before, const WorkCounts& after) {
    return fmt::format("Excess {} → {}", scene_parts::with_commas(before.excess()),
                       scene_parts::with_commas(after.excess()));
}

std::string excess_of_two(const WorkCounts& own, const WorkCounts& other) {
    using scene_parts::with_commas;
    const std::int64_t here = own.excess(), there = other.excess();
    if (here == 0 && there == 0) return no_conflicts;
    const std::string counts =
        fmt::format("Excess wavefronts {} : {}", with_commas(here), with_commas(there));
    if (here == there) return counts + ": no difference";
    const char* fewer = here < there ? "this" : "the other";
    if (std::min(here, there) == 0) return fmt::format("{} (none in {} run)", counts, fewer);
    return fmt::format("{} ({} as many in {} run)", counts,
                       times(std::max(here, there), std::min(here, there)),
                       here < there ? "the other" : "this");
}

}  // namespace stridescope
