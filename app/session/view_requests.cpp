#include "app/session/view_requests.h"

#include <utility>

#include "app/session/highlights.h"
#include "app/session/recordings_of.h"

namespace stridescope {
namespace {

/// Requests of another text are other ones. Of the same one both runs go through their wavefronts
/// together, until both are done.
void choose_request(const AppState& state, Side side, Look& look) {
    const bool other = side == Side::other;
    const bool walks =
        !other || (look.request && request_beside(state, state.playback.step(), *look.request));
    look.wave = walks ? state.wave() : 0;
    if (!other || state.pair()->same_text) return;
    look.request.reset();
    look.global_request.reset();
}

}  // namespace

std::shared_ptr<const Trace> run_of(const AppState& state, Side side) {
    if (side == Side::own) return state.runs.shown ? state.runs.shown->trace : nullptr;
    return state.pair() != nullptr ? state.pair()->right : nullptr;
}

int step_of(const AppState& state, Side side) {
    return side == Side::own ? state.playback.step() : state.other_step();
}

int block_of(const AppState& state, Side side) {
    return side == Side::own ? state.block : state.other_block();
}

float progress_of(const AppState& state, Side side) {
    const int step = state.playback.step();
    if (side == Side::own || step == 0 || state.pair() == nullptr) return state.playback.progress();
    const int before = state.pair()->locked.steps[static_cast<std::size_t>(step - 1)];
    return before != state.other_step() ? state.playback.progress() : 1;
}

bool has_two_pictures(const AppState& state, View view) {
    return state.pair() != nullptr && facts_of(view).other != OtherRun::within;
}

bool shows_editor(const AppState& state) {
    if (!state.document) return false;
    return !state.presenter.presentation || !has_two_pictures(state, View::source);
}

std::shared_ptr<const Trace> run_within(const AppState& state, View view) {
    const ShownPair* pair = state.pair();
    switch (facts_of(view).other) {
        case OtherRun::beside: return nullptr;
        case OtherRun::either: return pair == nullptr ? state.compared() : nullptr;
        case OtherRun::within: break;
    }
    // What has nothing to show cannot stand beside anything.
    if (pair != nullptr) return why_not(view, *pair->right).empty() ? pair->right : nullptr;
    return state.compared_grid();
}

ViewRequest request_of(const AppState& state, View view, Side side, const Palette& palette,
                       Room room) {
    const bool beside = has_two_pictures(state, view);
    Subject subject{
        .trace = run_of(state, side),
        .at = {block_of(state, side), step_of(state, side),
               shown_progress(view, progress_of(state, side))},
        .other = beside ? run_of(state, side == Side::own ? Side::other : Side::own)
                        : run_within(state, view),
        .beside = beside,
        .palette = palette,
        .room = room,
        .costs = state.speaks_of_banks(),
        .lines = side == Side::own ? state.runs.shown->lines : state.pair()->right_lines};
    if (view == View::time && subject.trace != nullptr && subject.trace->times() == nullptr)
        subject.recordings = recordings_of(*subject.trace, state.measured);
    if (state.pair() != nullptr && subject.other != nullptr &&
        (view == View::time || facts_of(view).shares_scale)) {
        const Side there = side == Side::own ? Side::other : Side::own;
        subject.other_step = step_of(state, there);
        if (view != View::time) subject.other_block = block_of(state, there);
    }
    Look look = state.display.look;
    look.event = state.grid.events();
    // What else is chosen is lit in the picture as it is.
    look.selection = {.thread = look.selection.thread, .word = look.selection.word};
    choose_request(state, side, look);
    return view_request(view, std::move(subject), look);
}

}  // namespace stridescope
