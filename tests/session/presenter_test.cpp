// In front of a class: questions before each step, the lock and the spotlight.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/session/app_state.h"
#include "app/session/controller.h"
#include "app/session/presets.h"
#include "app/session/tour_stops.h"
#include "tests/support/scan_run.h"

namespace stridescope {
namespace presenter_test {

class Presenter : public ::testing::Test {
  protected:
    void SetUp() override { controller_.wait_until_recorded(); }

    void apply(const Command& command) {
        controller_.apply(command);
        controller_.wait_until_recorded();
    }
    const AppState& state() const { return controller_.state(); }
    const PredictState& predict() const { return state().predict; }

    Controller controller_{ScanRun{}, {}};
};

TEST_F(Presenter, AStepIsShownOnceItsQuestionIsAnswered) {
    apply(command::TogglePredict{});
    EXPECT_TRUE(state().display.look.hide_later) << "what is to be guessed is not shown";
    EXPECT_FALSE(predict().question);
    apply(command::StepForward{});
    ASSERT_TRUE(predict().waits());
    EXPECT_EQ(state().playback.step(), 0);
    apply(command::AnswerPrediction{predict().question->options.size()});
    EXPECT_TRUE(predict().waits()) << "that was no answer";
    apply(command::AnswerPrediction{predict().question->right});
    EXPECT_EQ(state().playback.step(), 1);
    EXPECT_EQ(predict().right, 1);
    EXPECT_EQ(predict().answers, 1);
    ASSERT_TRUE(predict().question) << "its reason is still to be read";
    apply(command::AnswerPrediction{predict().question->right});
    EXPECT_EQ(predict().answers, 1) << "the first answer counts";

    apply(command::TogglePlay{});
    ASSERT_TRUE(predict().waits());
    EXPECT_FALSE(state().playback.playing());
    const std::size_t wrong = predict().question->right == 0 ? 1 : 0;
    apply(command::AnswerPrediction{wrong});
    EXPECT_EQ(state().playback.step(), 2);
    EXPECT_EQ(predict().right, 1);
    EXPECT_EQ(predict().answers, 2);
}

// What nobody sees nobody can answer, nor be shown.
TEST_F(Presenter, WhatIsSeenIsAskedAbout) {
    const auto kinds = [this](View view) {
        if (state().display.look.alone != view) apply(command::ToggleEnlarged{view});
        return askable(state());
    };
    using Kinds = std::vector<Asked>;
    EXPECT_EQ(kinds(View::tree), (Kinds{Asked::change, Asked::value, Asked::edge, Asked::waits}));
    EXPECT_EQ(kinds(View::memory), (Kinds{Asked::change, Asked::value}));
    EXPECT_EQ(kinds(View::banks), Kinds{Asked::degree});
    EXPECT_EQ(kinds(View::source), Kinds{});
    apply(command::TogglePredict{});
    apply(command::StepForward{});
    EXPECT_FALSE(predict().question) << "a text shows none of that";
    EXPECT_EQ(state().playback.step(), 1);
    EXPECT_EQ(kinds(View::heatmap), Kinds{Asked::degree});
    apply(command::StepForward{});
    ASSERT_TRUE(predict().waits());
    EXPECT_TRUE(predict().question->text.starts_with("How bad is the worst bank conflict"));
}

TEST_F(Presenter, AQuestionCanBePassedOver) {
    apply(command::TogglePredict{});
    apply(command::StepForward{});
    ASSERT_TRUE(predict().waits());
    apply(command::StepForward{});
    EXPECT_FALSE(predict().question);
    EXPECT_EQ(state().playback.step(), 1);
    EXPECT_EQ(predict().answers, 0);
    for (const Command& away :
         {Command{command::StepBack{}}, Command{command::Jump{2}}, Command{command::First{}}}) {
        apply(command::Jump{1});
        apply(command::StepForward{});
        ASSERT_TRUE(predict().waits());
        apply(away);
        EXPECT_FALSE(predict().question);
    }
    apply(command::Last{});
    apply(command::StepForward{});
    EXPECT_FALSE(predict().question) << "nothing comes after the last step";
}

TEST_F(Presenter, WavefrontsThatLeadOnForgetTheQuestion) {
    apply(command::TogglePredict{});
    apply(command::StepForward{});
    ASSERT_TRUE(predict().waits());
    while (state().playback.step() == 0) apply(command::MoveWave{1});
    EXPECT_FALSE(predict().question) << "what it asks is on the screen";
    apply(command::AnswerPrediction{0});
    EXPECT_EQ(state().playback.step(), 1);
    EXPECT_EQ(predict().answers, 0);
}

TEST_F(Presenter, AClassVotesOnTheNextStep) {
    apply(command::TogglePresentation{});
    apply(command::TogglePredict{});
    apply(command::TurnOn{});
    ASSERT_TRUE(state().votes());
    const Question question = *predict().question;
    apply(command::TypeCount{2});
    apply(command::TypeCount{});
    apply(command::Vote{question.right});
    EXPECT_EQ(predict().vote.of(question.right), 1) << "the digit was taken back";
    apply(command::TurnOn{});
    EXPECT_EQ(state().playback.step(), 1);
    ASSERT_TRUE(predict().question) << "its answer is still to be read";
    EXPECT_FALSE(predict().waits());
    EXPECT_FALSE(state().votes());
    EXPECT_EQ(predict().answers, 0) << "nobody answered for himself";
    ASSERT_EQ(state().answers.size(), question.options.size());
    EXPECT_EQ(state().answers[question.right].votes, 1);
    EXPECT_EQ(state().answers[0].page, 2) << "it was about the second step";
    apply(command::TurnOn{});
    EXPECT_TRUE(predict().waits()) << "the next question";
    EXPECT_EQ(predict().vote.all(), 0);
    apply(command::Reveal{});
    EXPECT_EQ(state().answers.size(), question.options.size())
        << "without votes there are no lines";
    EXPECT_EQ(state().playback.step(), 2);
}

TEST_F(Presenter, ACountBelongsToTheLetterThatFollowsIt) {
    apply(command::TogglePresentation{});
    apply(command::TypeCount{7});
    EXPECT_EQ(state().presenter.typed_count, 0) << "nothing is asked";
    apply(command::TogglePredict{});
    apply(command::StepForward{});
    for (int i = 0; i < 9; ++i) apply(command::TypeCount{9});
    EXPECT_EQ(state().presenter.typed_count, 9999);
    apply(command::TypeCount{});
    apply(command::TypeCount{7});
    apply(command::ToggleSpotlight{});
    EXPECT_EQ(state().presenter.typed_count, 0) << "something else was done";
}

TEST_F(Presenter, APresetWhoseRunFailsIsForgotten) {
    // Its view and step must not come when another text of that name is shown.
    apply(command::ShowPreset{"bank-conflicts"});
    const View seen = state().display.look.view;
    const Experiment good = state().experiment;
    apply(command::ShowPreset{"padding-costs"});
    apply(command::SetExperiment{good});
    controller_.apply(command::ShowPreset{"look-back"});
    controller_.apply(command::CancelRecording{});
    apply(command::Set{setting::look<&Look::view>, View::work});
    apply(command::SetExperiment{find_preset("look-back")->experiment});
    EXPECT_EQ(state().display.look.view, View::work);
    EXPECT_NE(seen, View::work);
}

TEST_F(Presenter, AnotherRunForgetsTheQuestion) {
    apply(command::TogglePredict{});
    apply(command::StepForward{});
    ASSERT_TRUE(predict().waits());
    const Experiment changed = experiment_of_line("--block 32", state().experiment);
    apply(command::SetExperiment{changed});
    EXPECT_FALSE(predict().question);
    apply(command::TogglePredict{});
    EXPECT_FALSE(predict().on);
    EXPECT_FALSE(state().display.look.hide_later);
    const int step = state().playback.step();
    apply(command::StepForward{});
    EXPECT_EQ(state().playback.step(), step + 1);
}

TEST_F(Presenter, TheLockRefusesWhatChangesTheExperiment) {
    const Experiment before = state().experiment;
    const Experiment changed = experiment_of_line("--block 32", before);
    apply(command::SetExperiment{changed});
    apply(command::Set{setting::locked, !state().presenter.locked});
    apply(command::Undo{});
    EXPECT_EQ(state().experiment, changed);
    apply(command::SetExperiment{before});
    apply(command::OpenFile{"/no/such/file.npz"});
    apply(command::Set{setting::share, {"panel", 0.3F}});
    EXPECT_EQ(state().experiment, changed);
    EXPECT_TRUE(state().messages.empty());
    EXPECT_TRUE(state().preferences.layout.empty());
    apply(command::StepForward{});
    EXPECT_EQ(state().playback.step(), 1) << "steps are no edits";
    apply(command::Set{setting::locked, !state().presenter.locked});
    apply(command::Undo{});
    EXPECT_EQ(state().experiment, before);
}

TEST_F(Presenter, TheSpotlightIsOnEachStepsWorstRequest) {
    apply(command::ToggleEnlarged{View::tree});
    apply(command::Set{setting::look<&Look::request>, RequestChoice{}});
    apply(command::ToggleSpotlight{});
    EXPECT_TRUE(state().presenter.spotlight);
    EXPECT_EQ(state().display.look.view, View::banks);
    EXPECT_FALSE(state().display.look.request);
    EXPECT_FALSE(state().display.look.alone);
    apply(command::ToggleSpotlight{});
    EXPECT_FALSE(state().presenter.spotlight);
}

TEST(Tour, IsReadInUnderAMinute) {
    std::size_t words = 0;
    for (const TourStop& stop : tour_stops) {
        words += 1 + static_cast<std::size_t>(std::ranges::count(stop.text, ' '));
    }
    // Some three words a second.
    EXPECT_LT(words, 180U);
}

}  // namespace presenter_test
}  // namespace stridescope
