// The controller's part in front of a class: questions before each step, what a class votes, and
// the spotlight.
#include <fmt/format.h>

#include <utility>

#include "app/io/atomic_file.h"
#include "app/lesson/count.h"
#include "app/session/app_state.h"
#include "app/session/controller.h"
#include "app/session/presets.h"

namespace stridescope {

void Controller::forget_question() {
    state_.predict.question.reset();
    state_.predict.answered.reset();
    state_.predict.vote = {};
    state_.predict.revealed = false;
}

/// Before a step that computes something, asks; asked again without an answer, shows it.
void Controller::carry_out(const command::StepForward&) {
    PredictState& predict = state_.predict;
    const bool passed_over = predict.waits();
    forget_question();
    const Trace* trace = state_.trace();
    const int next = state_.playback.step() + 1;
    const bool there = trace != nullptr && trace->blocks() > 0 && next < trace->step_count();
    if (predict.on && !passed_over && there) {
        predict.kinds = askable(state_);
        predict.question = question_about(*trace, state_.block, next, predict.kinds, predict.seed);
    }
    if (predict.question || pass_other(1)) return;
    state_.playback.forward();
}

/// Locked by progress, to the next or the last of the other run's steps that belong to this step;
/// false: there is none.
bool Controller::pass_other(int by) {
    BesideState& beside = state_.comparison.beside;
    const int step = state_.playback.step();
    const int passed = (beside.passed_at == step ? beside.passed : 0) + by;
    if (passed < 0 || passed >= state_.others_of(step)) return false;
    beside.passed = passed;
    beside.passed_at = step;
    return true;
}

void Controller::carry_out(const command::StepBack&) {
    forget_question();
    if (pass_other(-1)) return;
    state_.playback.back();
    BesideState& beside = state_.comparison.beside;
    beside.passed_at = state_.playback.step();
    beside.passed = state_.others_of(beside.passed_at) - 1;
}

void Controller::carry_out(const command::First&) {
    forget_question();
    state_.playback.first();
}

void Controller::carry_out(const command::Last&) {
    forget_question();
    state_.playback.last();
}

void Controller::carry_out(const command::Jump& c) {
    forget_question();
    state_.playback.jump(c.step);
}

void Controller::carry_out(const command::TogglePlay&) {
    // Who is asked does not watch: each press is a step.
    if (state_.predict.on) {
        carry_out(command::StepForward{});
    } else {
        state_.playback.toggle_play();
    }
}

void Controller::carry_out(const command::TogglePredict&) {
    PredictState& predict = state_.predict;
    const bool on = !predict.on;
    const std::uint64_t seed = predict.seed;
    predict = {};
    predict.on = on;
    predict.seed = seed;
    // What is to be guessed is not shown faintly beforehand.
    state_.display.look.hide_later = on;
    if (on && state_.playback.playing()) state_.playback.toggle_play();
}

void Controller::carry_out(const command::AnswerPrediction& c) {
    PredictState& predict = state_.predict;
    if (!predict.waits() || c.option >= predict.question->options.size()) return;
    predict.answered = c.option;
    ++predict.answers;
    AnswerLine line = answer_line(*predict.question);
    line.attempt = 1;
    line.answer = predict.question->options[c.option];
    line.right = c.option == predict.question->right;
    if (line.right) ++predict.right;
    state_.answers.push_back(std::move(line));
    ++predict.seed;
    state_.playback.forward();
}

void Controller::carry_out(const command::TypeCount& c) {
    constexpr int longest = 999;  // so that it stays below a vote's limit
    int& count = state_.presenter.typed_count;
    if (!c.digit || !state_.votes()) {
        count = 0;
    } else if (count <= longest) {
        count = 10 * count + *c.digit;
    }
}

void Controller::carry_out(const command::Vote& c) {
    const int typed = std::exchange(state_.presenter.typed_count, 0);
    if (!state_.votes() || c.option >= state_.question_in_front()->options.size()) return;
    ClassVote* vote = state_.predict.question ? &state_.predict.vote
                                              : state_.lesson.play.vote_on(state_.presenter.asked);
    if (vote == nullptr) return;
    if (typed > 0 && c.by > 0) {
        vote->set(c.option, typed);
    } else {
        vote->add(c.option, c.by);
    }
}

void Controller::carry_out(const command::Reveal&) {
    const Question* question = state_.question_in_front();
    if (question == nullptr) return;
    if (PredictState& predict = state_.predict; predict.question) {
        if (!predict.waits()) return;
        note_votes(*question, predict.vote);
        predict.revealed = true;
        ++predict.seed;
        state_.playback.forward();
        return;
    }
    LessonPlay& play = state_.lesson.play;
    const std::size_t asked = state_.presenter.asked;
    if (play.answered(asked)) return;
    if (const LessonAnswer* answer = play.answer_to(asked)) note_votes(*question, answer->vote);
    play.reveal(asked);
    note_lesson_done();
    reveal_answered();
}

void Controller::carry_out(const command::TurnOn& c) {
    const LessonState& lesson = state_.lesson;
    std::size_t& asked = state_.presenter.asked;
    if (state_.question_in_front() != nullptr && c.on) {
        const bool open =
            state_.predict.question ? state_.predict.waits() : !lesson.play.answered(asked);
        if (open) return carry_out(command::Reveal{});
    }
    if (!lesson.open()) {
        if (c.on) return carry_out(command::StepForward{});
        return carry_out(command::StepBack{});
    }
    forget_question();
    if (c.on && asked + 1 < lesson.questions.size()) {
        ++asked;
    } else if (!c.on && asked > 0 && !lesson.questions.empty()) {
        --asked;
    } else {
        carry_out(command::GoToPage{lesson.play.page() + (c.on ? 1 : -1)});
    }
}

/// A presentation begins a page with the first of its questions that is open.
void Controller::ask_first_open() {
    std::size_t& asked = state_.presenter.asked;
    asked = 0;
    while (asked + 1 < state_.lesson.questions.size() && state_.lesson.play.answered(asked)) {
        ++asked;
    }
}

AnswerLine Controller::answer_line(const Question& question) const {
    AnswerLine line{.question = question.text};
    if (state_.predict.question) {
        line.lesson = experiment_title(shown_experiment_);
        line.page = state_.playback.step() + 2;  // it is asked before the next step
    } else {
        line.lesson = state_.lesson.play.lesson()->title;
        line.page = state_.lesson.play.page() + 1;
    }
    return line;
}

/// A class's votes, once they are all there: those for each option.
void Controller::note_votes(const Question& question, const ClassVote& vote) {
    if (vote.all() == 0) return;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        AnswerLine line = answer_line(question);
        line.answer = question.options[i];
        line.right = question.is_right(i);
        line.votes = vote.of(i);
        state_.answers.push_back(std::move(line));
    }
}

