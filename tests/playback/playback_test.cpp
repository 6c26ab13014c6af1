// The cursor: forward and back undo each other, time moves it, and nothing leaves the timeline.
#include "app/playback/playback.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace stridescope {
namespace playback_test {

Playback at(int steps, int step) {
    Playback playback;
    playback.reset(steps, step);
    return playback;
}

/// Lets time pass in small portions, as the window does.
void pass(Playback& playback, double seconds) {
    for (; seconds > 0; seconds -= 0.01) playback.advance(std::min(seconds, 0.01));
}

TEST(Playback, StartsFinishedWhereItIsPut) {
    const Playback playback = at(6, 2);
    EXPECT_EQ(playback.step(), 2);
    EXPECT_EQ(playback.steps(), 6);
    EXPECT_EQ(playback.progress(), 1);
    EXPECT_FALSE(playback.moving());
    EXPECT_EQ(at(6, 99).step(), 5);
    EXPECT_EQ(at(6, -3).step(), 0);
    EXPECT_EQ(at(0, 4).step(), 0);
}

TEST(Playback, ForwardAnimatesAndBackIsThereAtOnce) {
    Playback playback = at(6, 2);
    playback.forward();
    EXPECT_EQ(playback.step(), 3);
    EXPECT_EQ(playback.progress(), 0);
    EXPECT_TRUE(playback.moving());
    EXPECT_TRUE(playback.advance(0.1));
    EXPECT_GT(playback.progress(), 0);
    EXPECT_LT(playback.progress(), 1);
    pass(playback, 1);
    EXPECT_EQ(playback.progress(), 1);
    EXPECT_EQ(playback.step(), 3);
    EXPECT_FALSE(playback.advance(1));

    playback.back();
    EXPECT_EQ(playback.step(), 2);
    EXPECT_EQ(playback.progress(), 1);
}

/// Whoever sleeps for so long misses nothing, and no less would do.
TEST(Playback, KnowsHowLongItIsStill) {
    for (const float speed : {0.25F, 1.0F, 8.0F}) {
        for (const bool loop : {false, true}) {
            Playback playback = at(4, 0);
            EXPECT_EQ(playback.still_for(), std::numeric_limits<double>::infinity());
            playback.set_speed(speed);
            playback.set_loop(loop);
            playback.toggle_play();
            int rests = 0;
            for (int turn = 0; turn < 400 && playback.playing(); ++turn) {
                const double still = playback.still_for();
                if (playback.progress() < 1) {
                    EXPECT_EQ(still, 0);
                    EXPECT_TRUE(playback.advance(0.02 / speed));
                    continue;
                }
                ++rests;
                ASSERT_LT(still, 1 / speed);
                if (still > 0.001) {
                    EXPECT_FALSE(playback.advance(still - 0.001));
                }
                EXPECT_TRUE(playback.advance(0.0011));
            }
            EXPECT_EQ(playback.playing(), loop);
            EXPECT_GE(rests, 4);
        }
    }
    Playback playback = at(4, 0);
    playback.forward();
    EXPECT_EQ(playback.still_for(), 0) << "a step by hand moves, too";
}

TEST(Playback, TheEndsHold) {
    Playback playback = at(3, 0);
    playback.back();
    EXPECT_EQ(playback.step(), 0);
    playback.last();
    EXPECT_EQ(playback.step(), 2);
    playback.forward();
    EXPECT_EQ(playback.step(), 2);
    EXPECT_EQ(playback.progress(), 1);
    playback.first();
    EXPECT_EQ(playback.step(), 0);
    Playback none = at(0, 0);
    none.forward();
    none.back();
    none.last();
    none.toggle_play();
    EXPECT_EQ(none.step(), 0);
    EXPECT_FALSE(none.moving());
}

TEST(Playback, ForwardAndBackUndoEachOtherOnRandomWalks) {
    std::mt19937 random(7);
    for (int walk = 0; walk < 300; ++walk) {
        const int steps = 1 + static_cast<int>(random() % 30);
        Playback playback = at(steps, static_cast<int>(random() % 30));
        int expected = playback.step();
        for (int move = 0; move < 100; ++move) {
            switch (random() % 6) {
                case 0:
                case 1: {
                    const int before = playback.step();
                    playback.forward();
                    expected = std::min(expected + 1, steps - 1);
                    // There and back again, from the middle of the animation too.
                    if (playback.step() != before && random() % 2 == 0) {
                        pass(playback, static_cast<double>(random() % 50) / 100);
                        playback.back();
                        ASSERT_EQ(playback.step(), before);
                        ASSERT_EQ(playback.progress(), 1);
                        playback.forward();
                    }
                    break;
                }
                case 2:
                    playback.back();
                    expected = std::max(expected - 1, 0);
                    break;
                case 3:
                    expected = static_cast<int>(random() % 40) - 5;
                    playback.jump(expected);
                    expected = std::clamp(expected, 0, steps - 1);
                    break;
                case 4: pass(playback, static_cast<double>(random() % 100) / 100); break;
                default: playback.set_speed(static_cast<float>(random() % 10)); break;
            }
            ASSERT_EQ(playback.step(), expected);
            ASSERT_GE(playback.progress(), 0);
            ASSERT_LE(playback.progress(), 1);
        }
    }
}

TEST(Playback, ManyTapsAreManySteps) {
    Playback playback = at(20, 0);
    for (int tap = 0; tap < 7; ++tap) playback.forward();
    for (int tap = 0; tap < 3; ++tap) playback.back();
    EXPECT_EQ(playback.step(), 4);
}

TEST(Playback, PlaysAtItsSpeedToTheEndAndStops) {
    Playback playback = at(5, 0);
    playback.set_speed(2);
    playback.toggle_play();
    EXPECT_TRUE(playback.playing());
    pass(playback, 0.1);
    EXPECT_EQ(playback.step(), 1) << "play moves at once";
    pass(playback, 0.5);
    EXPECT_EQ(playback.step(), 2);
    pass(playback, 1.0);
    EXPECT_EQ(playback.step(), 4);
    pass(playback, 1.0);
    EXPECT_EQ(playback.step(), 4);
    EXPECT_FALSE(playback.playing());
    EXPECT_EQ(playback.progress(), 1);

    playback.toggle_play();
    EXPECT_EQ(playback.step(), 0) << "at the end, play starts over";
    pass(playback, 0.6);
    EXPECT_EQ(playback.step(), 1);
    playback.toggle_play();
    EXPECT_FALSE(playback.playing());
}

TEST(Playback, LongPausesBetweenFramesLoseNoSteps) {
    Playback playback = at(100, 0);
    playback.set_speed(8);
    playback.toggle_play();
    playback.advance(5);
    EXPECT_NEAR(playback.step(), 40, 1);
}

TEST(Playback, AStepByHandStopsThePlaying) {
    Playback playback = at(9, 0);
    playback.toggle_play();
    playback.forward();
    EXPECT_FALSE(playback.playing());
    playback.toggle_play();
    playback.jump(3);
    EXPECT_FALSE(playback.playing());
}

TEST(Playback, AStillPictureIsNotDrawnAgain) {
    Playback playback = at(9, 0);
    EXPECT_FALSE(playback.advance(10));
    playback.set_speed(0.25F);
    playback.toggle_play();
    pass(playback, 3);  // the step has moved, and is held for looking at
    EXPECT_EQ(playback.progress(), 1);
    EXPECT_TRUE(playback.playing());
    EXPECT_FALSE(playback.advance(0.1));
}

TEST(Playback, SpeedStaysWithinReason) {
    Playback playback = at(9, 0);
    playback.set_speed(1000);
    EXPECT_EQ(playback.speed(), Playback::fastest);
    playback.set_speed(0);
    EXPECT_EQ(playback.speed(), Playback::slowest);
}

TEST(Playback, ANewTraceGoesOnPlaying) {
    Playback playback = at(9, 3);
    playback.set_speed(4);
    playback.toggle_play();
    playback.reset(12, 5);
    EXPECT_TRUE(playback.playing());
    EXPECT_EQ(playback.step(), 5);
    EXPECT_EQ(playback.speed(), 4);
    playback.reset(1, 0);
    EXPECT_FALSE(playback.playing());
}

TEST(Playback, LoopsWhenAsked) {
    Playback playback;
    playback.reset(3, 0);
    playback.set_speed(1);
    playback.set_loop(true);
    playback.toggle_play();
    std::vector<int> seen;
    for (int tick = 0; tick < 900; ++tick) {
        playback.advance(0.01);
        if (seen.empty() || seen.back() != playback.step()) seen.push_back(playback.step());
    }
    EXPECT_TRUE(playback.playing());
    // Nine seconds: the first step is left at once, then one a second.
    EXPECT_EQ(seen, (std::vector{1, 2, 0, 1, 2, 0, 1, 2, 0, 1}));
    playback.set_loop(false);
    for (int tick = 0; tick < 900; ++tick) playback.advance(0.01);
    EXPECT_FALSE(playback.playing());
    EXPECT_EQ(playback.step(), 2);
}

TEST(Playback, KeepsStillForWhoWantsNothingToMove) {
    Playback playback;
    playback.keep_still();
    playback.reset(4, 0);
    playback.forward();
    EXPECT_EQ(playback.step(), 1);
    EXPECT_EQ(playback.progress(), 1);
    EXPECT_FALSE(playback.moving());
    playback.set_speed(1);
    playback.toggle_play();
    std::vector<int> seen;
    for (int tick = 0; tick < 400; ++tick) {
        playback.advance(0.01);
        EXPECT_EQ(playback.progress(), 1);
        if (seen.empty() || seen.back() != playback.step()) seen.push_back(playback.step());
    }
    EXPECT_EQ(seen, (std::vector{2, 3}));
    EXPECT_FALSE(playback.playing());
}

}  // namespace playback_test
}  // namespace stridescope
