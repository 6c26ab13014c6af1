// The controller's part in lessons: pages are turned, and what they show is set.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/io/printable.h"
#include "app/lesson/lesson_check.h"
#include "app/session/controller.h"
#include "app/session/presets.h"
#include "app/session/tour_stops.h"

namespace stridescope {
namespace {

/// Whether something on the page speaks of another run.
bool wants_other(const LessonPage& page) {
    const bool spoken_of = !(page.questions.empty() && page.checks.empty());
    return page.bookmark.has_other() && (spoken_of || page.bookmark.beside);
}

}  // namespace

void Controller::offer(std::vector<Lesson> lessons) {
    for (Lesson& lesson : lessons) {
        auto& all = state_.lesson.all;
        std::erase_if(all, [&](const auto& one) { return one->path == lesson.path; });
        all.push_back(std::make_shared<const Lesson>(std::move(lesson)));
    }
}

void Controller::carry_out(const command::OpenLesson& c) {
    const bool read = managed([&] {
        // As the menu's lessons are named, so that one knows which one follows.
        const auto path = std::filesystem::absolute(c.path).lexically_normal();
        state_.lesson.play = LessonPlay{std::make_shared<const Lesson>(read_lesson(path))};
    });
    if (!read) return;
    leave_page();
    carry_out(command::CloseExercise{});
    show_run();
    note_lesson_done();
    set_bookmark();
}

void Controller::carry_out(const command::GoToPage& c) {
    if (!state_.lesson.play.go(c.page)) return;
    leave_page();
    note_lesson_done();
    set_bookmark();
}

/// Who has answered all that a lesson asks has done it.
void Controller::note_lesson_done() {
    const LessonPlay& play = state_.lesson.play;
    if (!play.done()) return;
    const std::string name = play.lesson()->path.filename().string();
    auto& done = state_.preferences.lessons_answered;
    if (std::ranges::find(done, name) == done.end()) done.push_back(name);
}

void Controller::carry_out(const command::CloseLesson&) {
    // A picture that had all the room for the lesson's sake gives it back, to the knobs too.
    if (state_.lesson.open() && state_.lesson.play.current().bookmark.alone() &&
        !state_.presenter.presentation) {
        state_.display.look.alone.reset();
    }
    // So does what the page has chosen.
    if (state_.lesson.open() && state_.lesson.play.current().bookmark.selection().any())
        state_.display.look.selection = {};
    leave_page();
    if (text_scale_before_) {
        carry_out(
            command::Set{setting::text_scale, *std::exchange(text_scale_before_, std::nullopt)});
    }
    state_.lesson.play = {};
    state_.lesson.questions.clear();
    state_.lesson.problem.clear();
    bookmark_due_.reset();
    trace_due_.clear();
    carry_out(command::CancelLessonRun{});
    other_trace_ = nullptr;
}

void Controller::carry_out(const command::ToggleLessonKnobs&) {
    state_.lesson.knobs = !state_.lesson.knobs;
    // Beside a picture that has all the room there is none for them.
    if (state_.lesson.knobs) state_.display.look.alone.reset();
}

/// The tour passes pictures that a lesson's page hides behind one; at its end the page is as it
/// was.
void Controller::carry_out(const command::ShowTour& c) {
    const bool was_on = state_.presenter.tour.has_value();
    state_.presenter.tour = c.stop;
    if (c.stop) {
        const auto stop = static_cast<std::size_t>(std::clamp(*c.stop, 0, tour_length - 1));
        if (tour_stops[stop].among_all) state_.display.look.alone.reset();
    } else if (was_on && state_.lesson.open() && !state_.lesson.knobs) {
        const Bookmark& mark = state_.lesson.play.current().bookmark;
        if (mark.alone()) state_.display.look.alone = mark.view();
    }
}

void Controller::carry_out(const command::AnswerLesson& c) {
    const std::vector<Question>& questions = state_.lesson.questions;
    if (c.question >= questions.size()) return;
    const Question& question = questions[c.question];
    if (question.typed || c.option >= question.options.size()) return;
    if (question.several()) {
        state_.lesson.play.mark(c.question, c.option);
    } else {
        answer_question(c.question, {c.option}, question.options[c.option]);
    }
}

void Controller::carry_out(const command::SettleAnswer& c) {
    const LessonAnswer* answer = state_.lesson.play.answer_to(c.question);
    if (c.question >= state_.lesson.questions.size() || answer == nullptr ||
        answer->marked.empty()) {
        return;
    }
    const std::set<std::size_t> options = answer->marked;
    std::string words;
    for (const std::size_t option : options) {
        words += (words.empty() ? "" : "; ") + state_.lesson.questions[c.question].options[option];
    }
    answer_question(c.question, options, words);
}

void Controller::carry_out(const command::ShowHint& c) {
    if (c.question >= state_.lesson.questions.size()) return;
    state_.lesson.play.hint(c.question, state_.lesson.questions[c.question]);
}

void Controller::carry_out(const command::TypeAnswer& c) {
    if (c.question >= state_.lesson.questions.size()) return;
    const Question& question = state_.lesson.questions[c.question];
    if (!question.typed) return;
    if (const auto option = typed_option(question, c.words)) {
        answer_question(c.question, {*option}, c.words);
    } else {
        say(false, fmt::format("\"{}\" is not a number.", excerpt(c.words)));
    }
}

void Controller::answer_question(std::size_t index, const std::set<std::size_t>& options,
                                 std::string words) {
    LessonPlay& play = state_.lesson.play;
    const Question& question = state_.lesson.questions[index];
    if (play.answered(index)) return;
    play.answer(index, question, options, words);
    const std::vector<LessonAnswer::Try>& tries = play.answer_to(index)->tries;
    AnswerLine line = answer_line(question);
    line.attempt = static_cast<int>(tries.size());
    line.answer = std::move(words);
    line.right = tries.back().right;
    state_.answers.push_back(std::move(line));
    note_lesson_done();
    reveal_answered();
}

/// What the page asked for is shown once all of it is answered.
void Controller::reveal_answered() {
    if (state_.lesson.play.asks() || !state_.runs.shown) return;
    const std::string& step = state_.lesson.play.current().bookmark.reveal;
    if (step.empty()) return;
    state_.display.look.hide_later = state_.predict.on;
    try {
        carry_out(command::Jump{step_called(step, *state_.runs.shown->trace)});
    } catch (const UsageError& error) {
        say_of_page(error.what());
    }
}

/// What a page has set beside its run goes with it.
void Controller::leave_page() {
    if (std::exchange(held_for_page_, false)) {
        state_.comparison.held = {.trace = nullptr, .number = state_.comparison.held.number};
        state_.comparison.against_held = state_.comparison.beside.on = false;
    }
    if (std::exchange(locked_for_page_, false)) state_.presenter.locked = false;
    if (std::exchange(hides_for_page_, false)) {
        state_.display.look.hide_later = state_.predict.on;
    }
}

/// The page's run and its other one, side by side.
void Controller::show_beside_other() {
    const Bookmark& mark = state_.lesson.play.current().bookmark;
    const std::string file = mark.other_trace.string();
    const Experiment& other = other_trace_->experiment();
    hold({.trace = other_trace_,
          .name = file.empty() ? experiment_title(other) : mark.other_trace.filename().string(),
          .experiment = file.empty() ? other_of_page_ : other,
          .opened_from = file});
    state_.comparison.beside.on = held_for_page_ = true;
}

/// Records what the page wants to show, unless it is shown already; its place is set when it is.
void Controller::set_bookmark() {
    if (!state_.lesson.open()) return;
    state_.lesson.questions.clear();
    state_.lesson.problem.clear();
    questions_due_.reset();
    bookmark_due_.reset();
    trace_due_.clear();
    if (const std::string& missing = state_.lesson.play.current().bookmark.missing;
        !missing.empty()) {
        carry_out(command::CancelLessonRun{});
        state_.lesson.problem =
            fmt::format("This page has no run: {}. The pictures show another one.", missing);
        return;
    }
    fetch_other_of_page();
    if (const auto& file = state_.lesson.play.current().bookmark.trace; !file.empty()) {
        trace_due_ = file;
        const bool there = state_.runs.shown && !state_.runs.recording.now &&
                           state_.runs.shown->opened_from == file.string();
        if (there) {
            place_bookmark();
        } else {
            carry_out(command::OpenTrace{file});
        }
        return;
    }
    Experiment wanted = state_.lesson.play.current().bookmark.experiment;
    // A lesson is a lesson on either engine: the choice of it stays.
    if (wanted.engine == EngineChoice::automatic) wanted.engine = state_.experiment.engine;
    const bool there =
        state_.runs.shown && shown_experiment_ == wanted && !state_.runs.recording.now;
    bookmark_due_ = wanted;
    if (wanted != state_.experiment) leave_knobs(false);
    if (there && wanted == state_.experiment) {
        place_bookmark();
    } else {
        start(std::move(wanted));
    }
}

void Controller::place_bookmark() {
    bookmark_due_.reset();
    trace_due_.clear();
    const LessonPage& page = state_.lesson.play.current();
    const Bookmark& mark = page.bookmark;
    const Trace& trace = *state_.runs.shown->trace;
    try {
        carry_out(command::Jump{mark.step.empty() ? 0 : step_called(mark.step, trace)});
        if (mark.block() >= trace.blocks()) {
            throw UsageError(fmt::format("the run has no block {}: it recorded {}, counted from 0",
                                         mark.block(), trace.blocks()));
        }
        carry_out(command::SelectBlock{mark.block()});
        begin_grid_at_step();
        show_afresh(mark.view(), mark.alone() && !state_.lesson.knobs);
        take_look(mark.look);
        state_.comparison.on = mark.compare;
        state_.comparison.against_held = false;
        set_class(mark);
        // What is asked stands in the pictures of later steps.
        const bool asks = !mark.reveal.empty() && state_.lesson.play.asks();
        if (asks || mark.look.look().hide_later) {
            state_.display.look.hide_later = hides_for_page_ = true;
        }
        questions_due_ = {state_.runs.shown->trace, state_.block, state_.playback.step()};
        ask_questions_due();
    } catch (const std::exception& error) {
        say_of_page(error.what());
    }
}

/// What the page wants of the window in front of a class.
void Controller::set_class(const Bookmark& mark) {
    if (mark.predict && *mark.predict != state_.predict.on) carry_out(command::TogglePredict{});
    if (mark.locked) state_.presenter.locked = locked_for_page_ = *mark.locked;
    if (!mark.text_size) return;
    if (!text_scale_before_) text_scale_before_ = state_.preferences.text_scale;
    carry_out(command::Set{setting::text_scale, *mark.text_size});
}

/// That view in sight, and nothing of what was chosen for another run or page.
void Controller::show_afresh(std::optional<View> view, bool alone) {
    DisplayState& display = state_.display;
    // A presentation shows one picture, always.
    if (!state_.presenter.presentation) display.look.alone.reset();
    if (view) {
        bring_in_front(*view);
        if (facts_of(*view).takes_turns) display.look.view = *view;
        if (state_.presenter.presentation)
            display.look.alone = presented(*view);
        else if (alone)
            display.look.alone = view;
    }
    let_go_of_run(display.look);
    display.replaying = false;
}

/// What a presentation shows where a page shows that: of a puzzle, which asks for a line, its text.
View Controller::presented(View of_page) const {
    return state_.lesson.open() && state_.lesson.hides_faults() ? View::source : of_page;
}

/// Has the other run recorded that the page's questions and numbers speak of, unless it is there
/// already.
void Controller::fetch_other_of_page() {
    const LessonPage& page = state_.lesson.play.current();
    if (!wants_other(page)) {
        carry_out(command::CancelLessonRun{});
        return;
    }
    const std::filesystem::path& file = page.bookmark.other_trace;
    Experiment other = page.bookmark.other.value_or(Experiment{});
    other.engine = EngineChoice::cpu;
    const bool asked = other_trace_ || state_.lesson.fetching.now;
    if (asked && other_of_page_ == other && other_file_of_page_ == file) return;
    other_of_page_ = std::move(other);
    other_file_of_page_ = file;
    other_trace_ = nullptr;
    state_.lesson.fetching = {.now = true};
    asked_for_page_ = Clock::now();
    if (file.empty()) {
        page_recorder_.record(other_of_page_);
    } else {
        page_recorder_.open(file);
    }
}

void Controller::carry_out(const command::CancelLessonRun&) {
    page_recorder_.cancel();
    state_.lesson.fetching.now = false;
    questions_due_.reset();
}

/// Asks what the page asks, once all is recorded that it speaks of.
void Controller::ask_questions_due() {
    if (!questions_due_) return;
    const LessonPage& page = state_.lesson.play.current();
    const bool other = wants_other(page);
    if (other && !other_trace_) return;
    const QuestionsDue due = *std::exchange(questions_due_, std::nullopt);
    const TracePlace place{due.trace.get(), due.block, due.step,
                           other ? other_trace_.get() : nullptr};
    try {
        // What a page states and its run does not show must not be learned.
        const bool by_machine = due.trace->engine() != "cuda";
        if (const std::string wrong = by_machine ? why_wrong(page, place) : ""; !wrong.empty()) {
            throw UsageError(wrong);
        }
        for (const LessonQuestion& asked : page.questions) {
            state_.lesson.questions.push_back(question_of(asked, place));
        }
        if (page.bookmark.beside) show_beside_other();
        ask_first_open();
        // A page that one comes back to shows what was asked for.
        if (!page.questions.empty()) reveal_answered();
    } catch (const std::exception& error) {
        say_of_page(error.what());
    }
}

void Controller::say_of_page(std::string problem) {
    if (problem.ends_with('.')) problem.pop_back();
    const LessonPlay& play = state_.lesson.play;
    state_.lesson.questions.clear();
    state_.lesson.problem =
        fmt::format("{}, line {}: {}. So this page does not fit what was recorded.",
                    shown_path(play.lesson()->path), play.current().bookmark.line, problem);
    say(false, state_.lesson.problem);
}

/// Takes in the other run of the page. Returns whether anything changed.
bool Controller::poll_lesson() {
    bool changed = false;
    Progress& fetching = state_.lesson.fetching;
    for (const Recorder::Outcome& outcome : page_recorder_.take()) {
        changed = true;
        fetching.now = false;
        if (!outcome.recording) {
            questions_due_.reset();
            say_of_page(outcome.error);
            continue;
        }
        other_trace_ = outcome.recording->trace;
        page_recorder_.cancel();  // the same without padding is not wanted
        ask_questions_due();
        break;
    }
    return note_progress(fetching, asked_for_page_, page_recorder_.share()) || changed;
}

}  // namespace stridescope
