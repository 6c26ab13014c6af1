// Lines at which playback stops, and runs to a line: which steps those are, by the text's own
// words.
#include "app/session/breakpoints.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/session/controller.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace breakpoints_test {

using Lines = std::set<int>;

constexpr const char* text =
    "__global__ void k(int *out) {\n"
    "    __shared__ int s[64];\n"
    "    int t = threadIdx.x;\n"
    "    s[t] = t;\n"
    "    __syncthreads();\n"
    "    for (int d = 1; d < 16; d *= 2) {\n"
    "        if (d == 4) s[t] = 0;\n"
    "        int v = s[t ^ d];\n"
    "        __syncthreads();\n"
    "        s[t] = v;\n"
    "        __syncthreads();\n"
    "    }\n"
    "    out[t] = s[t];\n"
    "}\n";

class Breakpoints : public ::testing::Test {
  protected:
    Breakpoints() {
        controller_.wait_until_recorded();
        controller_.apply(command::NewText{text, "mine.cu"});
        controller_.wait_until_recorded();
        controller_.apply(command::First{});
    }
    const AppState& state() const { return controller_.state(); }
    int step() const { return state().playback.step(); }
    void go_to(int line) {
        controller_.apply(command::EditText{editor::action::MoveTo{{line - 1, 0}, false}});
    }
    /// The steps that one comes to from the first on.
    std::vector<int> stops() {
        std::vector<int> steps;
        controller_.apply(command::First{});
        for (int k = 0; k < 100 && step() < state().playback.steps() - 1; ++k) {
            if (!state().playback.playing()) controller_.apply(command::TogglePlay{});
            while (state().playback.playing()) controller_.advance(0.05);
            steps.push_back(step());
        }
        return steps;
    }

    Controller controller_{testing::experiment_of("kogge-stone", 16, "ones"), {}};
};

TEST_F(Breakpoints, ALineRunsInTheStepsInWhichItDoesSomething) {
    // A load, then two steps a round, then the store.
    ASSERT_EQ(state().trace()->step_count(), 10);
    go_to(10);
    std::vector<int> steps;
    for (int last = -1; step() != last;) {
        last = step();
        controller_.apply(command::RunToCursor{});
        if (step() != last) steps.push_back(step());
    }
    EXPECT_EQ(steps, (std::vector<int>{2, 4, 6, 8}));
    controller_.apply(command::RunToCursor{-1});
    EXPECT_EQ(step(), 6);
    go_to(7);
    controller_.apply(command::First{});
    controller_.apply_key(command::RunToCursor{});
    EXPECT_EQ(step(), 5) << "in the third round alone";
    EXPECT_EQ(state().notice, "Line 7 runs here, and not after this step");
    // What has no access of its own leads to what has: the loop's head and its brace.
    controller_.apply(command::First{});
    go_to(6);
    controller_.apply_key(command::RunToCursor{});
    EXPECT_EQ(step(), 5);
    go_to(12);
    controller_.apply_key(command::RunToCursor{});
    EXPECT_EQ(step(), 9);
    controller_.apply(command::First{});
    go_to(1);
    controller_.apply_key(command::RunToCursor{});
    EXPECT_EQ(step(), 0);
    EXPECT_EQ(state().notice, "Line 1 does not run after this step");
    controller_.apply(command::Jump{5});
    go_to(3);
    controller_.apply_key(command::RunToCursor{});
    EXPECT_EQ(step(), 5);
    EXPECT_EQ(state().notice, "Line 3 does not run after this step");
}

TEST_F(Breakpoints, PlaybackStopsThere) {
    EXPECT_EQ(stops(), (std::vector<int>{9})) << "there are none yet";
    go_to(7);
    controller_.apply(command::ToggleBreakpoint{});
    EXPECT_EQ(stops(), (std::vector<int>{5, 9}));
    controller_.apply(command::ToggleBreakpoint{10});
    EXPECT_EQ(state().document->breakpoints, (Lines{7, 10}));
    EXPECT_EQ(stops(), (std::vector<int>{2, 4, 5, 6, 8, 9}));
    controller_.apply(command::ToggleBreakpoint{7});
    controller_.apply(command::ToggleBreakpoint{1000});
    EXPECT_EQ(state().document->breakpoints, (Lines{10}));
}

TEST_F(Breakpoints, OfALoopsHeadStopInTheLineBelow) {
    controller_.apply(command::ToggleBreakpoint{6});
    EXPECT_EQ(state().document->breakpoints, (Lines{6})) << "it stays where it was set";
    EXPECT_EQ(stops(), (std::vector<int>{5, 9})) << "in line 7, the first below that does anything";
    controller_.apply(command::ToggleBreakpoint{6});
    controller_.apply(command::ToggleBreakpoint{14});
    EXPECT_EQ(stops(), (std::vector<int>{9})) << "nothing runs behind the last line";
}

TEST_F(Breakpoints, GoAlongWithTheirLines) {
    for (const int line : {2, 7, 10}) controller_.apply(command::ToggleBreakpoint{line});
    go_to(3);
    controller_.apply(command::EditText{editor::action::NewLine{}});
    EXPECT_EQ(state().document->breakpoints, (Lines{2, 8, 11}));
    controller_.apply(command::EditText{editor::action::Undo{}});
    EXPECT_EQ(state().document->breakpoints, (Lines{2, 7, 10}));
    // Lines 6 to 8 go.
    go_to(6);
    controller_.apply(command::EditText{editor::action::MoveTo{{8, 0}, true}});
    controller_.apply(command::EditText{editor::action::Erase{editor::Motion::left}});
    EXPECT_EQ(state().document->breakpoints, (Lines{2, 7}));
}

TEST(MovedLines, StayBeforeAndGoAlongBehind) {
    Lines lines{1, 5, 9};
    move_lines(lines, 5, 2);
    EXPECT_EQ(lines, (Lines{1, 5, 11}));
    move_lines(lines, 3, -1);
    EXPECT_EQ(lines, (Lines{1, 4, 10}));
    move_lines(lines, 3, -1);
    EXPECT_EQ(lines, (Lines{1, 9})) << "what stood there is gone";
}

}  // namespace breakpoints_test
}  // namespace stridescope
