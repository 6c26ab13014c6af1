#include "app/session/narration_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "app/analysis/grid.h"
#include "app/analysis/index_text.h"
#include "app/analysis/narration.h"
#include "app/analysis/number_text.h"
#include "app/analysis/request_choice.h"
#include "app/session/highlights.h"

namespace stridescope {
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
