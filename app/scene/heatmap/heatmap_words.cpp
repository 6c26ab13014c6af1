#include "app/scene/heatmap/heatmap_words.h"

#include <fmt/format.h>

#include <cmath>

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
