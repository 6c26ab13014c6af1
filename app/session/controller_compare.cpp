// What the Controller does to compare: the two engines, and one run with another.
#include <fmt/format.h>

#include <utility>

#include "app/session/controller.h"
#include "app/session/presets.h"

namespace stridescope {

void Controller::carry_out(const command::CompareEngines&) {
    state_.comparing = {.now = true};
    asked_to_compare_ = Clock::now();
    comparer_.compare(state_.experiment);
}

void Controller::carry_out(const command::CancelComparing&) {
    comparer_.cancel();
    state_.comparing.now = false;
}

void Controller::carry_out(const command::GoToPlace& c) {
    if (c.message >= state_.messages.size()) return;
    const std::optional<RunStep>& place = state_.messages[c.message].place;
    // Of another run the step of that number is another one.
    if (!place || !state_.shows_run_of(*place)) return;
    carry_out(command::SelectBlock{place->block});
    carry_out(command::Jump{place->step});
}

/// Takes in what the comparer has to say. Returns whether anything changed.
bool Controller::poll_comparer() {
    bool changed = false;
    if (!state_.gpu.known) {
        if (auto problem = comparer_.gpu_problem()) {
            state_.gpu = {true, std::move(*problem)};
            changed = true;
        }
    }
    if (auto outcome = comparer_.take()) {
        state_.comparing.now = false;
        say(outcome->fine, std::move(outcome->text));
        state_.messages.back().place = std::move(outcome->place);
        changed = true;
    }
    if (state_.comparing.now) {
        const std::chrono::duration<double> spent = Clock::now() - asked_to_compare_;
        state_.comparing.seconds = spent.count();
        state_.comparing.share = comparer_.share();
        changed = changed || state_.comparing.is_long();
    }
    return changed;
}

void Controller::hold(HeldRun run) {
    run.number = state_.held.number + 1;
    state_.held = std::move(run);
    state_.against_held = state_.compare = true;
}

void Controller::begin_fetching() {
    state_.fetching = {.now = true};
    asked_to_hold_ = Clock::now();
}

void Controller::carry_out(const command::HoldShown&) {
    if (!state_.shown) return;
    carry_out(command::CancelHolding{});
    hold({.trace = state_.shown->trace,
          .name = experiment_title(state_.shown->trace->experiment()),
          .experiment = shown_experiment_,
          .opened_from = state_.shown->opened_from});
}

void Controller::carry_out(const command::HoldExperiment& c) {
    begin_fetching();
    fetched_ = c.experiment;
    held_recorder_.record(c.experiment);
}

void Controller::carry_out(const command::HoldTrace& c) {
    begin_fetching();
    held_recorder_.open(c.path);
}

void Controller::carry_out(const command::CancelHolding&) {
    held_recorder_.cancel();
    state_.fetching.now = false;
}

/// Takes in the run that is to be held. Returns whether anything changed.
bool Controller::poll_held() {
    bool changed = false;
    for (const Recorder::Outcome& outcome : held_recorder_.take()) {
        changed = true;
        state_.fetching.now = false;
        if (!outcome.recording) {
            say(false, fmt::format("There is nothing to compare with. {}", outcome.error));
            continue;
        }
        const Trace& trace = *outcome.recording->trace;
        const std::filesystem::path file = outcome.recording->opened_from;
        hold(
            {.trace = outcome.recording->trace,
             .name = file.empty() ? experiment_title(trace.experiment()) : file.filename().string(),
             .experiment = file.empty() ? fetched_ : trace.experiment(),
             .opened_from = file.string()});
        held_recorder_.cancel();  // the same without padding is not wanted
        break;
    }
    if (state_.fetching.now) {
        const std::chrono::duration<double> spent = Clock::now() - asked_to_hold_;
        state_.fetching.seconds = spent.count();
        state_.fetching.share = held_recorder_.share();
        changed = changed || state_.fetching.is_long();
    }
    return changed;
}

}  // namespace stridescope
