// The controller's part in lessons: pages are turned, and what they show is set.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "app/engine/engine.h"
#include "app/session/controller.h"
#include "app/session/tour_stops.h"

namespace stridescope {
namespace {

std::optional<View> view_called(const std::string& name) {
    for (std::size_t i = 0; i < view_count; ++i) {
        if (name_of(static_cast<View>(i)) == name) return static_cast<View>(i);
    }
    return std::nullopt;
}

}  // namespace

void Controller::offer(std::vector<Lesson> lessons) {
    for (Lesson& lesson : lessons) {
        state_.lesson.all.push_back(std::make_shared<const Lesson>(std::move(lesson)));
    }
}

void Controller::carry_out(const command::OpenLesson& c) {
    try {
        // As the menu's lessons are named, so that one knows which one follows.
        const auto path = std::filesystem::absolute(c.path).lexically_normal();
        state_.lesson.play = LessonPlay{std::make_shared<const Lesson>(read_lesson(path))};
    } catch (const UsageError& error) {
        say(false, error.what());
        return;
    }
    set_bookmark();
}

void Controller::carry_out(const command::GoToPage& c) {
    if (state_.lesson.play.go(c.page)) set_bookmark();
}

void Controller::carry_out(const command::CloseLesson&) {
    // A picture that had all the room for the lesson's sake gives it back, to the knobs too.
    if (state_.lesson.open() && state_.lesson.play.current().bookmark.alone) {
        state_.enlarged.reset();
    }
    state_.lesson.play = {};
    state_.lesson.questions.clear();
    bookmark_due_.reset();
}

void Controller::carry_out(const command::ToggleLessonKnobs&) {
    state_.lesson.knobs = !state_.lesson.knobs;
    // Beside a picture that has all the room there is none for them.
    if (state_.lesson.knobs) state_.enlarged.reset();
}

/// The tour passes pictures that a lesson's page hides behind one; at its end the page is as it
/// was.
void Controller::carry_out(const command::ShowTour& c) {
    const bool was_on = state_.presenter.tour.has_value();
    state_.presenter.tour = c.stop;
    if (c.stop) {
        const auto stop = static_cast<std::size_t>(std::clamp(*c.stop, 0, tour_length - 1));
        if (tour_stops[stop].among_all) state_.enlarged.reset();
    } else if (was_on && state_.lesson.open() && !state_.lesson.knobs) {
        const Bookmark& mark = state_.lesson.play.current().bookmark;
        if (mark.alone) state_.enlarged = view_called(mark.view);
    }
}

void Controller::carry_out(const command::AnswerLesson& c) {
    const std::vector<Question>& questions = state_.lesson.questions;
    if (c.question >= questions.size()) return;
    const Question& question = questions[c.question];
    if (c.option >= question.options.size()) return;
    state_.lesson.play.answer(c.question, c.option, c.option == question.right);
}

/// Records what the page wants to show, unless it is shown already; its place is set when it is.
void Controller::set_bookmark() {
    if (!state_.lesson.open()) return;
    state_.lesson.questions.clear();
    Experiment wanted = state_.lesson.play.current().bookmark.experiment;
    // A lesson is a lesson on either engine: the choice of it stays.
    if (wanted.engine == EngineChoice::automatic) wanted.engine = state_.experiment.engine;
    const bool there = state_.shown && shown_experiment_ == wanted && !state_.recording_now;
    bookmark_due_ = wanted;
    if (wanted != state_.experiment) history_.leave(state_.experiment, false);
    if (there && wanted == state_.experiment) {
        place_bookmark();
    } else {
        start(std::move(wanted));
    }
}

void Controller::place_bookmark() {
    bookmark_due_.reset();
    const LessonPage& page = state_.lesson.play.current();
    const Bookmark& mark = page.bookmark;
    const Trace& trace = *state_.shown->trace;
    try {
        carry_out(command::Jump{mark.step.empty() ? 0 : step_called(mark.step, trace)});
        if (mark.block >= trace.blocks()) {
            throw UsageError(fmt::format("the run has no block {}: it recorded {}, counted from 0",
                                         mark.block, trace.blocks()));
        }
        carry_out(command::SelectBlock{mark.block});
        state_.enlarged.reset();
        if (const auto view = view_called(mark.view)) {
            if (takes_turns(*view)) state_.panes.turn = *view;
            if (mark.alone && !state_.lesson.knobs) state_.enlarged = view;
        }
        state_.panes.request.reset();
        if (exists_in(trace, mark.selection)) state_.selection = mark.selection;
        state_.panes.wave = mark.wavefront;
        state_.panes.wave_step = state_.playback.step();
        state_.compare = mark.compare;
        state_.against_held = false;
        // The other run is small, as all runs of lessons are, and only asked for by questions.
        std::shared_ptr<const Trace> other;
        if (mark.other && !page.questions.empty()) {
            Experiment beside = *mark.other;
            beside.engine = EngineChoice::cpu;
            other = record(beside);
        }
        const TracePlace place{&trace, state_.block, state_.playback.step(), other.get()};
        for (const LessonQuestion& asked : page.questions) {
            state_.lesson.questions.push_back(question_of(asked, place));
        }
    } catch (const std::exception& error) {
        say(false, fmt::format("{}, line {}: {}.", state_.lesson.play.lesson()->path.string(),
                               mark.line, error.what()));
    }
}

}  // namespace stridescope
