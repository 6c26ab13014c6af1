// Recordings held against each other: what counts as the same, and how the first difference is
// told.
#include "app/analysis/divergence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/analysis/work.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace {

using testing::recorded;
using testing::sixteen;

class DivergenceTest : public ::testing::Test {
  protected:
    /// The first divergence from the recording with something changed in it.
    template <class Change>
    Divergence after(Change change, int first_step = 0) {
        TraceData data = trace_->data();
        change(data);
        const Trace changed{std::move(data)};
        return compare_traces(*trace_, changed, first_step).divergence.value_or(Divergence{});
    }

    std::shared_ptr<const Trace> trace_ = recorded("kogge-stone", 16, sixteen);
};

TEST_F(DivergenceTest, TwoRunsOfOneExperimentAreIdentical) {
    const auto again = recorded("kogge-stone", 16, sixteen);
    const TraceComparison compared = compare_traces(*trace_, *again);
    EXPECT_FALSE(compared.divergence);
    EXPECT_EQ(first_divergence(*trace_, *again), std::nullopt);
}

TEST_F(DivergenceTest, CountsWhatWasHeldAgainstEachOther) {
    for (const auto& [kernel, block] : {std::pair{"kogge-stone", 16}, {"brent-kung", 64}}) {
        const auto trace = recorded(kernel, block, "ones");
        const std::int64_t adds = work_table(*trace).totals.adds;
        const ComparedAmounts amounts = compare_traces(*trace, *trace).amounts;
        EXPECT_EQ(amounts.blocks, 1);
        EXPECT_EQ(amounts.steps, trace->step_count());
        // Each element is written once and read once; each addition reads two and writes one.
        EXPECT_EQ(amounts.accesses, 4 * trace->n() + 3 * adds) << kernel;
        EXPECT_EQ(amounts.words, std::int64_t{trace->words()} * trace->step_count());
        EXPECT_EQ(amounts.outputs, trace->n());
    }
    EXPECT_EQ(sentence({.blocks = 1, .steps = 1, .accesses = 2, .words = 1234, .outputs = 0}),
              "1 step, 2 accesses, 1,234 words of shared memory and 0 elements of the result");
    EXPECT_EQ(sentence({.blocks = 8, .steps = 6, .accesses = 1, .words = 1, .outputs = 1234567}),
              "8 blocks of 6 steps, 1 access, 1 word of shared memory and 1,234,567 elements of "
              "the result");
}

TEST_F(DivergenceTest, NamesAWordThatIsOther) {
    const std::size_t at = trace_->snapshot_index(0, 2, 5);
    const std::string was = trace_->snapshots().text(at);
    const auto change = [at](TraceData& data) { data.snapshots.as<float>()[at] = 99; };
    const std::string place = "(scan, stride 2), word 5: expected " + was + ", got 99";
    const Divergence found = after(change);
    EXPECT_EQ(found.block, 0);
    EXPECT_EQ(found.step, 2);
    EXPECT_EQ(found.text, "block 0, after step 2 " + place);
    EXPECT_EQ(after(change, 1).text, "block 0, after step 3 " + place);
    EXPECT_EQ(after(change, 1).step, 2);
}

TEST_F(DivergenceTest, NamesAnAccessThatIsOther) {
    const int row = trace_->rows_of_step(1).begin;
    const auto lanes = trace_->lanes(0, row);
    const auto thread =
        std::ranges::find_if(lanes, [](std::uint16_t word) { return word != Trace::idle; }) -
        lanes.begin();
    const Divergence found = after([&](TraceData& data) {
        const std::size_t width = lanes.size(), all = data.rows.size() * width;
        const std::shared_ptr<std::uint16_t[]> copy{new std::uint16_t[all]};
        std::copy_n(data.lanes.get(), all, copy.get());
        copy[static_cast<std::size_t>(row) * width + static_cast<std::size_t>(thread)] = 15;
        data.lanes = copy;
    });
    EXPECT_EQ(found.step, 1);
    EXPECT_NE(found.text.find("thread " + std::to_string(thread) + ": expected word "),
              std::string::npos)
        << found.text;
    EXPECT_TRUE(found.text.ends_with(", got word 15")) << found.text;
}

TEST_F(DivergenceTest, NamesAResultThatIsOtherAndNoStep) {
    const Divergence found = after([](TraceData& data) { data.output.as<float>()[15] = 69; });
    EXPECT_EQ(found.text, "output element 15: expected 68, got 69");
    EXPECT_EQ(found.step, -1);
}

TEST_F(DivergenceTest, TellsOtherShapesAndSteps) {
    const auto other = recorded("kogge-stone", 32, "ones");
    EXPECT_EQ(first_divergence(*trace_, *other), "the launches have different shapes");
    const Divergence found = after([](TraceData& data) { data.steps[3].stride = 5; });
    EXPECT_EQ(found.text, "step 3: expected scan, stride 4, got scan, stride 5");
    EXPECT_EQ(found.step, 3);
}

}  // namespace
}  // namespace stridescope
