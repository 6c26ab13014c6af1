#include "app/session/step_text.h"

#include <fmt/format.h>

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
    if (recording.trace->blocks() > 1) {
        text += fmt::format(" in {} blocks", recording.trace->blocks());
    }
    if (!banks || counts.requests() == 0) return text;
    text += " · " + counted(counts.requests(), "request");
    if (counts.excess() == 0) return text + ", no conflict";
    return text + fmt::format(", up to {}-way: {} excess {}", counts.max_degree,
                              with_commas(counts.excess()),
                              counts.excess() == 1 ? "wavefront" : "wavefronts");
}

}  // namespace stridescope
