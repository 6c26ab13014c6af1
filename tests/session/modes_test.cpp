// What keys switch is told and undone, presets show what they are about, and nothing is left over
// of what was shown before.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "app/analysis/work.h"
#include "app/session/controller.h"
#include "app/session/notices.h"
#include "app/session/presets.h"
#include "app/session/tour_stops.h"
#include "app/session/view_requests.h"
#include "app/trace/trace.h"
#include "tests/support/scan_run.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace modes_test {

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
    EXPECT_NE(notice_of_key(command::Set{setting::locked, !state().presenter.locked}).find("(K "),
              std::string::npos);
    EXPECT_NE(notice_of_key(command::ToggleSpotlight{}).find("(S "), std::string::npos);
    EXPECT_NE(notice_of_key(command::TogglePredict{}).find("(Q "), std::string::npos);
    EXPECT_NE(notice_of_key(command::ToggleBeside{}).find("(B "), std::string::npos);
    EXPECT_NE(notice_of_key(command::Set{setting::loop, true}).find("(L "), std::string::npos);
    EXPECT_NE(notice_of_key(command::ToggleEnlarged{View::work}).find("Work alone (5"),
              std::string::npos);
    EXPECT_EQ(notice_of_key(command::StepForward{}), "") << "that is seen anyway";
}

TEST_F(Modes, ANarrowWindowShowsOnePaneAtATime) {
    EXPECT_TRUE(controller_.set_narrow(true));
    EXPECT_FALSE(controller_.set_narrow(true)) << "that is no news";
    const auto seen = [this] {
        std::vector<View> all;
        std::ranges::copy_if(all_views, std::back_inserter(all),
                             [this](View view) { return state().sees(view); });
        return all;
    };
    EXPECT_EQ(seen(), std::vector{View::tree});
    for (const View view : all_views) {
        apply(command::ShowTab{view});
        EXPECT_EQ(seen(), std::vector{view});
    }
    apply(command::ToggleEnlarged{View::banks});
    EXPECT_EQ(seen(), std::vector{View::banks}) << "keys go to it, too";
    apply(command::ToggleEnlarged{View::banks});
    EXPECT_EQ(seen(), std::vector{View::banks});
    apply(command::ShowTab{});
    EXPECT_TRUE(state().display.knobs_front);
    apply(command::ShowTab{View::memory});
    EXPECT_FALSE(state().display.knobs_front);
    apply(command::NewText{"__global__ void mine(int* A) { A[threadIdx.x] = 1; }", "mine.cu"});
    EXPECT_EQ(seen(), std::vector{View::source}) << "what is edited is seen";
    controller_.set_narrow(false);
    EXPECT_GT(seen().size(), 2U);
}

