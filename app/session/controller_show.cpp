// The controller's part when a recording is there: what it was asked for is shown, at the place
// that one was at.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/grid.h"
#include "app/experiment/text/library_texts.h"
#include "app/playback/playback.h"
#include "app/session/controller.h"
#include "app/session/opened_arguments.h"

namespace stridescope {
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
