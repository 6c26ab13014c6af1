// The controller's part in what is looked at: block, request, wavefront, pane, and the cursor over
// what happens between blocks.
#include <algorithm>
#include <cmath>

#include "app/analysis/lane_use.h"
#include "app/analysis/matrices.h"
#include "app/session/controller.h"
#include "app/session/view_requests.h"

namespace stridescope {

void Controller::carry_out(const command::ChangeSpeed& c) {
    const float now = state_.playback.speed();
    // The nearest that is offered, then on from there.
    const auto nearest = std::ranges::min_element(
        play_speeds, {}, [now](float speed) { return std::abs(std::log2(speed / now)); });
    const auto last = static_cast<int>(play_speeds.size()) - 1;
    const int at = static_cast<int>(nearest - play_speeds.begin()) + c.by;
    state_.playback.set_speed(play_speeds[static_cast<std::size_t>(std::clamp(at, 0, last))]);
}

void Controller::carry_out(const command::MoveGrid& c) {
    using To = command::MoveGrid::To;
    GridCursor& grid = state_.grid;
    switch (c.to) {
        case To::first: grid.jump(0); break;
        case To::back: grid.back(); break;
        case To::forward: grid.forward(); break;
        case To::last: grid.jump(grid.count()); break;
        case To::back_in_time: grid.back_in_time(); break;
        case To::forward_in_time: grid.forward_in_time(); break;
        case To::play: grid.toggle_play(); break;
    }
}

void Controller::carry_out(const command::SelectBlock& c) {
    const int blocks = state_.trace() != nullptr ? state_.trace()->blocks() : 0;
    const int block = std::clamp(c.block, 0, std::max(blocks - 1, 0));
    if (block != state_.block) forget_question();
    state_.block = block;
}

void Controller::carry_out(const command::ShowFault& c) {
    if (!state_.runs.shown || c.number >= state_.runs.shown->findings.size()) return;
    if (state_.lesson.hides_faults()) return;
    const Finding& found = state_.runs.shown->findings[c.number];
    state_.display.fault = c.number;
    if (found.step >= 0) carry_out(command::Jump{found.step});
    const Trace& trace = *state_.runs.shown->trace;
    if (found.step >= 0 && found.block < trace.blocks())
        carry_out(command::SelectBlock{found.block});
    state_.display.look.selection = exists_in(trace, found.at) ? found.at : Selection{};
}

void Controller::carry_out(const command::NextFault& c) {
    if (!state_.runs.shown) return;
    const std::vector<Finding>& all = state_.runs.shown->findings;
    // They stand first.
    const auto count = static_cast<int>(std::ranges::count_if(all, &Finding::is_fault));
    if (count == 0) return;
    const auto& last = state_.display.fault;
    const int from = last ? static_cast<int>(*last) : c.by > 0 ? -1 : 0;
    carry_out(command::ShowFault{static_cast<std::size_t>((from + c.by + count) % count)});
}

void Controller::carry_out(const command::NextConflict& c) {
    if (!state_.runs.shown) return;
    const std::vector<WorkRow>& steps = state_.runs.shown->work.rows;
    const auto count = static_cast<int>(steps.size());
    for (int k = 1, at = state_.playback.step(); k <= count; ++k) {
        at = (at + c.by + count) % count;
        if (steps[static_cast<std::size_t>(at)].counts.excess() > 0)
            return carry_out(command::Jump{at});
    }
}

void Controller::carry_out(const command::MoveRequest& c) {
    const Trace* trace = state_.trace();
    if (trace == nullptr || state_.current_step() == nullptr || trace->blocks() == 0) return;
    Look& look = state_.display.look;
    const int step = state_.playback.step();
    if (c.view == View::global) {
        look.global_request = moved_global(*trace, state_.block, step, look.global_request, c.move);
    } else if (c.view == View::divergence) {
        look.warp = moved_warp(*trace, state_.block, step, look.warp, c.move);
    } else if (c.view == View::fragment) {
        look.wave = 0;
        look.request = moved_matrices(*trace, state_.block, step, look.request, c.move);
    } else {
        look.wave = 0;
        look.request = moved(*trace, state_.block, step, look.request, c.move);
    }
}

void Controller::carry_out(const command::MoveWave& c) {
    const Trace* trace = state_.trace();
    if (trace == nullptr || state_.current_step() == nullptr || trace->blocks() == 0) return;
    Look& look = state_.display.look;
    if (c.by == 0) {
        look.wave = 0;
        return;
    }
    const int step = state_.playback.step();
    const auto beside = [this](int at, const RequestChoice& request) {
        const auto other = request_beside(state_, at, request);
        return other ? other->cost.wavefronts : 0;
    };
    const auto place = moved_wave(*trace, state_.block, step, look.request, state_.wave(),
                                  c.by > 0 ? 1 : -1, beside);
    if (!place) return;
    if (place->step != step) carry_out(command::Jump{place->step});
    look.request = place->request;
    look.wave = place->wave;
    state_.display.wave_step = place->step;
    replay_held_ = 0;
    bring_banks();
}

/// A wavefront is of no use unseen.
void Controller::bring_banks() {
    state_.display.look.view = View::banks;
    bring_in_front(View::banks);
    if (state_.display.look.alone) state_.display.look.alone = View::banks;
}

/// From the first wavefront of the request that is shown, or on from where it was stopped.
void Controller::carry_out(const command::PlayWaves&) {
    bool& on = state_.display.replaying;
    on = !on;
    if (!on) return;
    if (state_.playback.playing()) state_.playback.toggle_play();
    if (state_.wave() == 0 || state_.wave() >= replay_length(state_)) {
        state_.display.look.wave = 0;
        carry_out(command::MoveWave{1});
    }
    replay_held_ = 0;
    on = state_.wave() > 0;
    if (on) bring_banks();
}

/// Shows the replay's next wavefront when this one has been seen long enough; it ends with the
/// request. Returns whether anything changed.
bool Controller::advance_replay(double seconds) {
    bool& on = state_.display.replaying;
    if (!on) return false;
    // Somebody has gone elsewhere.
    if (state_.wave() == 0 || !state_.sees(View::banks) || state_.playback.playing()) {
        on = false;
        return true;
    }
    replay_held_ += seconds * state_.playback.speed() * waves_per_step;
    if (replay_held_ < 1) return false;
    if (state_.wave() >= replay_length(state_)) {
        on = false;
    } else {
        carry_out(command::MoveWave{1});
    }
    return true;
}

void Controller::carry_out(const command::ToggleEnlarged& c) {
    state_.ladder.open = false;
    if (state_.is_narrow()) return carry_out(command::ShowTab{c.view});
    // A presentation shows one picture, always.
    if (state_.display.look.alone == c.view && !state_.presenter.presentation) {
        state_.display.look.alone.reset();
    } else {
        state_.display.look.alone = c.view;
        if (facts_of(c.view).takes_turns) state_.display.look.view = c.view;
    }
}

void Controller::carry_out(const command::ShowTab& c) {
    state_.ladder.open = false;
    DisplayState& display = state_.display;
    display.knobs_front = !c.view;
    if (!c.view) return;
    display.look.alone.reset();
    bring_in_front(*c.view);
    if (facts_of(*c.view).takes_turns) display.look.view = *c.view;
}

/// Where one pane is seen at a time, it is this one.
void Controller::bring_in_front(View view) {
    state_.display.front = view;
    state_.display.knobs_front = false;
}

bool Controller::set_narrow(bool narrow) {
    if (state_.display.narrow == narrow) return false;
    state_.display.narrow = narrow;
    return true;
}

}  // namespace stridescope
