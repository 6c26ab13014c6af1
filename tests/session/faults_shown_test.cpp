// Where a text's faults are seen: at which step its first picture stands, and where the keys that
// go from fault to fault lead.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "app/analysis/findings.h"
#include "app/session/controller.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace faults_shown_test {

using testing::experiment_of;
using testing::sixteen;

/// A sum of 64 elements; the barrier in its loop is missing, or not.
std::string sum(const std::string& barrier) {
    return "__global__ void sum(float *in, float *out) {\n"
           "    __shared__ float s[64];\n"
           "    int t = threadIdx.x;\n"
           "    s[t] = in[t];\n"
           "    for (int stride = 32; stride > 0; stride /= 2) {\n"
           "        " +
           barrier +
           "\n"
           "        if (t < stride) s[t] += s[t + stride];\n"
           "    }\n"
           "    if (t == 0) out[0] = s[0];\n"
           "}\n";
}

class FaultsShown : public ::testing::Test {
  protected:
    FaultsShown() { controller_.wait_until_recorded(); }
    const AppState& state() const { return controller_.state(); }
    int step() const { return state().playback.step(); }
    const std::vector<Finding>& findings() const { return state().runs.shown->findings; }
    void open(const std::string& text) {
        controller_.apply(command::NewText{text, "mine.cu"});
        controller_.wait_until_recorded();
    }
    /// Looks for a run that comes to something else; returns what is said of it.
    std::string go_wrong() {
        const std::size_t said = state().messages.size();
        controller_.apply(command::ShowItGoingWrong{});
        for (int k = 0; k < 2000 && state().messages.size() == said; ++k) {
            controller_.poll();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        controller_.wait_until_recorded();
        return state().messages.size() > said ? state().messages.back().text : "nothing";
    }
    void next(int by = 1) { controller_.apply_key(command::NextFault{by}); }

    Controller controller_{experiment_of("kogge-stone", 16, sixteen), {}};
};

TEST_F(FaultsShown, ATextBeginsWhereItsFirstFaultShows) {
    controller_.apply(command::Last{});
    open(sum(""));
    ASSERT_FALSE(findings().empty());
    const Finding& first = findings().front();
    // Warp 0 reads in the first round what warp 1 may not have loaded yet.
    EXPECT_EQ(
        first.text,
        "Threads 0 and 32 race on s[32]: line 7 reads it in stride 32 while line 4 writes it, "
        "with no barrier between.");
    EXPECT_EQ(first.step, 1);
    EXPECT_EQ(step(), 1);
    EXPECT_EQ(state().display.fault, 0U);
    // What follows from it, and where: the rounds have no barrier between, and yet are steps.
    ASSERT_EQ(findings().size(), 3U);
    EXPECT_EQ(findings()[1].kind, Finding::Kind::diagnostic);
    EXPECT_EQ(findings()[1].step, 1);
    EXPECT_EQ(findings()[2].text,
              "Threads 0 and 16 race on s[16]: line 7 reads it in stride 16 while line 7 writes it "
              "in stride 32, with no __syncwarp() or barrier between.");
    EXPECT_EQ(findings()[2].step, 2);
}

TEST_F(FaultsShown, ATextWithoutAnyBeginsAtTheFirstStep) {
    controller_.apply(command::Last{});
    open(sum("__syncthreads();"));
    EXPECT_TRUE(findings().empty());
    EXPECT_EQ(step(), 0);
    next();
    EXPECT_EQ(step(), 0);
    EXPECT_EQ(state().notice, "No fault was found in this run");
}

TEST_F(FaultsShown, WhoTypesStaysAtTheStep) {
    open(sum("__syncthreads();"));
    controller_.apply(command::Jump{3});
    const std::string there = state().trace()->steps()[3].variables;
    controller_.apply(command::EditText{editor::action::MoveTo{{6, 0}, false}});
    controller_.apply(command::EditText{editor::action::Type{" "}});
    controller_.wait_until_recorded();
    EXPECT_EQ(step(), 3);
}

TEST_F(FaultsShown, OneKeyGoesFromOneToTheNextAndRound) {
    open(sum(""));
    const auto count = findings().size();
    ASSERT_EQ(count, 3U);
    controller_.apply(command::First{});
    for (std::size_t k = 1; k <= count; ++k) {
        next();
        const Finding& found = findings()[k % count];
        EXPECT_EQ(state().display.fault, k % count);
        EXPECT_EQ(step(), found.step);
        EXPECT_EQ(state().display.look.selection, found.at);
        EXPECT_NE(state().notice.find(found.text.substr(0, found.text.size() - 1)),
                  std::string::npos)
            << state().notice;
    }
    next(-1);
    EXPECT_EQ(state().display.fault, count - 1);
    controller_.apply(command::ShowFault{1});
    EXPECT_EQ(state().display.fault, 1U);
}

TEST_F(FaultsShown, AnotherGoesToTheStepsWithConflicts) {
    const std::string strided =
        "__global__ void k(float *out) {\n"
        "    __shared__ float x[64];\n"
        "    x[threadIdx.x] = 1;\n"
        "    __syncthreads();\n"
        "    if (threadIdx.x < 32) x[2 * threadIdx.x] = 2;\n"
        "    __syncthreads();\n"
        "    out[threadIdx.x] = x[threadIdx.x];\n"
        "}\n";
    open("// @launch k<<<1, 64>>>(out)\n// @array out : f32[64]\n" + strided);
    ASSERT_EQ(state().trace()->step_count(), 3);
    controller_.apply(command::NextConflict{});
    EXPECT_EQ(step(), 1);
    controller_.apply(command::NextConflict{});
    EXPECT_EQ(step(), 1) << "it is the only one";
    controller_.apply(command::Last{});
    controller_.apply(command::NextConflict{-1});
    EXPECT_EQ(step(), 1);
}

TEST_F(FaultsShown, ItGoesWrongBesideTheRunThatDoesNot) {
    // Three warps: the first one reads what the others may have loaded.
    open("// launch: sum<<<1, 64>>>(in, out)\n// in: float[64] ones\n" + sum(""));
    EXPECT_EQ(
        go_wrong(),
        "With the schedule descending, in turn 1 of each block alone, out[0] is 64, not 32: that "
        "run stands beside this one. They part here, in step 2: s[0] is 2, not 1 (framed in "
        "both).");
    EXPECT_EQ(state().display.look.selection, Selection{.word = 0});
    EXPECT_EQ(step(), 1);
    ASSERT_NE(state().pair(), nullptr);
    EXPECT_EQ(text_of(state().pair()->left->experiment().schedule), "ascending");
    EXPECT_EQ(text_of(state().pair()->right->experiment().schedule), "descending@1");
    EXPECT_FALSE(state().runs.searching.now);
}

TEST_F(FaultsShown, WhereNothingElseComesOfItThatIsSaid) {
    open(sum("__syncthreads();"));
    EXPECT_NE(go_wrong().find("came to the same"), std::string::npos);
    EXPECT_EQ(state().pair(), nullptr);
}

}  // namespace faults_shown_test
}  // namespace stridescope
