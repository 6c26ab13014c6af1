#include "app/session/look_of.h"

#include "app/analysis/cone.h"
#include "app/session/view_requests.h"

namespace stridescope {

Look look_of(const AppState& state, View view) {
    const ViewFacts facts = facts_of(view);
    const Trace& trace = *state.trace();
    Look look = state.display.look;
    look.view = view;
    look.alone.reset();
    look.wave = state.wave();
    // Where nothing was recorded, there is no step and no block.
    if (trace.step_count() > 0) {
        look.step = state.playback.step();
        // Of a grid's blocks the first one is as good as none chosen: it is what one begins at.
        const bool chosen = !facts.by_events || state.block > 0;
        if (!facts.all_blocks && chosen) look.block = state.block;
    }
    if (facts.by_events) look.event = state.grid.events();
    // What was chosen in another run this one may not have.
    if (!(look.warp < trace.warps())) look.warp.reset();
    if (view != View::tree || !has_element(trace, look.element)) look.element.clear();
    if (has_two_pictures(state, view)) {
        look.lock = state.comparison.beside.lock;
        look.difference = false;
    }
    return look;
}

Look look_to_keep(const AppState& state) {
    Look look = state.display.look;
    look.wave = state.wave();
    if (state.trace() != nullptr) look.step = state.playback.step();
    if (state.block > 0) look.block = state.block;
    if (state.predict.on || state.lesson.open()) look.hide_later = false;
    return look;
}

}  // namespace stridescope