TEST_F(Modes, HitAgainAKeySaysThatItHasSwitchedBack) {
    EXPECT_EQ(notice_of_key(command::Set{setting::locked, true}),
              "The experiment is locked (K unlocks it)");
    EXPECT_EQ(notice_of_key(command::Set{setting::locked, false}),
              "The experiment is unlocked (K locks it)");
    const std::pair<Command, std::string_view> keys[] = {{command::ToggleSpotlight{}, "(S "},
                                                         {command::TogglePredict{}, "(Q "},
                                                         {command::ToggleBeside{}, "(B "}};
    for (const auto& [key, name] : keys) {
        const std::string on = notice_of_key(key), off = notice_of_key(key);
        EXPECT_NE(on.find(name), std::string::npos) << on;
        EXPECT_NE(off.find(name), std::string::npos) << off;
        EXPECT_NE(on, off);
    }
    EXPECT_EQ(notice_of_key(command::Set{setting::loop, false}),
              "Playback stops at the end (L starts it over)");
    EXPECT_EQ(notice_of_key(command::Set{setting::full_screen, !state().presenter.full_screen}),
              "Full screen (F11 ends it)");
    EXPECT_EQ(notice_of_key(command::Set{setting::full_screen, !state().presenter.full_screen}), "")
        << "that is seen";
    EXPECT_EQ(notice_of_key(command::TogglePresentation{}),
              "Presentation (F5 ends it, . makes the screen black)");
    EXPECT_EQ(notice_of_key(command::ToggleEnlarged{View::work}), "") << "one picture, always";
    EXPECT_EQ(notice_of_key(command::TogglePresentation{}), "");
    if (state().display.look.alone != View::work) apply(command::ToggleEnlarged{View::work});
    EXPECT_EQ(notice_of_key(command::ToggleEnlarged{View::work}), "") << "all views are back";
    EXPECT_EQ(notice_of_key(command::Set{setting::look<&Look::timeline>, TimelineUnit::wavefronts}),
              "Timeline by wavefronts (T: the next)");
    EXPECT_EQ(notice_of_key(command::TellOfLink{.characters = 1234}),
              "The link is copied: 1,234 characters");
    EXPECT_EQ(notice_of_key(command::TellOfLink{.characters = 30'000}),
              "The link is copied: 30,000 characters, which some mail programs break");
    const std::size_t said = state().messages.size();
    EXPECT_EQ(notice_of_key(command::TellOfLink{.why_not = "It is too long."}), "");
    ASSERT_EQ(state().messages.size(), said + 1);
    EXPECT_EQ(state().messages.back().text, "It is too long.");
}

TEST_F(Modes, WhatARunIsComparedWithIsNamed) {
    apply(command::SetExperiment{ScanRun{.kernel = "brent-kung", .padding = Padding::every32}});
    EXPECT_EQ(notice_of_key(command::Set{setting::compare, true}),
              "The heatmap compares with no padding (C ends it)");
    EXPECT_EQ(notice_of_key(command::Set{setting::compare, false}),
              "No longer compared (C compares again)");
    apply(command::HoldShown{});
    apply(command::Set{setting::against_held, true});
    EXPECT_EQ(notice_of_key(command::Set{setting::compare, true}),
              "The heatmap compares with " + state().comparison.held.name + " (C ends it)");
    apply(command::ToggleBeside{});
    EXPECT_EQ(notice_of_key(command::Set{setting::step_lock, StepLock::wavefronts}),
              "The two runs are locked by wavefronts (V: the next lock)");
    EXPECT_EQ(notice_of_key(command::SwapSides{}),
              "Left and right are swapped (X swaps them back)");
}

TEST_F(Modes, MessagesAreReadOneByOneOrAllTogether) {
    for (int i = 0; i < 3; ++i) apply(command::TellOfLink{.why_not = "Why not."});
    ASSERT_EQ(state().unread(), 3);
    apply(command::MarkRead{1});
    EXPECT_EQ(state().unread(), 2);
    apply(command::MarkRead{77});
    EXPECT_EQ(state().unread(), 2) << "there is none of that number";
    apply(command::MarkAllRead{});
    EXPECT_EQ(state().unread(), 0);
    for (int i = 0; i < 1000; ++i) apply(command::TellOfLink{.why_not = std::to_string(i)});
    EXPECT_LT(state().messages.size(), 1000U) << "the oldest go";
    EXPECT_EQ(state().messages.back().text, "999");
}

TEST_F(Modes, SpeedsGoUpAndDownThroughThoseThatAreOffered) {
    apply(command::Set{setting::speed, play_speeds.front()});
    for (std::size_t i = 1; i < play_speeds.size(); ++i) {
        apply(command::ChangeSpeed{1});
        EXPECT_EQ(state().playback.speed(), play_speeds[i]);
    }
    apply(command::ChangeSpeed{1});
    EXPECT_EQ(state().playback.speed(), play_speeds.back()) << "there is no faster one";
    apply(command::Set{setting::speed, play_speeds[1] * 1.1F});
    apply(command::ChangeSpeed{-1});
    EXPECT_EQ(state().playback.speed(), play_speeds[0]) << "from the nearest that is offered";
}

TEST_F(Modes, WhatMovesChangesAsLateAsItSaysAndNoLater) {
    // A step, a tick of the grid's clock, a wavefront.
    const std::pair<Command, Command> players[] = {
        {command::ShowPreset{"tree"}, command::TogglePlay{}},
        {command::ShowPreset{"look-back"}, command::MoveGrid{command::MoveGrid::To::play}},
        {command::ShowPreset{"conflicts"}, command::PlayWaves{}}};
    for (const auto& [preset, play] : players) {
        apply(preset);
        apply(play);
        ASSERT_TRUE(controller_.moving());
        const auto shown = [this] {
            return std::tuple{state().playback.step(), state().grid.events(), state().wave()};
        };
        for (int i = 0; i < 3; ++i) {
            // Arrows on their way change with every moment.
            while (controller_.still_for() == 0) controller_.advance(0.02);
            const auto before = shown();
            const double still = controller_.still_for();
            controller_.advance(still * 0.9);
            EXPECT_EQ(shown(), before) << play.index();
            for (int k = 0; k < 100 && shown() == before; ++k) controller_.advance(still * 0.11);
            EXPECT_NE(shown(), before) << play.index();
        }
        apply(play);
        controller_.advance(10);
        EXPECT_FALSE(controller_.moving()) << "but for arrows on their way";
    }
}

TEST_F(Modes, AReplayEndsWhereSomebodyLooksElsewhere) {
    apply(command::ShowPreset{"conflicts"});
    apply(command::PlayWaves{});
    ASSERT_TRUE(state().display.replaying);
    apply(command::ToggleEnlarged{View::work});
    EXPECT_TRUE(controller_.advance(0.001));
    EXPECT_FALSE(state().display.replaying);
    // What is played is seen: a picture that has all the room gives it to the banks.
    apply(command::PlayWaves{});
    EXPECT_TRUE(state().display.replaying);
    EXPECT_EQ(state().display.look.alone, View::banks);
    apply(command::MoveWave{0});
    EXPECT_TRUE(controller_.advance(0.001));
    EXPECT_FALSE(state().display.replaying);
    // Of two players one plays.
    apply(command::TogglePlay{});
    apply(command::PlayWaves{});
    EXPECT_FALSE(state().playback.playing());
    EXPECT_TRUE(state().display.replaying);
}

TEST_F(Modes, TheGridsCursorGoesByEventsAndByTicks) {
    using To = command::MoveGrid::To;
    apply(command::ShowPreset{"look-back"});
    const auto& events = state().trace()->grid_events();
    const auto go = [this](To to) {
        apply(command::MoveGrid{to});
        return state().grid.events();
    };
    EXPECT_EQ(go(To::first), 0U);
    EXPECT_EQ(go(To::forward), 1U);
    EXPECT_EQ(go(To::forward), 2U);
    EXPECT_EQ(go(To::back), 1U);
    EXPECT_EQ(go(To::last), events.size());
    // What has happened up to a tick, all of it.
    go(To::first);
    while (!state().grid.at_end()) {
        const std::size_t there = go(To::forward_in_time);
        if (there == events.size()) break;
        EXPECT_LT(events[there - 1].time, events[there].time);
    }
    while (state().grid.events() > 0) {
        const std::size_t there = go(To::back_in_time);
        if (there == 0) break;
        EXPECT_LT(events[there - 1].time, events[there].time);
    }
}

TEST_F(Modes, TheTourPassesPicturesThatOneHides) {
    apply(command::ToggleEnlarged{View::work});
    apply(command::ShowTour{0});
    EXPECT_EQ(state().presenter.tour, 0);
    EXPECT_EQ(state().display.look.alone, View::work);
    for (int stop = 0; stop < tour_length; ++stop) {
        EXPECT_EQ(next_stop(stop), stop + 1 < tour_length ? std::optional{stop + 1} : std::nullopt);
        apply(command::ShowTour{stop});
    }
    EXPECT_FALSE(state().display.look.alone) << "the heatmap is among all";
    apply(command::ShowTour{});
    EXPECT_FALSE(state().presenter.tour);
}

TEST_F(Modes, ANoticeStaysUntilSomethingElseIsDone) {
    notice_of_key(command::Set{setting::locked, !state().presenter.locked});
    apply(command::PointAt{});
    EXPECT_NE(state().notice, "") << "the pointer moves without a wish";
    apply(command::StepForward{});
    EXPECT_EQ(state().notice, "");
    apply(command::Set{setting::locked, !state().presenter.locked});
    EXPECT_EQ(state().notice, "") << "who clicks it sees what is clicked";
}

TEST_F(Modes, ComparingWithNothingIsSaid) {
    ASSERT_EQ(state().comparable(), nullptr);
    EXPECT_NE(notice_of_key(command::Set{setting::compare, true}).find("no other run"),
              std::string::npos);
}

TEST_F(Modes, TwoRunsSideBySideLeaveNothingBehind) {
    apply(command::ToggleBeside{});
    ASSERT_NE(state().pair(), nullptr);
    apply(command::ToggleBeside{});
    EXPECT_EQ(state().comparison.held.trace, nullptr);
    EXPECT_FALSE(state().comparison.on);

    apply(command::ToggleBeside{});
    Experiment changed = state().experiment;
    changed.text = experiment_of_line("--kernel brent-kung --block 512").text;
    apply(command::SetExperiment{changed});
    apply(command::ToggleBeside{});
    EXPECT_EQ(state().comparison.held.trace, nullptr);
    EXPECT_FALSE(state().comparison.on);
}

TEST_F(Modes, WhatBeginsAnewIsComparedWithNothing) {
    const auto hold = [this] {
        apply(command::HoldShown{});
        apply(command::ToggleBeside{});
        ASSERT_NE(state().comparison.held.trace, nullptr);
        ASSERT_TRUE(state().comparison.on && state().comparison.beside.on);
    };
    const auto nothing = [this](const char* after) {
        EXPECT_EQ(state().comparison.held.trace, nullptr) << after;
        EXPECT_FALSE(state().comparison.on || state().comparison.against_held) << after;
        EXPECT_EQ(state().pair(), nullptr) << after;
    };
    hold();
    apply(command::ShowPreset{"tree"});
    nothing("a preset");
    hold();
    apply(command::NewText{new_kernel_text, untitled});
    nothing("a new text");
    hold();
    const testing::TemporaryFolder folder;
    std::ofstream{folder / "mine.cu"} << new_kernel_text;
    apply(command::OpenFile{folder / "mine.cu"});
    nothing("another file");
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
        if (state().display.look.alone != View::work) apply(command::ToggleEnlarged{View::work});
        apply(command::Select{{.thread = 3}});
        apply(command::MoveRequest{RequestMove::milder, View::banks});
        apply(command::ShowPreset{preset.id});
        ASSERT_EQ(state().experiment.text, preset.experiment.text) << preset.id;
        EXPECT_EQ(state().display.look.alone, preset.view) << preset.id;
        EXPECT_FALSE(state().display.look.selection.any()) << preset.id;
        EXPECT_FALSE(state().display.look.request) << preset.id;
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
    EXPECT_FALSE(state().display.look.alone);
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
    EXPECT_EQ(state().grid.events(), 0U) << "where the first step stands, no block has started";
    EXPECT_EQ(state().playback.step(), 0);
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
        const auto before = state().display.look.alone;
        apply(command::TogglePresentation{});
        EXPECT_TRUE(state().presenter.full_screen);
        EXPECT_EQ(state().display.look.alone, alone ? View::work : View::tree);
        apply(command::ToggleEnlarged{View::banks});
        apply(command::ToggleEnlarged{View::banks});
        EXPECT_EQ(state().display.look.alone, View::banks) << "there is one picture, always";
        apply(command::Set{setting::blank, !state().presenter.blank});
        apply(command::TogglePresentation{});
        EXPECT_FALSE(state().presenter.blank);
        EXPECT_FALSE(state().presenter.full_screen);
        EXPECT_EQ(state().display.look.alone, before);
    }
}

}  // namespace modes_test
}  // namespace stridescope
