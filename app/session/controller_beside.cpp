// What the Controller does to show two runs side by side.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "app/session/controller.h"
#include "app/session/unpadded.h"

namespace stridescope {

void Controller::carry_out(const command::ToggleBeside&) {
    state_.comparison.beside.on = !state_.comparison.beside.on;
    if (!state_.comparison.beside.on) return let_go_of_held();
    if (state_.comparable() || state_.comparison.fetching.now) return;
    // A run that is held is not given up for want of padding.
    state_.comparison.against_held = state_.comparison.held.trace != nullptr;
    // Beside what there is not, stands what is here: the next change of a knob tells them apart.
    if (state_.comparison.against_held) return;
    carry_out(command::HoldShown{});
}

/// Something else begins: nothing is compared any more with what was there before.
void Controller::let_go_of_held() {
    carry_out(command::CancelHolding{});
    state_.comparison.held = {.trace = nullptr, .number = state_.comparison.held.number};
    state_.comparison.against_held = state_.comparison.on = state_.comparison.beside.on = false;
}

void Controller::carry_out(const command::ShowPair& c) {
    state_.comparison.beside.on = true;
    carry_out(command::HoldExperiment{c.right});
    carry_out(command::SetExperiment{c.left});
}

void Controller::carry_out(const command::SwapSides&) {
    if (state_.pair() == nullptr) return;
    HeldRun other = state_.comparison.held;
    if (!state_.comparison.against_held || !other.trace) {
        // The other one is this experiment without padding.
        other = {.trace = state_.comparison.beside.pair->right, .experiment = shown_experiment_};
        if (auto plain = without_padding(shown_experiment_)) other.experiment = *plain;
    }
    carry_out(command::HoldShown{});
    if (!other.opened_from.empty()) {
        carry_out(command::OpenTrace{other.opened_from});
    } else if (other.experiment == state_.experiment && !state_.runs.shown->opened_from.empty()) {
        start(other.experiment);  // what a file says of the same experiment is another run
    } else {
        carry_out(command::SetExperiment{other.experiment});
    }
}

void Controller::carry_out(const command::JumpOther& c) {
    const ShownPair* pair = state_.pair();
    if (pair == nullptr) return;
    const std::vector<int>& steps = pair->locked.steps;
    if (pair->lock == StepLock::progress) {
        // The last that does not come after it, and from there on to it.
        const auto behind = std::ranges::upper_bound(steps, c.step);
        const int own = std::max(static_cast<int>(behind - steps.begin()) - 1, 0);
        carry_out(command::Jump{own});
        pass_other(c.step - steps[static_cast<std::size_t>(own)]);
        return;
    }
    // Several steps may belong to it, or none: the first that is not before it.
    const auto found = std::ranges::lower_bound(steps, c.step);
    carry_out(command::Jump{static_cast<int>(found - steps.begin())});
}

/// Keeps what is said of the two runs that are side by side in step with what is shown.
void Controller::update_pair() {
    BesideState& beside = state_.comparison.beside;
    const std::shared_ptr<const Trace> left =
        state_.runs.shown ? state_.runs.shown->trace : nullptr;
    const std::shared_ptr<const Trace> right = beside.on ? state_.comparable() : nullptr;
    // What was chosen in the other run's pictures goes with them.
    const auto has = [this](const std::shared_ptr<const Trace>& trace) {
        return trace && exists_in(*trace, state_.display.look.selection);
    };
    if (left && !has(left) && !has(right)) state_.display.look.selection = {};
    if (!left || !right) {
        beside.pair = nullptr;
        return;
    }
    const bool same_runs = beside.pair && beside.pair->left == left && beside.pair->right == right;
    if (same_runs && beside.pair->lock == beside.lock) return;
    ShownPair next;
    if (same_runs) {
        next = *beside.pair;
    } else {
        next.left = left;
        next.right = right;
        next.left_work = state_.runs.shown->work;
        next.right_work = work_table(*right);
        next.right_lines = std::make_shared<const LineTable>(line_table(*right));
        next.titles = run_titles(*left, *right);
        if (is_solution(*right) && !is_solution(*left))
            next.titles = {.left = {"Your text"}, .right = {"The solution"}};
        next.same_text = left->text() == right->text();
        next.number = ++pairs_;
    }
    next.lock = beside.lock;
    next.locked =
        locked_steps(pace_of(*left, next.left_work), pace_of(*right, next.right_work), beside.lock);
    beside.pair = std::make_shared<const ShownPair>(std::move(next));
}

}  // namespace stridescope
