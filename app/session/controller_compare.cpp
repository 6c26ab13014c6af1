// What the Controller does to compare: the two engines, and one run with another.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "app/analysis/cone.h"
#include "app/analysis/difference.h"
#include "app/session/controller.h"
#include "app/session/document.h"
#include "app/session/other_versions.h"
#include "app/session/presets.h"

namespace stridescope {
namespace {

/// ", in turn 2 of each block alone,", of a schedule that is another one in a few turns.
std::string turns_of(const Schedule& schedule) {
    if (schedule.in_all_turns()) return {};
    if (schedule.last_turn == 0) return ", for the order alone in which blocks start,";
    if (schedule.first_turn == schedule.last_turn)
        return fmt::format(", in turn {} of each block alone,", schedule.last_turn);
    return fmt::format(", in turns {}–{} of each block alone,",
                       std::max<std::uint64_t>(1, schedule.first_turn), schedule.last_turn);
}

/// How the run's machine is set, by what the window's fields are called.
std::string settings_of(const Experiment& run) {
    const auto order = [&]() -> std::string {
        switch (run.schedule.kind) {
            case Schedule::Kind::ascending: return "ascending";
            case Schedule::Kind::descending: return "descending";
            case Schedule::Kind::random: return fmt::format("random, seed {}", run.schedule.seed);
            default: return fmt::format("lanes, seed {}", run.schedule.seed);
        }
    }() + turns_of(run.schedule);
    if (!run.text.weak_memory) return fmt::format("the schedule {}", order);
    const LateStores& late = *run.text.weak_memory;
    std::string which;
    if (!late.are_all()) {
        which = late.first == late.last
                    ? fmt::format(", of store {} of each block alone,", late.last)
                    : fmt::format(", of stores {}–{} of each block alone,",
                                  std::max<std::uint64_t>(1, late.first), late.last);
    }
    return fmt::format("the schedule {} and weak memory, seed {}{}", order, late.seed, which);
}

/// "out[0]", of "out[0] is 12, not 17"; empty where the words are of something else.
std::string element_of(const std::string& words) {
    const std::size_t end = words.find("] is ");
    return end == std::string::npos ? std::string{} : words.substr(0, end + 1);
}

}  // namespace

void Controller::carry_out(const command::CompareEngines&) {
    state_.runs.comparing = {.now = true};
    asked_to_compare_ = Clock::now();
    comparer_.compare(state_.experiment);
}

void Controller::carry_out(const command::CancelComparing&) {
    comparer_.cancel();
    state_.runs.comparing.now = false;
}

void Controller::carry_out(const command::ShowItGoingWrong&) {
    if (!state_.runs.shown || state_.lesson.hides_faults()) return;
    state_.runs.searching = {.now = true};
    asked_to_search_ = Clock::now();
    searcher_.search(shown_experiment_, state_.runs.shown->trace);
}

/// Takes in what the searcher has found. Returns whether anything changed.
bool Controller::poll_searcher() {
    bool changed = false;
    if (auto outcome = searcher_.take()) {
        state_.runs.searching.now = false;
        changed = true;
        const ScheduleSearch& search = outcome->search;
        if (!outcome->error.empty()) {
            say(false, outcome->error);
        } else if (!search.found) {
            say(true, fmt::format(
                          "{} other schedules came to the same result: none was found in which it "
                          "goes wrong.",
                          search.tried));
        } else {
            carry_out(command::ShowPair{shown_experiment_, search.found->experiment});
            std::string where;
            const auto parting = search.found->run != nullptr && state_.trace() != nullptr
                                     ? first_parting(*state_.trace(), *search.found->run)
                                     : std::nullopt;
            if (parting) {
                carry_out(command::SelectBlock{parting->block});
                carry_out(command::Jump{parting->step});
                // What differs is framed in both runs' pictures.
                const bool marked = parting->cell >= 0 || parting->thread >= 0;
                if (marked) {
                    carry_out(command::Select{{.thread = parting->thread, .word = parting->cell}});
                }
                where = fmt::format(" They part here, in step {}: {}{}.", parting->step + 1,
                                    parting->words, marked ? " (framed in both)" : "");
            } else if (const std::string element = element_of(search.found->words);
                       search.found->run != nullptr && state_.trace() != nullptr &&
                       has_element(*state_.trace(), element)) {
                // Only results differ: what this one is made of, here and there.
                carry_out(command::Set{setting::look<&Look::element>, element});
                where = fmt::format(" Both trees show what {} is made of.", element);
            }
            say(true,
                fmt::format("With {} {}: that run stands beside this one.{}",
                            settings_of(search.found->experiment), search.found->words, where));
        }
    }
    return note_progress(state_.runs.searching, asked_to_search_, 0) || changed;
}

/// Takes in what the comparer has to say. Returns whether anything changed.
bool Controller::poll_comparer() {
    bool changed = false;
    if (!state_.runs.gpu.known) {
        if (auto problem = comparer_.gpu_problem()) {
            state_.runs.gpu = {true, std::move(*problem)};
            changed = true;
        }
    }
    if (auto outcome = comparer_.take()) {
        state_.runs.comparing.now = false;
        say(outcome->fine, outcome->text);
        changed = true;
    }
    return note_progress(state_.runs.comparing, asked_to_compare_, comparer_.share()) || changed;
}

void Controller::hold(HeldRun run) {
    run.number = state_.comparison.held.number + 1;
    state_.comparison.held = std::move(run);
    state_.comparison.against_held = state_.comparison.on = true;
}

void Controller::begin_fetching() {
    state_.comparison.fetching = {.now = true};
    asked_to_hold_ = Clock::now();
}

void Controller::carry_out(const command::HoldShown&) {
    if (!state_.runs.shown) return;
    carry_out(command::CancelHolding{});
    hold({.trace = state_.runs.shown->trace,
          .name = experiment_title(state_.runs.shown->trace->experiment()),
          .experiment = shown_experiment_,
          .opened_from = state_.runs.shown->opened_from});
}

void Controller::carry_out(const command::HoldExperiment& c) {
    if (!managed([&] { fetched_ = with_text(c.experiment); })) return;
    begin_fetching();
    held_recorder_.record(fetched_);
}

void Controller::carry_out(const command::HoldFile& c) {
    if (is_text_path(c.path)) {
        carry_out(command::HoldExperiment{
            run_of_text({.path = whole_path(c.path).string()}, state_.experiment)});
        return;
    }
    begin_fetching();
    held_recorder_.open(c.path);
}

void Controller::carry_out(const command::CancelHolding&) {
    held_recorder_.cancel();
    state_.comparison.fetching.now = false;
}

/// Takes in the run that is to be held. Returns whether anything changed.
bool Controller::poll_held() {
    bool changed = false;
    for (const Recorder::Outcome& outcome : held_recorder_.take()) {
        changed = true;
        state_.comparison.fetching.now = false;
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
    return note_progress(state_.comparison.fetching, asked_to_hold_, held_recorder_.share()) ||
           changed;
}

// What the Controller does to show two runs side by side.

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
