// What keys switch is told and undone, presets show what they are about, and nothing is left over
// of what was shown before.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>

#include "app/analysis/work.h"
#include "app/scene/step_label.h"
#include "app/session/controller.h"
#include "app/session/lights.h"
#include "app/session/notices.h"
#include "app/session/presets.h"
#include "tests/support/scan_run.h"

namespace stridescope {
namespace {

class Modes : public ::testing::Test {
  protected:
    void SetUp() override { controller_.wait_until_recorded(); }

    void apply(const Command& command) {
        controller_.apply(command);
        controller_.wait_until_recorded();
    }
    std::string notice_of_key(const Command& command) {
        controller_.apply_key(command);
        return state().notice;
    }
    const AppState& state() const { return controller_.state(); }

    Controller controller_{ScanRun{.kernel = "brent-kung", .block = 1024}, {}};
};

TEST_F(Modes, AKeySaysWhatItHasSwitchedAndWhichKeyUndoesIt) {
    EXPECT_NE(notice_of_key(command::ToggleLock{}).find("(K "), std::string::npos);
    EXPECT_NE(notice_of_key(command::ToggleSpotlight{}).find("(S "), std::string::npos);
    EXPECT_NE(notice_of_key(command::TogglePredict{}).find("(Q "), std::string::npos);
    EXPECT_NE(notice_of_key(command::ToggleBeside{}).find("(B "), std::string::npos);
    EXPECT_NE(notice_of_key(command::SetLoop{true}).find("(L "), std::string::npos);
    EXPECT_NE(notice_of_key(command::ToggleEnlarged{View::work}).find("Work alone (5"),
              std::string::npos);
    EXPECT_EQ(notice_of_key(command::StepForward{}), "") << "that is seen anyway";
}

TEST_F(Modes, ANoticeStaysUntilSomethingElseIsDone) {
    notice_of_key(command::ToggleLock{});
    apply(command::PointAt{});
    EXPECT_NE(state().notice, "") << "the pointer moves without a wish";
    apply(command::StepForward{});
    EXPECT_EQ(state().notice, "");
    apply(command::ToggleLock{});
    EXPECT_EQ(state().notice, "") << "who clicks it sees what is clicked";
}

TEST_F(Modes, ComparingWithNothingIsSaid) {
    ASSERT_EQ(state().comparable(), nullptr);
    EXPECT_NE(notice_of_key(command::SetCompare{true}).find("no other run"), std::string::npos);
}

TEST_F(Modes, TwoRunsSideBySideLeaveNothingBehind) {
    apply(command::ToggleBeside{});
    ASSERT_NE(state().pair(), nullptr);
    apply(command::ToggleBeside{});
    EXPECT_EQ(state().comparison.held.trace, nullptr) << "it was kept for that alone";
    EXPECT_FALSE(state().comparison.on);

    apply(command::ToggleBeside{});
    Experiment changed = state().experiment;
    changed.text = experiment_of_line("--kernel brent-kung --block 512").text;
    apply(command::SetExperiment{changed});
    apply(command::ToggleBeside{});
    EXPECT_NE(state().comparison.held.trace, nullptr) << "it has been compared with";
}

TEST_F(Modes, AReplayShowsEachWavefrontOfTheRequestOnce) {
    apply(command::ShowPreset{"conflicts"});
    const int step = state().playback.step();
    const int waves = replay_length(state());
    ASSERT_EQ(waves, 32);
    apply(command::PlayWaves{});
    EXPECT_EQ(state().wave(), 1);
    std::vector<int> seen{state().wave()};
    for (int i = 0; i < 10000 && controller_.moving(); ++i) {
        controller_.advance(0.02);
        if (state().wave() != seen.back()) seen.push_back(state().wave());
    }
    EXPECT_FALSE(state().display.replaying);
    ASSERT_EQ(seen.size(), 32U);
    for (int wave = 1; wave <= 32; ++wave)
        EXPECT_EQ(seen[static_cast<std::size_t>(wave - 1)], wave);
    EXPECT_EQ(state().playback.step(), step) << "it ends with its request";
    apply(command::PlayWaves{});
    EXPECT_EQ(state().wave(), 1) << "from the beginning again";
    apply(command::PlayWaves{});
    EXPECT_FALSE(controller_.moving());
}

TEST_F(Modes, PresetsShowWhatTheyAreAbout) {
    for (const Preset& preset : presets()) {
        // Wherever one was before.
        apply(command::Last{});
        apply(command::ToggleEnlarged{View::work});
        if (state().display.enlarged != View::work) apply(command::ToggleEnlarged{View::work});
        apply(command::Select{{.thread = 3}});
        apply(command::MoveRequest{RequestMove::milder, View::banks});
        apply(command::ShowPreset{preset.id});
        ASSERT_EQ(state().experiment.text, preset.experiment.text) << preset.id;
        EXPECT_EQ(state().display.enlarged, preset.view) << preset.id;
        EXPECT_FALSE(state().display.selection.any()) << preset.id;
        EXPECT_FALSE(state().display.panes.request) << preset.id;
        EXPECT_EQ(state().comparison.on, preset.compare) << preset.id;
        EXPECT_TRUE(state().sees(preset.view.value_or(View::heatmap))) << preset.id;
        EXPECT_EQ(why_not(state().turn(), *state().trace()), "") << preset.id;
        const std::string at = step_label(*state().current_step());
        EXPECT_EQ(at,
                  preset.step.empty() ? step_label(state().trace()->steps().front()) : preset.step)
            << preset.id;
    }
    // "Bank conflicts" stands on a step that is as bad as it gets.
    apply(command::ShowPreset{"conflicts"});
    const WorkTable work = work_table(*state().trace());
    const auto& row = work.rows[static_cast<std::size_t>(state().playback.step())];
    EXPECT_EQ(row.counts.max_degree, 32);
}

TEST_F(Modes, AnotherKernelTakesNoChoicesOver) {
    apply(command::ShowPreset{"look-back"});
    ASSERT_EQ(state().turn(), View::grid);
    apply(command::ToggleEnlarged{View::grid});
    Experiment changed = state().experiment;
    changed.text = experiment_of_line("--kernel kogge-stone --block 16").text;
    apply(command::SetExperiment{changed});
    EXPECT_EQ(state().turn(), View::heatmap) << "there is no grid to show";
    EXPECT_FALSE(state().display.enlarged);
}

TEST_F(Modes, OnlyWhoChoosesABlockPinsIt) {
    EXPECT_FALSE(state().edit.block_pinned);
    Experiment changed = state().experiment;
    changed.text = experiment_of_line("--kernel brent-kung --block 64").text;
    apply(command::SetExperiment{changed, false, true});
    EXPECT_TRUE(state().edit.block_pinned);
    apply(command::ShowPreset{"tree"});
    EXPECT_FALSE(state().edit.block_pinned) << "a preset's block nobody has chosen";
}

TEST_F(Modes, BothPlayersHaveOneClock) {
    apply(command::ShowPreset{"look-back"});
    ASSERT_GT(state().grid.count(), 0U);
    const auto kind_at_cursor = [this] {
        return state().trace()->grid_events()[state().grid.events()].kind;
    };
    EXPECT_TRUE(state().grid.at_end()) << "at first all of it is seen";
    apply(command::Last{});
    apply(command::First{});
    for (int step = 1; step + 1 < state().playback.steps(); ++step) {
        const std::size_t before = state().grid.events();
        apply(command::StepForward{});
        EXPECT_GE(state().grid.events(), before);
        EXPECT_EQ(kind_at_cursor(), GridEvent::Kind::step) << "this block's next step begins";
    }
    apply(command::MoveGrid{command::MoveGrid::To::first});
    EXPECT_EQ(state().playback.step(), 0);
    int step = 0;
    while (!state().grid.at_end()) {
        apply(command::MoveGrid{command::MoveGrid::To::forward});
        EXPECT_GE(state().playback.step(), step);
        step = state().playback.step();
    }
    EXPECT_EQ(step, state().playback.steps() - 1);
}

TEST_F(Modes, APresentationGivesBackWhatItTook) {
    for (const bool alone : {false, true}) {
        if (alone) apply(command::ToggleEnlarged{View::work});
        const auto before = state().display.enlarged;
        apply(command::TogglePresentation{});
        EXPECT_TRUE(state().presenter.full_screen);
        EXPECT_EQ(state().display.enlarged, alone ? View::work : View::tree);
        apply(command::ToggleEnlarged{View::banks});
        apply(command::ToggleEnlarged{View::banks});
        EXPECT_EQ(state().display.enlarged, View::banks) << "there is one picture, always";
        apply(command::ToggleBlank{});
        apply(command::TogglePresentation{});
        EXPECT_FALSE(state().presenter.blank);
        EXPECT_FALSE(state().presenter.full_screen);
        EXPECT_EQ(state().display.enlarged, before);
    }
}

}  // namespace
}  // namespace stridescope