void Controller::carry_out(const command::SaveAnswers& c) {
    files_.ask(fmt::format("Saving {}", c.path.filename().string()), {},
               [csv = answers_csv(state_.answers), path = c.path] {
                   write_file_atomically(path, std::string_view{csv});
                   return fmt::format("Saved the answers as {}.", path.string());
               });
    poll_files();
}

/// What was seen before comes back with its end.
void Controller::carry_out(const command::TogglePresentation&) {
    PresenterState& presenter = state_.presenter;
    presenter.presentation = !presenter.presentation;
    presenter.blank = false;
    if (presenter.presentation) {
        presenter.start = false;
        full_screen_before_ = std::exchange(presenter.full_screen, true);
        enlarged_before_ = state_.display.look.alone;
        const LessonState& lesson = state_.lesson;
        const auto of_page = lesson.open() ? lesson.play.current().bookmark.view() : std::nullopt;
        if (!enlarged_before_) state_.display.look.alone = presented(of_page.value_or(View::tree));
        ask_first_open();
    } else {
        presenter.full_screen = full_screen_before_;
        state_.display.look.alone = enlarged_before_;
    }
}

void Controller::carry_out(const command::ToggleSpotlight&) {
    bool& on = state_.presenter.spotlight;
    on = !on;
    if (!on) return;
    // What is lit must be seen: the worst request of each step.
    if (state_.presenter.presentation) {
        state_.display.look.alone = View::banks;
    } else if (state_.display.look.alone != View::banks) {
        state_.display.look.alone.reset();
    }
    state_.display.look.view = View::banks;
    state_.display.look.request.reset();
}

void Controller::carry_out(const command::ShowPreset& c) {
    const Preset* preset = find_preset(c.id);
    if (preset == nullptr) return;
    show_run();
    let_go_of_held();
    // A lesson is a lesson on either engine: the choice of it stays.
    Experiment wanted = preset->experiment;
    wanted.engine = state_.experiment.engine;
    if (state_.lesson.open()) carry_out(command::CloseLesson{});
    const bool there =
        state_.runs.shown && shown_experiment_ == wanted && !state_.runs.recording.now;
    if (wanted != state_.experiment) carry_out(command::SetExperiment{wanted});
    VantageDue due;
    due.vantage.look.take(look_field<&Look::view>(),
                          {.view = preset->view.value_or(View::heatmap)});
    due.vantage.look.take(look_field<&Look::alone>(), {.alone = preset->view});
    due.vantage.step = preset->step;
    due.vantage.compare = preset->compare;
    due.text = preset->experiment.text;
    vantage_due_ = std::move(due);
    if (!there) return;
    place_vantage();
    begin_grid_at_step();
}

}  // namespace stridescope
