// The controller's part in what is looked at: block, request, wavefront, pane, and the cursor over
// what happens between blocks; and when a recording is there, what it was asked for is shown, at
// the place that one was at.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/grid.h"
#include "app/analysis/lane_use.h"
#include "app/analysis/matrices.h"
#include "app/experiment/text/library_texts.h"
#include "app/playback/playback.h"
#include "app/session/controller.h"
#include "app/session/opened_arguments.h"
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
        look.global_request =
            moved(*trace, state_.block, step, Space::global, look.global_request, c.move);
    } else if (c.view == View::divergence) {
        look.warp = moved_warp(*trace, state_.block, step, look.warp, c.move);
    } else if (c.view == View::fragment) {
        look.wave = 0;
        look.request = moved_matrices(*trace, state_.block, step, look.request, c.move);
    } else {
        look.wave = 0;
        look.request = moved(*trace, state_.block, step, Space::shared, look.request, c.move);
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
        return other ? other->shared.wavefronts : 0;
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

namespace {

/// Puts `item` first; an equal one from before goes, and what is too old.
template <class T>
void put_first(std::vector<T>& list, const T& item) {
    std::erase(list, item);
    list.insert(list.begin(), item);
    if (list.size() > most_recent) list.resize(most_recent);
}

bool same_kernel(const Trace& one, const Trace& other) {
    return std::ranges::equal(one.launches(), other.launches(), {}, &LaunchFacts::kernel,
                              &LaunchFacts::kernel);
}

}  // namespace

void Controller::show(std::shared_ptr<const Recording> recording) {
    const Trace& next = *recording->trace;
    const Trace* before = state_.trace();
    const bool is_other = before != &next;
    if (is_other) {
        forget_question();
        // A first picture begins where it was left, or at the beginning; a changed knob keeps the
        // place.
        int step = std::clamp(std::exchange(first_step_, 0), 0, std::max(next.step_count() - 1, 0));
        if (before != nullptr) {
            step = opening_ ? 0 : same_place(before->steps(), state_.playback.step(), next.steps());
        }
        state_.display.fault.reset();
        const bool other = before != nullptr && !same_kernel(*before, next);
        if (is_new_text(step, other)) {
            step = begin_at_fault(*recording);
            show_memory_it_uses(before, next);
        }
        state_.playback.reset(next.step_count(), step);
        state_.block = std::clamp(state_.block, 0, std::max(next.blocks() - 1, 0));
        std::vector<std::int64_t> times;
        for (const GridEvent& event : next.grid_events()) times.push_back(event.time);
        state_.grid.reset(std::move(times));
        ++state_.runs.recordings;
        const bool same_text = before != nullptr && before->text() == next.text();
        if (!exists_in(next, state_.display.look.selection) ||
            (state_.display.look.selection.of_text() && !same_text)) {
            state_.display.look.selection = {};
        }
        state_.display.pointed = {};
        state_.display.look.wave = 0;
        if (before != nullptr && !same_kernel(*before, next)) let_go_of_choices(next);
        if (opening_) {
            if (before != nullptr && state_.experiment != next.experiment()) {
                leave_knobs(false);
            }
            take_over_text_of(next, recording->opened_from);
            state_.edit.impossible.clear();
            note_recent_file(recording->opened_from);
            show_times(next);
        }
        shown_experiment_ = opening_ ? state_.experiment : requested_;
        note_recent(shown_experiment_);
        state_.edit.undo_words = history_.undo_words(state_.experiment);
        state_.edit.redo_words = history_.redo_words(state_.experiment);
    }
    state_.runs.shown = std::move(recording);
    const bool trace_there =
        !trace_due_.empty() && state_.runs.shown->opened_from == trace_due_.string();
    if (trace_there || (bookmark_due_ && *bookmark_due_ == shown_experiment_)) place_bookmark();
    if (vantage_due_) place_vantage();
    if (is_other) begin_grid_at_step();
}

namespace {

/// A page about what happens between blocks speaks of all of it, not of the end of one of them.
bool is_about_the_end(const LessonState& lesson) {
    if (!lesson.open()) return false;
    const Bookmark& mark = lesson.play.current().bookmark;
    return mark.step == "last" && mark.view() == View::grid;
}

}  // namespace

/// One cursor: where the first step stands, nothing has happened between blocks; elsewhere what the
/// block that is shown has seen.
void Controller::begin_grid_at_step() {
    if (is_about_the_end(state_.lesson)) {
        state_.grid.jump(state_.grid.count());
        return;
    }
    const int step = state_.playback.step();
    const auto seen = step > 0 ? events_until(*state_.trace(), state_.block, step) : std::size_t{0};
    if (seen) state_.grid.jump(*seen);
}

/// Whether it is the first run of a text that somebody has opened, pasted or begun. The program's
/// own are gone through side by side, and so at the same step.
bool Controller::is_new_text(int step, bool other_kernel) {
    const std::uint64_t number = state_.document ? state_.document->number : 0;
    const bool other = std::exchange(shown_document_, number) != number || other_kernel;
    // A first picture that was left elsewhere stays there, and a lesson says where it begins.
    const bool led = state_.runs.shown == nullptr && step > 0;
    const bool stays = std::exchange(keeps_place_, false);
    if (own_text(state_.experiment.text) != nullptr) return false;
    return number != 0 && other && !led && !stays && !state_.lesson.open();
}

/// The step in which the first fault shows; without one the first.
int Controller::begin_at_fault(const Recording& recording) {
    const Finding* fault = first_fault(recording.findings);
    if (!fault || fault->step < 0) return 0;
    state_.display.fault = 0;
    if (fault->block < recording.trace->blocks()) state_.block = fault->block;
    return fault->step;
}

/// A text without shared memory has no banks that conflict; what it does to global memory is seen
/// instead, until one comes that has some.
void Controller::show_memory_it_uses(const Trace* before, const Trace& next) {
    View& view = state_.display.look.view;
    const bool none = next.words() == 0, had_none = before != nullptr && before->words() == 0;
    if (none && view == View::heatmap && is_worth_seeing(View::global, next)) view = View::global;
    if (!none && had_none && view == View::global) view = View::heatmap;
}

/// What was chosen in pictures of another kernel means nothing in those of this one, and a view
/// that has nothing to show of it makes room for one that has.
void Controller::let_go_of_choices(const Trace& next) {
    Look& look = state_.display.look;
    // What is selected both runs may have.
    const Selection selected = look.selection;
    let_go_of_run(look);
    look.selection = selected;
    if (!is_worth_seeing(look.view, next)) look.view = View::heatmap;
    if (look.alone && !state_.presenter.presentation && !is_worth_seeing(*look.alone, next)) {
        look.alone.reset();
    }
    View& front = state_.display.front;
    const bool text = front == View::source && state_.document;
    if (!text && !is_worth_seeing(front, next)) {
        const auto shows = [&next](View view) { return why_not(view, next).empty(); };
        front = *std::ranges::find_if(all_views, shows);
    }
}

/// The knobs are those of a trace that was opened. Its text is looked at, not edited, unless it is
/// the one that is being edited.
void Controller::take_over_text_of(const Trace& trace, const std::string& opened_from) {
    const TextSpec& spec = trace.experiment().text;
    const bool same = state_.document && state_.document->path == spec.path &&
                      state_.document->text() == spec.text;
    if (!same) {
        close_document();
        text_of_trace_ = spec.text;
    }
    state_.experiment = trace.experiment();
    state_.experiment.text.arguments = arguments_beside(trace, opened_from);
    for (const auto& [name, text] : trace.includes()) {
        if (find_included(name) == nullptr)  // the library's are found anyway
            state_.experiment.text.includes.emplace_back(name, text);
    }
    look_at_text();
}

/// Whoever opens a recording with times wants to see them; a lesson's page says by itself what is
/// seen, and so does who starts the window with a view.
void Controller::show_times(const Trace& opened) {
    if (opened.times() == nullptr || state_.lesson.open() || vantage_due_) return;
    Look& look = state_.display.look;
    if (state_.trace() == nullptr && look.alone) return;
    look.view = View::time;
    look.alone = View::time;
    state_.display.front = View::time;
}

void Controller::note_recent(const Experiment& shown) {
    Experiment experiment = shown;
    // What lies in a file is read from there again; one of the program's own it has anyway.
    if (experiment.text.path.empty() && own_text(experiment.text) == nullptr) return;
    if (!experiment.text.path.empty()) experiment.text.text.clear();
    auto& recent = state_.preferences.recent_experiments;
    // "1", "12" and "123" of a number that is typed are one experiment.
    const int run = opening_ ? 0 : requested_run_;
    if (run != 0 && run == recent_run_ && !recent.empty()) recent.erase(recent.begin());
    recent_run_ = run;
    put_first(recent, experiment);
}

void Controller::note_recent_file(const std::filesystem::path& path) {
    std::error_code unreadable;
    const std::filesystem::path whole = std::filesystem::absolute(path, unreadable);
    put_first(state_.preferences.recent_files,
              (unreadable ? path : whole).lexically_normal().string());
}

// The controller's part in a thread's variables: read whenever the run or the thread is another
// one.

void Controller::update_locals() {
    const Trace* trace = state_.trace_of_document();
    const int chosen = state_.display.look.selection.thread;
    const int thread = trace != nullptr && chosen < trace->threads() ? chosen : -1;
    const std::tuple wanted{thread < 0 ? 0 : state_.runs.recordings, thread < 0 ? 0 : state_.block,
                            thread};
    if (wanted == watched_) return;
    watched_ = wanted;
    LocalsState& locals = state_.runs.locals;
    locals = {};
    locals_.cancel();
    if (thread < 0) return;
    locals.why = why_no_locals(*trace, !state_.runs.shown->opened_from.empty());
    if (!locals.why.empty()) return;
    locals.reading = true;
    locals_.start({state_.runs.shown->trace, state_.block, thread});
}

/// Takes in what was read. Returns whether anything changed.
bool Controller::poll_locals() {
    auto read = locals_.take();
    if (!read) return false;
    state_.runs.locals = {.reading = false, .found = read->locals, .why = read->error};
    return true;
}

}  // namespace stridescope
