#include "app/ui/lights.h"

#include "app/scene/lit.h"
#include "app/scene/views.h"

namespace stridescope {

Selection lit_of(const AppState& state) {
    const Selection& chosen = state.selection;
    if (state.current_step() == nullptr || state.trace()->blocks() == 0) return chosen;
    const Trace& trace = *state.trace();
    const int step = state.playback.step();
    const bool of_cells = chosen.thread >= 0 || chosen.word >= 0 || chosen.bank >= 0;
    if (state.wave() > 0 && state.sees(View::banks) && !of_cells) {
        const auto request = chosen_request(trace, state.block, step, state.panes.request);
        if (!request) return chosen;
        return {.warp = request->warp,
                .site = request->site,
                .iteration = request->iteration,
                .wavefront = std::min(state.wave(), request->cost.wavefronts)};
    }
    if (!state.lectern.spotlight || chosen.any()) return chosen;
    return worst_conflict(trace, state.block, step);
}

}  // namespace stridescope
