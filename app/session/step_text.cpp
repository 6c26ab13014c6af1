#include "app/session/step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "app/analysis/grid.h"
#include "app/analysis/index_text.h"
#include "app/analysis/launch_names.h"
#include "app/analysis/narration.h"
#include "app/analysis/number_text.h"
#include "app/analysis/operation_names.h"
#include "app/analysis/request_choice.h"
#include "app/session/view_requests.h"

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

namespace {

/// What the wavefront that is shown alone does, in both of two runs side by side.
std::string wave_words(const AppState& state, const Request& request) {
    const auto other = request_beside(state, state.playback.step(), choice_of(request));
    if (!other) {
        return narrate_wave(*state.trace(), request,
                            std::min(state.wave(), request.cost.wavefronts));
    }
    return "Left: " + narrate_wave(*state.trace(), request, state.wave()) +
           " Right: " + narrate_wave(*state.pair()->right, *other, state.wave());
}

/// What just happened between blocks, as far as the grid's cursor has come.
std::string grid_words(const AppState& state) {
    const Trace& trace = *state.trace();
    const std::size_t events = state.grid.events();
    if (events == 0) return "No block has started yet.";
    const GridEvent& event = trace.grid_events()[events - 1];
    std::string words = fmt::format(
        "{} {}, event {} of {}: {}.", trace.clock() == "tick" ? "Tick" : trace.clock(),
        with_commas(event.time), with_commas(static_cast<std::int64_t>(events)),
        with_commas(static_cast<std::int64_t>(state.grid.count())), event_text(trace, event));
    if (event.kind != GridEvent::Kind::load && event.kind != GridEvent::Kind::wait) return words;
    // Who has written that last, where it was another block.
    for (std::size_t i = events - 1; i-- > 0;) {
        const GridEvent& before = trace.grid_events()[i];
        const bool writes =
            before.kind == GridEvent::Kind::store || before.kind == GridEvent::Kind::atomic;
        if (!writes || before.array != event.array || before.element != event.element) continue;
        if (before.block == event.block || before.value != event.value ||
            before.integer != event.integer) {
            break;
        }
        return words + fmt::format(" Block {} left it there in {} {}.", before.block,
                                   trace.clock() == "tick" ? "tick" : trace.clock(),
                                   with_commas(before.time));
    }
    return words;
}

}  // namespace

std::string narration_words(const AppState& state) {
    if (state.current_step() == nullptr || state.trace()->blocks() == 0) return {};
    if (state.lesson.hides_counts()) return "Hidden until you have answered.";
    const Trace& trace = *state.trace();
    const int step = state.playback.step();
    if (state.display.look.selection.thread >= 0 && state.wave() == 0) {
        return narrate_thread(trace, state.block, step, state.display.look.selection.thread);
    }
    // With all that has happened in sight the step is what is told.
    if (state.sees(View::grid) && state.grid.count() > 0 && !state.grid.at_end()) {
        return grid_words(state);
    }
    if (state.sees(View::global)) {
        const auto request =
            chosen_global_request(trace, state.block, step, state.display.look.global_request);
        if (request) return narrate_request(trace, *request);
    }
    if (state.sees(View::divergence))
        return narrate_lanes(trace, state.block, step, state.display.look.warp);
    if (!state.speaks_of_banks()) return narrate_work(trace, state.block, step);
    if (!state.sees(View::banks)) return narrate_step(trace, state.block, step);
    const auto request = chosen_request(trace, state.block, step, state.display.look.request);
    if (!request) return narrate_step(trace, state.block, step);
    if (state.wave() > 0) return wave_words(state, *request);
    return narrate_request(trace, *request);
}

}  // namespace stridescope
