// Fingers on the glass: taps, drags, scrolling, resting, and two that pinch.
#include "app/ui/window/fingers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/ui/window/input_feed.h"

namespace stridescope {
namespace fingers_test {

using Kind = InputEvent::Kind;

InputEvent down(double x, double y, int finger = 1) {
    return {.kind = Kind::touch, .code = finger, .action = GLFW_PRESS, .x = x, .y = y};
}
InputEvent to(double x, double y, int finger = 1) {
    return {.kind = Kind::touch, .code = finger, .action = GLFW_REPEAT, .x = x, .y = y};
}
InputEvent up(double x, double y, int finger = 1) {
    return {.kind = Kind::touch, .code = finger, .action = GLFW_RELEASE, .x = x, .y = y};
}

std::string words_of(const InputEvent& event) {
    const auto at = [](double x, double y) {
        return std::to_string(static_cast<int>(x)) + "," + std::to_string(static_cast<int>(y));
    };
    switch (event.kind) {
        case Kind::move: return "move " + at(event.x, event.y);
        case Kind::button: return event.action == GLFW_PRESS ? "press" : "release";
        case Kind::scroll: return "scroll " + at(event.across, event.down);
        case Kind::pinch:
            return "pinch " + at(event.x, event.y) + " by " + at(event.across, event.down) +
                   " times " + std::to_string(static_cast<int>(event.larger * 100));
        case Kind::enter: return event.code == 0 ? "gone" : "here";
        default: return "?";
    }
}

/// A window in which a bar that drags stands at x = 100, and a text below y = 500.
class Glass {
  public:
    std::vector<std::string> operator()(const std::vector<InputEvent>& touches) {
        told_.clear();
        for (const InputEvent& touch : touches) {
            while (!tell(touch)) fingers.seen(under_pointer());
        }
        return told_;
    }
    std::vector<std::string> rest(double seconds) {
        told_.clear();
        std::vector<InputEvent> made;
        fingers.pass_time(seconds, made);
        note(made);
        if (!made.empty()) fingers.seen(under_pointer());
        return told_;
    }
    Fingers fingers;

  private:
    bool tell(const InputEvent& touch) {
        std::vector<InputEvent> made;
        const auto aim = [](Point at, Drag drag) {
            const bool near = drag == Drag::at_once && at.x > 90 && at.x < 110;
            return near ? Point{100, at.y} : at;
        };
        const bool done = fingers.take(touch, aim, made);
        note(made);
        return done;
    }
    void note(const std::vector<InputEvent>& made) {
        for (const InputEvent& event : made) {
            if (event.kind == Kind::move) pointer_ = {float(event.x), float(event.y)};
            told_.push_back(words_of(event));
        }
    }
    Drag under_pointer() const {
        if (pointer_.x == 100) return Drag::at_once;
        return pointer_.y > 500 ? Drag::held : Drag::nothing;
    }
    std::vector<std::string> told_;
    Point pointer_{};
};

using Told = std::vector<std::string>;

TEST(Fingers, ATapIsAPressAndPointsAtNothingAfterwards) {
    Glass glass;
    EXPECT_EQ(glass({down(300, 40), to(303, 42), up(303, 42)}),
              (Told{"move 300,40", "press", "release", "gone"}));
    EXPECT_TRUE(glass.fingers.used());
    glass.fingers.mouse();
    EXPECT_FALSE(glass.fingers.used());
}

TEST(Fingers, DragsWhatDragsAsFarAsTheFingerGoes) {
    Glass glass;
    EXPECT_EQ(glass({down(108, 40), to(150, 40), to(160, 44), up(160, 44)}),
              (Told{"move 100,40", "press", "move 142,40", "move 152,44", "release", "gone"}))
        << "eight beside the bar, and it stays eight beside it";
}

TEST(Fingers, ScrollsElsewhere) {
    Glass glass;
    EXPECT_EQ(glass({down(300, 400), to(300, 380), to(300, 350), up(300, 350)}),
              (Told{"move 300,400", "scroll 0,-20", "scroll 0,-30", "gone"}));
    EXPECT_EQ(glass({down(300, 600), to(300, 550), up(300, 550)}),
              (Told{"move 300,600", "scroll 0,-50", "gone"}))
        << "a text scrolls unless the finger has rested";
}

TEST(Fingers, OneThatRestsHovers) {
    Glass glass;
    EXPECT_EQ(glass({down(300, 40)}), Told{});
    EXPECT_TRUE(glass.fingers.due_in());
    EXPECT_EQ(glass.rest(60), Told{}) << "what was slept before it came does not count";
    EXPECT_EQ(glass.rest(0.3), Told{});
    EXPECT_EQ(glass.rest(0.3), Told{"move 300,40"});
    EXPECT_FALSE(glass.fingers.due_in());
    EXPECT_EQ(glass({to(340, 40), up(340, 40)}), Told{"move 340,40"}) << "and presses nothing";
    EXPECT_TRUE(glass.fingers.resting()) << "what it asked about stays in sight";
    glass({down(1, 1)});
    EXPECT_FALSE(glass.fingers.resting());
}

TEST(Fingers, SelectsInATextOnceItHasRested) {
    Glass glass;
    glass({down(300, 600)});
    glass.rest(0);
    glass.rest(0.6);
    EXPECT_EQ(glass({to(320, 600), to(350, 620), up(350, 620)}),
              (Told{"press", "move 320,600", "move 350,620", "release", "gone"}));
}

TEST(Fingers, TwoPinchAndEndWhatTheFirstOneBegan) {
    Glass glass;
    EXPECT_EQ(glass({down(100, 100), to(140, 100), down(240, 100, 2)}),
              (Told{"move 100,100", "press", "move 140,100", "release"}));
    EXPECT_EQ(glass({to(340, 100, 2)}), Told{"pinch 240,100 by 50,0 times 200"});
    EXPECT_EQ(glass({to(140, 150), to(340, 150, 2)}).back().substr(0, 26),
              "pinch 240,150 by 0,25 time");
    EXPECT_EQ(glass({up(140, 150)}), Told{"gone"});
    EXPECT_EQ(glass({to(500, 500, 2), up(500, 500, 2)}), Told{})
        << "the one left over does nothing";
    EXPECT_EQ(glass({down(5, 5), up(5, 5)}).size(), 4U) << "then all begins anew";
}

TEST(Fingers, ATouchThatTheSystemTakesPressesNothing) {
    Glass glass;
    InputEvent lost = up(300, 40);
    lost.action = touch_lost;
    EXPECT_EQ(glass({down(300, 40), lost}), Told{"gone"});
}

TEST(Fingers, AReleaseIsDrawnBeforeThePointerIsGone) {
    FrameIntake intake;
    EXPECT_TRUE(intake.takes({.kind = Kind::button, .action = GLFW_RELEASE}));
    EXPECT_FALSE(intake.takes({.kind = Kind::enter, .code = 0}));
    EXPECT_TRUE(FrameIntake{}.takes({.kind = Kind::enter, .code = 0}));
}

}  // namespace fingers_test
}  // namespace stridescope
