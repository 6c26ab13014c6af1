#include "app/scene/heatmap/heatmap_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/analysis/work.h"
#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {
namespace {

std::string measure_name(HeatMeasure measure) {
    switch (measure) {
        case HeatMeasure::worst: return "worst degree";
        case HeatMeasure::total: return "wavefronts";
        case HeatMeasure::per_request: break;
    }
    return "wavefronts per request";
}

}  // namespace

std::string heatmap_subject(const HeatmapOptions& options, bool difference) {
    std::string text = options.measure == HeatMeasure::worst   ? "Bank conflicts"
                       : options.measure == HeatMeasure::total ? "Wavefronts"
                                                               : "Wavefronts per request";
    if (options.events == HeatEvents::loads) text += " of loads";
    if (options.events == HeatEvents::stores) text += " of stores";
    if (difference) text += ", difference";
    return fmt::format("{}, step by {}", text, options.axis == HeatmapAxis::bank ? "bank" : "warp");
}

std::string heatmap_legend(const HeatmapOptions& options, bool difference) {
    if (difference) return "none";
    switch (options.measure) {
        case HeatMeasure::worst: return "conflict degree (n-way)";
        case HeatMeasure::total: return "wavefronts";
        case HeatMeasure::per_request: break;
    }
    return "wavefronts per request";
}

std::string totals_text(const WorkCounts& t) {
    return fmt::format("{} · {} · {} excess", counted(t.requests(), "request"),
                       counted(t.wavefronts(), "wavefront"), with_commas(t.excess()));
}

std::string heat_number(double value, bool is_signed) {
    const double size = std::abs(value);
    std::string number =
        size == std::round(size) ? fmt::format("{:.0f}", size) : fmt::format("{:.1f}", size);
    if (!is_signed || value == 0) return number;
    return (value < 0 ? "−" : "+") + number;
}

std::string heat_tip(const HeatCell& cell, const HeatmapOptions& options) {
    if (cell.requests == 0) return untouched_words;
    const bool bank = options.axis == HeatmapAxis::bank;
    const char* what = options.events == HeatEvents::loads    ? "load"
                       : options.events == HeatEvents::stores ? "store"
                                                              : "request";
    const std::string text = cell.worst < 2
                                 ? "no conflict"
                                 : fmt::format("{}-way: a request wanted {} words of {} bank",
                                               cell.worst, cell.worst, bank ? "this" : "one");
    return text + fmt::format("\n{} took {}{}, {:.1f} each", counted(cell.requests, what),
                              counted(cell.wavefronts, "wavefront"), bank ? " in it" : "",
                              cell.value(HeatMeasure::per_request));
}

std::string heat_difference_tip(const HeatCell& before, const HeatCell& after, bool both,
                                const HeatmapOptions& options) {
    if (!both) return "only in this run: nothing to compare with";
    const double was = before.value(options.measure), is = after.value(options.measure);
    if (was == 0 && is == 0) return "not accessed in either run";
    const double change = is - was;
    return fmt::format("{}: {} → {}{}", measure_name(options.measure), heat_number(was, false),
                       heat_number(is, false),
                       change == 0  ? ", the same"
                       : change < 0 ? fmt::format(": {} fewer", heat_number(change, false))
                                    : fmt::format(": {} more", heat_number(change, false)));
}

std::string common_steps_text(const HeatPair& pair, int steps) {
    return fmt::format("{} of {} {} in both runs; the last row counts all", pair.common_steps,
                       counted(steps, "step"), pair.common_steps == 1 ? "is" : "are");
}

}  // namespace stridescope::scene_parts

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
