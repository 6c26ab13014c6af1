#include "app/session/view_requests.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/analysis/cone.h"
#include "app/analysis/request_choice.h"
#include "app/experiment/text/library_texts.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

/// "kogge_stone" of "kogge_stone_8_warps", but "kogge_stone_double" of "kogge_stone_double".
const LibraryText* text_of_recording(const std::string& stem) {
    const LibraryText* best = nullptr;
    for (const LibraryText& text : library()) {
        const bool is_its = stem == text.id || stem.starts_with(text.id + "_");
        if (is_its && (best == nullptr || text.id.size() > best->id.size())) best = &text;
    }
    return best;
}

}  // namespace

std::vector<Recorded> recordings_of(const Trace& trace,
                                    const std::vector<std::filesystem::path>& shipped) {
    std::vector<Recorded> found;
    const auto own = std::ranges::find(library(), trace.text(), &LibraryText::text);
    if (own == library().end()) return found;
    for (const std::filesystem::path& path : shipped) {
        const std::string stem = path.stem().string();
        if (text_of_recording(stem) != &*own) continue;
        std::string with = stem.substr(std::min(own->id.size() + 1, stem.size()));
        std::ranges::replace(with, '_', ' ');
        found.push_back({with.empty() ? own->title : own->title + ", " + with, path.string()});
    }
    return found;
}

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
        // The first one of a grid's blocks is as good as none chosen: it is what one begins at.
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

namespace {

/// One wavefront of the request; nothing of a request that is done before.
Selection wavefront_of(const Request& request, int wave) {
    if (wave > request.shared.wavefronts) return {};
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
        const auto request =
            chosen_request(trace, state.block, step, Space::shared, state.display.look.request);
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
    const auto request = chosen_request(*state.trace(), state.block, step, Space::shared,
                                        state.display.look.request);
    if (!request) return 0;
    const auto other = request_beside(state, step, choice_of(*request));
    return std::max(request->shared.wavefronts, other ? other->shared.wavefronts : 0);
}

std::optional<Request> request_beside(const AppState& state, int step,
                                      const RequestChoice& choice) {
    const ShownPair* pair = state.pair();
    if (pair == nullptr || !pair->same_text || pair->right->blocks() == 0) return std::nullopt;
    const auto& steps = pair->locked.steps;
    if (step < 0 || step >= std::ssize(steps)) return std::nullopt;
    const auto all = requests_of_step(*pair->right, state.other_block(),
                                      steps[static_cast<std::size_t>(step)], Space::shared);
    const auto same = [&](const Request& request) { return choice_of(request) == choice; };
    const auto found = std::ranges::find_if(all, same);
    return found == all.end() ? std::nullopt : std::optional{*found};
}

}  // namespace stridescope
