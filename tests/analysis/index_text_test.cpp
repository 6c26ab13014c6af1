// Indices with a thread's numbers put in: worked out as C++ does, and told only where they are what
// was recorded.
#include "app/analysis/index_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/analysis/expression.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"

namespace stridescope {
namespace index_text_test {

using testing::recorded;

std::int64_t value_of(std::string_view text, const Names& names = {}) {
    const auto worked = evaluate(text, names);
    EXPECT_TRUE(worked) << text;
    return worked ? worked->value : -1;
}

TEST(WorkOut, FollowsTheRulesOfTheLanguage) {
    EXPECT_EQ(value_of("2 + 3 * 4 - 1"), 13);
    EXPECT_EQ(value_of("(2 + 3) * 4"), 20);
    EXPECT_EQ(value_of("20 - 5 - 3"), 12);
    EXPECT_EQ(value_of("17 / 4 * 4 + 17 % 4"), 17);
    const auto worked = evaluate("2 * (t + 1) * s - 1", {{"t", 5}, {"s", 4}});
    ASSERT_TRUE(worked);
    EXPECT_EQ(worked->text, "2 · (5 + 1) · 4 − 1");
    EXPECT_EQ(worked->value, 47);
    EXPECT_EQ(value_of("i + threadIdx.x", {{"i", 3}, {"threadIdx.x", 8}}), 11);
    constexpr int k = 13;
    const Names names{{"k", k}, {"s", 4}};
    EXPECT_EQ(value_of("(k & -s) - 1", names), (k & -4) - 1);
    EXPECT_EQ(value_of("k & 3 + 4", names), k & (3 + 4));
    EXPECT_EQ(value_of("1 << 2 + 1", names), 1 << (2 + 1));
    EXPECT_EQ(value_of("k >> 1 & 3", names), (k >> 1) & 3);
    EXPECT_EQ(value_of("-k >> 1", names), -k >> 1);
    EXPECT_EQ(value_of("1 - -1"), 2);
}

TEST(WorkOut, LeavesAllElse) {
    const Names names{{"t", 5}};
    for (const char* text :
         {"",       "t +",   "u",    "t / 0",          "t % (t - t)", "(t",      "t)",
          "t t",    "t > 1", "f(t)", "2147483647 + 1", "9999999999",  "PAD(t)",  "t ? 1 : 2",
          "-",      "t..",   "1 <",  "t < 2",          "t <= 2",      "1 << 32", "1 << (0 - 1)",
          "t && t", "t &"}) {
        EXPECT_FALSE(evaluate(text, names)) << text;
    }
    EXPECT_FALSE(evaluate(std::string(10'000, '('), names));
}

std::string without_line(std::string text) {
    const auto at = text.find(" at line "), end = text.find(':', at);
    return at == std::string::npos ? text : text.erase(at, end - at);
}

TEST(NarrateThread, PutsTheThreadsNumbersIn) {
    const auto trace = recorded("brent-kung", 64, "iota");
    EXPECT_EQ(
        without_line(narrate_thread(*trace, 0, 3, 5)),
        "Thread 5: j = 2 · (5 + 1) · 4 − 1 = 47, j − stride = 47 − 4 = 43; it loads words 43 and "
        "47 and stores word 47.");
    EXPECT_EQ(narrate_thread(*trace, 0, 3, 40),
              "Thread 40 does not access shared memory in this step.");
}

TEST(NarrateThread, TellsElementsAndWordsApart) {
    const auto trace = recorded("brent-kung", 64, "iota", Padding::every32);
    EXPECT_EQ(
        without_line(narrate_thread(*trace, 0, 3, 5)),
        "Thread 5: j = 2 · (5 + 1) · 4 − 1 = 47, j − stride = 47 − 4 = 43; it loads words 44 and "
        "48 and stores word 48.");
}

TEST(NarrateThread, SolvesForTheElementsThatAreItsOwn) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    EXPECT_NE(narrate_thread(*trace, 0, 2, 7)
                  .find("k − stride = 7 − 2 = 5, k = 7 + 0 · 16 = 7; it loads words 5 and 7"),
              std::string::npos)
        << narrate_thread(*trace, 0, 2, 7);
}

TEST(NarrateThread, NeverTellsWhatWasNotRecorded) {
    // The same accesses beside a text that says otherwise.
    TraceData data = recorded("brent-kung", 64, "iota")->data();
    for (std::size_t at = data.text.find("(threadIdx.x + 1)"); at != std::string::npos;
         at = data.text.find("(threadIdx.x + 1)")) {
        data.text.replace(at, 17, "(threadIdx.x + 2)");
    }
    EXPECT_EQ(without_line(narrate_thread(Trace{data}, 0, 3, 5)),
              "Thread 5: it loads words 43 and 47 and stores word 47.");
    data.text.clear();
    EXPECT_EQ(without_line(narrate_thread(Trace{data}, 0, 3, 5)),
              "Thread 5: it loads words 43 and 47 and stores word 47.");
}

TEST(NarrateThread, KnowsTheDefinitionsOfBothTextsOfAnIncludedLine) {
    // BLOCK is the main text's; the included one has another for itself alone.
    const auto trace = testing::recorded_kernel("grid/chained.cu", {{"N", "200"}});
    for (int step = 0; step < trace->step_count(); ++step) {
        if (trace->steps()[static_cast<std::size_t>(step)].stride != 4) continue;
        const std::string text = narrate_thread(*trace, 0, step, 7);
        // X lies behind the other shared variables.
        const auto& arrays = trace->facts().arrays;
        const auto x = std::ranges::find(arrays, "X", &ArrayFacts::name);
        ASSERT_NE(x, arrays.end());
        const int first = trace->first_cell(static_cast<ArrayId>(x - arrays.begin()));
        EXPECT_NE(
            text.find(fmt::format(" of kogge_stone.cu: k − stride = 71 − 4 = 67, k = 7 + 1 · 64 "
                                  "= 71; it loads words {} and {}.",
                                  first + 67, first + 71)),
            std::string::npos)
            << text;
        return;
    }
    FAIL() << "no step of stride 4";
}

TEST(NarrateThread, HasWordsForEveryThreadOfEveryKernel) {
    int told = 0, all = 0;
    for (const testing::ScanKernel& kernel : testing::scan_kernels()) {
        const auto trace = testing::recorded(kernel.id, 32, "iota");
        for (int step = 0; step < trace->step_count(); ++step) {
            for (int thread = 0; thread < trace->threads(); ++thread) {
                const std::string text = narrate_thread(*trace, 0, step, thread);
                EXPECT_EQ(text.back(), '.');
                if (text.find("does not access") != std::string::npos) continue;
                ++all;
                told += text.find(" = ") != std::string::npos ? 1 : 0;
            }
        }
    }
    EXPECT_GT(told, all / 2) << "most lines can be worked out";
}

}  // namespace index_text_test
}  // namespace stridescope
