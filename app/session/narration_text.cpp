#include "app/session/narration_text.h"

#include <algorithm>

#include "app/analysis/index_text.h"
#include "app/analysis/narration.h"
#include "app/analysis/request_choice.h"
#include "app/session/lights.h"

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

}  // namespace

std::string narration_words(const AppState& state) {
    if (state.current_step() == nullptr || state.trace()->blocks() == 0) return {};
    if (state.lesson.hides_counts()) return "Hidden until you have answered.";
    const Trace& trace = *state.trace();
    const int step = state.playback.step();
    if (state.display.selection.thread >= 0 && state.wave() == 0) {
        return narrate_thread(trace, state.block, step, state.display.selection.thread);
    }
    if (state.sees(View::global)) {
        const auto request =
            chosen_global_request(trace, state.block, step, state.display.panes.global_request);
        if (request) return narrate_request(trace, *request);
    }
    if (state.sees(View::divergence))
        return narrate_lanes(trace, state.block, step, state.display.panes.warp);
    if (!state.sees(View::banks)) return narrate_step(trace, state.block, step);
    const auto request = chosen_request(trace, state.block, step, state.display.panes.request);
    if (!request) return narrate_step(trace, state.block, step);
    if (state.wave() > 0) return wave_words(state, *request);
    return narrate_request(trace, *request);
}

}  // namespace stridescope
