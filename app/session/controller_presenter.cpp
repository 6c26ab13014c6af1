// The controller's part in front of a class: questions before each step, and the spotlight.
#include <utility>

#include "app/lesson/count.h"
#include "app/lesson/predict.h"
#include "app/session/controller.h"
#include "app/session/presets.h"

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

/// What was seen before comes back with its end.
void Controller::carry_out(const command::TogglePresentation&) {
    PresenterState& presenter = state_.presenter;
    presenter.presentation = !presenter.presentation;
    presenter.blank = false;
    if (presenter.presentation) {
        presenter.start = false;
        full_screen_before_ = std::exchange(presenter.full_screen, true);
        enlarged_before_ = state_.display.enlarged;
        if (!enlarged_before_) state_.display.enlarged = View::tree;
    } else {
        presenter.full_screen = full_screen_before_;
        state_.display.enlarged = enlarged_before_;
    }
}

void Controller::carry_out(const command::ToggleSpotlight&) {
    bool& on = state_.presenter.spotlight;
    on = !on;
    if (!on) return;
    // What is lit must be seen: the worst request of each step.
    if (state_.presenter.presentation) {
        state_.display.enlarged = View::banks;
    } else if (state_.display.enlarged != View::banks) {
        state_.display.enlarged.reset();
    }
    state_.display.panes.turn = View::banks;
    state_.display.panes.request.reset();
}

void Controller::carry_out(const command::ShowPreset& c) {
    const Preset* preset = find_preset(c.id);
    if (preset == nullptr) return;
    state_.presenter.start = state_.ladder.open = false;
    // A lesson is a lesson on either engine: the choice of it stays.
    Experiment wanted = preset->experiment;
    wanted.engine = state_.experiment.engine;
    preset_due_ = preset->id;
    if (state_.lesson.open()) carry_out(command::CloseLesson{});
    const bool there =
        state_.runs.shown && shown_experiment_ == wanted && !state_.runs.recording.now;
    if (wanted != state_.experiment) carry_out(command::SetExperiment{wanted});
    if (there) place_preset();
}

/// Shows the preset's run as it is meant to be seen, once it is there.
void Controller::place_preset() {
    const Preset& preset = *find_preset(*preset_due_);
    if (shown_experiment_.text != preset.experiment.text) return;
    preset_due_.reset();
    show_afresh(preset.view.value_or(View::heatmap), false);
    const Trace& trace = *state_.runs.shown->trace;
    carry_out(command::Jump{preset.step.empty() ? 0 : step_called(preset.step, trace)});
    carry_out(command::SelectBlock{0});
    state_.comparison.on = preset.compare;
    if (preset.compare) state_.comparison.against_held = false;
    state_.comparison.beside.on = false;
}

}  // namespace stridescope
