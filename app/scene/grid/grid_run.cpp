#include "app/scene/grid/grid_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {
namespace {

/// "1,234", "6.5".
std::string rounded(double number) {
    return number < 100 ? fmt::format("{:.3g}", number)
                        : with_commas(static_cast<std::int64_t>(number + 0.5));
}

/// "12 ticks", "1,234 ns".
std::string duration(double time, const std::string& clock) {
    return rounded(time) + " " + (clock == "tick" && time != 1 ? "ticks" : clock);
}

/// More messages than these, for each row: nobody could follow one of them.
constexpr std::size_t most_messages_a_row = 16;

int block_that_reads_most(const GridRun& run) {
    std::map<int, std::size_t> reads;
    for (const GridMessage& message : run.timeline.messages)
        ++reads[run.trace.grid_events()[message.read].block];
    return std::ranges::max_element(reads, {}, &std::pair<const int, std::size_t>::second)->first;
}

void choose_messages(GridRun& run, std::optional<int> block) {
    const auto& all = run.timeline.messages;
    const auto& events = run.trace.grid_events();
    run.messages = all;
    run.messages_of = -1;
    if (all.size() <= most_messages_a_row * run.timeline.rows.size()) return;
    const bool midst = run.events > 0 && run.events < events.size();
    run.messages_of = block   ? *block
                      : midst ? events[run.events - 1].block
                              : block_that_reads_most(run);
    std::erase_if(run.messages, [&](const GridMessage& message) {
        return events[message.read].block != run.messages_of &&
               events[message.written].block != run.messages_of;
    });
}

}  // namespace

GridRun run_of(const Trace& trace, std::optional<std::size_t> events, std::optional<int> block) {
    GridRun run{.trace = trace,
                .timeline = grid_timeline(trace),
                .arrays = shared_arrays(trace),
                .events = trace.grid_events().size(),
                .names = {kernel_title(trace)}};
    if (events) run.events = std::min(*events, run.events);
    run.now = run.events == trace.grid_events().size() ? run.timeline.end
              : run.events == 0                        ? 0
                                                       : run.timeline.times[run.events - 1];
    choose_messages(run, block);
    return run;
}

GridRun run_at(const Trace& trace, double now, std::optional<int> block) {
    GridRun run = run_of(trace, std::nullopt, block);
    const auto& times = run.timeline.times;
    run.events = static_cast<std::size_t>(
        std::ranges::count_if(times, [now](double time) { return time <= now; }));
    run.now = std::min(now, run.timeline.end);
    choose_messages(run, block);
    return run;
}

std::string messages_left_out(const GridRun& run) {
    if (run.messages_of < 0) return {};
    return fmt::format("{} of {} messages: those of block {}",
                       with_commas(std::ssize(run.messages)),
                       with_commas(std::ssize(run.timeline.messages)), run.messages_of);
}

std::int64_t longest_array(const GridRun& run) {
    std::int64_t longest = 0;
    for (const ArrayId id : run.arrays)
        longest = std::max(longest, run.trace.data().array(id).size());
    return longest;
}

std::vector<std::string> summaries_of(const GridRun& run) {
    const std::string& name = run.names.back();
    const std::string all = run.names.front() + ": " + counted(run.trace.grid(), "block");
    std::set<int> started, stuck;
    for (const GridSpan& span : run.timeline.spans) {
        started.insert(span.block);
        if (span.waits && span.end >= run.timeline.end) stuck.insert(span.block);
    }
    if (!stuck.empty()) {
        return {fmt::format("{}; {} deadlocked, {} never started", all, stuck.size(),
                            run.trace.grid() - std::ssize(started)),
                fmt::format("{}: deadlock", name), name};
    }
    const GridTotals totals = totals_of(run.timeline);
    const std::string unit = run.trace.clock();
    const std::string whole = duration(static_cast<double>(totals.time), unit);
    if (totals.waits == 0) {
        return {fmt::format("{} in {}; no block waits", all, whole),
                fmt::format("{}: {}, no waits", name, whole), name};
    }
    const std::string waits = counted(static_cast<std::int64_t>(totals.waits), "wait");
    return {
        fmt::format("{} in {}; {}, {} in total, the longest {}", all, whole, waits,
                    duration(totals.waited, unit), rounded(totals.longest_wait)),
        fmt::format("{}: {}, {} of {} in all", name, whole, waits, duration(totals.waited, unit)),
        fmt::format("{}: {}, {}", name, whole, waits), name};
}

std::string left_out(const GridRun& run) {
    std::string text;
    const std::int64_t longest = longest_array(run);
    if (longest > static_cast<std::int64_t>(most_elements)) {
        text += fmt::format("; the first {} of {} elements", most_elements, with_commas(longest));
    }
    if (run.timeline.spans.size() > most_spans) {
        text += fmt::format("; the first {} of {} bars",
                            with_commas(static_cast<std::int64_t>(most_spans)),
                            with_commas(std::ssize(run.timeline.spans)));
    }
    return text;
}

std::string span_tip(const GridRun& run, const GridSpan& span, const std::string& phase) {
    const auto& events = run.trace.grid_events();
    std::string tip = fmt::format("block {}: ", span.block);
    if (span.waits) {
        const GridEvent& wait = events[span.wait];
        tip += fmt::format("waits for {}[{}] in \"{}\", line {}", run.trace.name_of(wait.array),
                           wait.element, phase, wait.line);
    } else {
        tip += phase.empty() ? "runs" : phase;
    }
    if (run.trace.clock() == "tick") {
        return tip + fmt::format("\ntick {:.4g} … {:.4g}", span.begin, span.end);
    }
    return tip +
           fmt::format("\n{} … {}", rounded(span.begin), duration(span.end, run.trace.clock()));
}

}  // namespace stridescope::scene_parts
