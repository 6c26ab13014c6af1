// The keys of somebody in front of a class, down to what the controller makes of them.
#include <gtest/gtest.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/session/controller.h"
#include "app/session/tour_stops.h"
#include "app/ui/window/shortcuts.h"
#include "tests/support/scan_run.h"

namespace stridescope {
namespace presenter_keys_test {

class PresenterKeys : public ::testing::Test {
  protected:
    void SetUp() override { controller_.wait_until_recorded(); }

    const AppState& state() const { return controller_.state(); }
    const PredictState& predict() const { return state().predict; }

    void press(int key, int mods = 0) {
        const KeyMeaning meaning = meaning_of(
            {.kind = InputEvent::Kind::key, .code = key, .action = GLFW_PRESS, .mods = mods},
            state());
        for (const Command& command : meaning.commands) {
            controller_.apply(command);
            controller_.wait_until_recorded();
        }
    }

    Controller controller_{ScanRun{}, {}};
};

TEST_F(PresenterKeys, ThePenIsTakenWipesAndIsPutAway) {
    press(GLFW_KEY_DELETE);
    EXPECT_EQ(state().presenter.wiped, 0) << "there is no pen yet";
    press(GLFW_KEY_F2);
    EXPECT_EQ(state().presenter.pen, Pen::draw);
    press(GLFW_KEY_DELETE);
    EXPECT_EQ(state().presenter.wiped, 1);
    press(GLFW_KEY_F2, GLFW_MOD_SHIFT);
    EXPECT_EQ(state().presenter.pen, Pen::point);
    press(GLFW_KEY_ESCAPE);
    EXPECT_EQ(state().presenter.pen, Pen::none);
}

TEST_F(PresenterKeys, DoWhatTheMenuSays) {
    press(GLFW_KEY_PAGE_DOWN);
    EXPECT_EQ(state().playback.step(), 1);
    press(GLFW_KEY_PAGE_UP);
    EXPECT_EQ(state().playback.step(), 0);
    press(GLFW_KEY_K);
    EXPECT_TRUE(state().presenter.locked);
    press(GLFW_KEY_F11);
    EXPECT_TRUE(state().presenter.full_screen);
    press(GLFW_KEY_ESCAPE);
    EXPECT_FALSE(state().presenter.full_screen);
    press(GLFW_KEY_Q);
    press(GLFW_KEY_PAGE_DOWN);
    ASSERT_TRUE(predict().waits());
    press(GLFW_KEY_A + static_cast<int>(predict().question->right));
    EXPECT_EQ(predict().right, 1);
    // Who answers twice, or too late, switches nothing.
    for (const int key : {GLFW_KEY_A, GLFW_KEY_B, GLFW_KEY_C, GLFW_KEY_D}) press(key);
    EXPECT_FALSE(state().comparison.on);
    EXPECT_FALSE(state().comparison.beside.on);
    EXPECT_EQ(predict().answers, 1);
    press(GLFW_KEY_Q);
    press(GLFW_KEY_C);
    EXPECT_TRUE(state().comparison.on) << "nothing is asked any more";
}

TEST_F(PresenterKeys, PresentAndMakeTheScreenBlack) {
    press(GLFW_KEY_F5);
    ASSERT_TRUE(state().presenter.presentation);
    press(GLFW_KEY_PAGE_DOWN);
    EXPECT_EQ(state().playback.step(), 1);
    for (const int key : {GLFW_KEY_PERIOD, GLFW_KEY_B}) {
        press(key);
        EXPECT_TRUE(state().presenter.blank);
        EXPECT_FALSE(state().comparison.beside.on);
        press(GLFW_KEY_PAGE_DOWN);
        EXPECT_FALSE(state().presenter.blank) << "any key brings it back";
        EXPECT_EQ(state().playback.step(), 1) << "and does nothing else";
    }
    press(GLFW_KEY_ESCAPE);
    EXPECT_FALSE(state().presenter.presentation);
    press(GLFW_KEY_F5);
    press(GLFW_KEY_F5);
    EXPECT_FALSE(state().presenter.presentation);
}

TEST_F(PresenterKeys, CountHandsAndRevealTheAnswer) {
    press(GLFW_KEY_F5);
    press(GLFW_KEY_Q);
    press(GLFW_KEY_PAGE_DOWN);
    ASSERT_TRUE(predict().waits());
    const std::optional<View> seen = state().display.look.alone;
    press(GLFW_KEY_B);
    EXPECT_FALSE(state().presenter.blank) << "B is an answer";
    for (const int key : {GLFW_KEY_1, GLFW_KEY_KP_4, GLFW_KEY_SPACE, GLFW_KEY_A}) press(key);
    EXPECT_EQ(state().display.look.alone, seen) << "and digits are counts";
    EXPECT_EQ(predict().vote.of(0), 14);
    EXPECT_EQ(predict().vote.of(1), 1);
    press(GLFW_KEY_B, GLFW_MOD_SHIFT);
    EXPECT_EQ(predict().vote.of(1), 0);
    press(GLFW_KEY_3);
    press(GLFW_KEY_BACKSPACE);
    press(GLFW_KEY_5);
    press(GLFW_KEY_ESCAPE);
    EXPECT_TRUE(state().presenter.presentation) << "it took the digit back";
    press(GLFW_KEY_A);
    EXPECT_EQ(predict().vote.of(0), 15);
    press(GLFW_KEY_PERIOD);
    EXPECT_TRUE(state().presenter.blank);
    press(GLFW_KEY_PAGE_DOWN);
    EXPECT_TRUE(predict().waits());
    press(GLFW_KEY_PAGE_DOWN);
    EXPECT_FALSE(predict().waits());
    EXPECT_EQ(state().playback.step(), 1);
    press(GLFW_KEY_A);
    EXPECT_EQ(predict().vote.of(0), 15) << "too late";
    press(GLFW_KEY_PAGE_DOWN);
    ASSERT_TRUE(predict().waits());
    press(GLFW_KEY_ENTER);
    EXPECT_EQ(state().playback.step(), 2);
}

TEST_F(PresenterKeys, ChangeNothingUnderTheStartPage) {
    controller_.apply(command::Set{setting::start, true});
    for (const int key : {GLFW_KEY_RIGHT, GLFW_KEY_SPACE, GLFW_KEY_B, GLFW_KEY_K, GLFW_KEY_4}) {
        press(key);
    }
    EXPECT_EQ(state().playback.step(), 0);
    EXPECT_FALSE(state().playback.playing());
    EXPECT_FALSE(state().comparison.beside.on);
    EXPECT_FALSE(state().presenter.locked);
    EXPECT_FALSE(state().display.look.alone);
    press(GLFW_KEY_ESCAPE);
    EXPECT_FALSE(state().presenter.start);
}

TEST_F(PresenterKeys, EscapeEndsTheSpotlight) {
    press(GLFW_KEY_S);
    EXPECT_TRUE(state().presenter.spotlight);
    press(GLFW_KEY_ESCAPE);
    EXPECT_FALSE(state().presenter.spotlight);
}

TEST_F(PresenterKeys, TheTourIsWalkedThroughByKeys) {
    controller_.apply(command::ShowTour{0});
    for (int stop = 1; stop < tour_length; ++stop) {
        press(stop % 2 == 1 ? GLFW_KEY_RIGHT : GLFW_KEY_ENTER);
        EXPECT_EQ(state().presenter.tour, stop);
    }
    press(GLFW_KEY_LEFT);
    EXPECT_EQ(state().presenter.tour, tour_length - 2);
    EXPECT_EQ(state().playback.step(), 0) << "meanwhile the arrows are the tour's";
    press(GLFW_KEY_RIGHT);
    press(GLFW_KEY_SPACE);
    EXPECT_FALSE(state().presenter.tour);
    controller_.apply(command::ShowTour{0});
    press(GLFW_KEY_ESCAPE);
    EXPECT_FALSE(state().presenter.tour);
}

}  // namespace presenter_keys_test
}  // namespace stridescope
