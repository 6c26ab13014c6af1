#include "app/session/step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "app/analysis/launch_names.h"
#include "app/analysis/number_text.h"
#include "app/analysis/operation_names.h"

namespace stridescope {

std::string step_sentence(const Trace& trace, int step) {
    if (trace.step_count() == 0) return "no steps";
    const Step& s = trace.steps()[static_cast<std::size_t>(step)];
    return fmt::format("step {} of {}: {}", step + 1, trace.step_count(), name_of(s));
}

std::string step_facts(const Recording& recording, int step, bool banks) {
    if (recording.work.rows.empty()) return {};
    const WorkRow& row = recording.work.rows[static_cast<std::size_t>(step)];
    const WorkCounts& counts = row.counts;
    const auto counted = [](std::int64_t count, std::string_view noun) {
        return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
    };
    std::string text;
    if (counts.adds > 0) {
        text = counted(counts.adds, operation_noun(*recording.trace, step));
        if (row.adds_differ()) text += fmt::format(" (not {})", with_commas(*row.expected_adds));
        text += " by " + counted(counts.active_threads, "thread");
    } else {
        text = counted(counts.active_threads, "thread") + " active";
    }
    const Trace& trace = *recording.trace;
    const auto number =
        static_cast<std::size_t>(trace.steps()[static_cast<std::size_t>(step)].launch);
    const LaunchFacts& launch = trace.launches().at(number);
    const std::uint64_t grid = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
    const auto blocks = std::min(grid, static_cast<std::uint64_t>(trace.blocks()));
    if (blocks > 1) text += fmt::format(" in {} blocks", blocks);
    // Steps of several launches may be called the same.
    const std::size_t launches = trace.launches().size();
    if (launches > 1)
        text = fmt::format("launch {} of {}, {} · {}", number + 1, launches, launch_text(launch),
                           text);
    if (!banks || counts.requests() == 0) return text;
    text += " · " + counted(counts.requests(), "request");
    if (counts.excess() == 0) return text + ", no conflict";
    return text + fmt::format(", up to {}-way: {} excess {}", counts.max_degree,
                              with_commas(counts.excess()),
                              counts.excess() == 1 ? "wavefront" : "wavefronts");
}

}  // namespace stridescope
