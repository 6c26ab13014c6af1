// The controller's part in front of a class: questions before each step, and the spotlight.
#include "app/lesson/predict.h"
#include "app/session/controller.h"

namespace stridescope {

void Controller::forget_question() {
    state_.predict.question.reset();
    state_.predict.answered.reset();
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
        predict.question = question_about(*trace, state_.block, next, predict.seed);
    }
    if (!predict.question) state_.playback.forward();
}

void Controller::carry_out(const command::StepBack&) {
    forget_question();
    state_.playback.back();
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
    state_.display.panes.hide_later = on;
    if (on && state_.playback.playing()) state_.playback.toggle_play();
}

void Controller::carry_out(const command::AnswerPrediction& c) {
    PredictState& predict = state_.predict;
    if (!predict.waits() || c.option >= predict.question->options.size()) return;
    predict.answered = c.option;
    ++predict.answers;
    if (c.option == predict.question->right) ++predict.right;
    ++predict.seed;
    state_.playback.forward();
}

void Controller::carry_out(const command::ToggleSpotlight&) {
    bool& on = state_.presenter.spotlight;
    on = !on;
    if (!on) return;
    // What is lit must be seen: the worst request of each step.
    if (state_.display.enlarged != View::banks) state_.display.enlarged.reset();
    state_.display.panes.turn = View::banks;
    state_.display.panes.request.reset();
}

}  // namespace stridescope
