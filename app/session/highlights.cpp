#include "app/session/highlights.h"

#include <algorithm>

#include "app/analysis/request_choice.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

/// One wavefront of the request; nothing of a request that is done before.
Selection wavefront_of(const Request& request, int wave) {
    if (wave > request.cost.wavefronts) return {};
    return {.warp = request.warp,
            .site = request.site,
            .iteration = request.iteration,
            .wavefront = wave};
}

/// Whether a wavefront that is shown alone is to be lit rather than what is chosen.
bool lights_wavefront(const AppState& state) {
    const Selection& chosen = state.display.look.selection;
    return state.wave() > 0 && state.sees(View::banks) && chosen.thread < 0 && chosen.word < 0 &&
           chosen.bank < 0;
}

}  // namespace

Selection lit_of(const AppState& state) {
    if (state.current_step() == nullptr || state.trace()->blocks() == 0)
        return state.display.look.selection;
    const Trace& trace = *state.trace();
    const int step = state.playback.step();
    if (lights_wavefront(state)) {
        const auto request = chosen_request(trace, state.block, step, state.display.look.request);
        return request ? wavefront_of(*request, state.wave()) : state.display.look.selection;
    }
    if (!state.presenter.spotlight || state.display.look.selection.any())
        return state.display.look.selection;
    return worst_conflict(trace, state.block, step);
}

Selection lit_of_other(const AppState& state) {
    const ShownPair* pair = state.pair();
    if (pair == nullptr) return {};
    if (lights_wavefront(state)) {
        const auto request =
            state.display.look.request
                ? request_beside(state, state.playback.step(), *state.display.look.request)
                : std::nullopt;
        return request ? wavefront_of(*request, state.wave()) : Selection{};
    }
    if (!state.presenter.spotlight || state.display.look.selection.any())
        return state.display.look.selection;
    return worst_conflict(*pair->right, state.other_block(), state.other_step());
}

int replay_length(const AppState& state) {
    if (state.current_step() == nullptr || state.trace()->blocks() == 0) return 0;
    const int step = state.playback.step();
    const auto request =
        chosen_request(*state.trace(), state.block, step, state.display.look.request);
    if (!request) return 0;
    const auto other = request_beside(state, step, choice_of(*request));
    return std::max(request->cost.wavefronts, other ? other->cost.wavefronts : 0);
}

std::optional<Request> request_beside(const AppState& state, int step,
                                      const RequestChoice& choice) {
    const ShownPair* pair = state.pair();
    if (pair == nullptr || !pair->same_text || pair->right->blocks() == 0) return std::nullopt;
    const auto& steps = pair->locked.steps;
    if (step < 0 || step >= std::ssize(steps)) return std::nullopt;
    const auto all =
        requests_of_step(*pair->right, state.other_block(), steps[static_cast<std::size_t>(step)]);
    const auto same = [&](const Request& request) { return choice_of(request) == choice; };
    const auto found = std::ranges::find_if(all, same);
    return found == all.end() ? std::nullopt : std::optional{*found};
}

}  // namespace stridescope
