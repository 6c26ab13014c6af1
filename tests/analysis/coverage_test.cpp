// What a value is said to be made of, against the value itself and against what scans are.
#include "app/analysis/coverage.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "tests/support/hand_made.h"
#include "tests/support/recorded.h"
#include "tests/support/scan_run.h"

namespace stridescope {
namespace coverage_test {

using testing::HandMade;

/// Of the block's steps; elements count from the section's first.
Coverage coverage_of(const Trace& trace, int block = 0, std::int64_t first = 0) {
    std::vector<std::vector<Edge>> edges;
    std::vector<std::vector<int>> constants(static_cast<std::size_t>(trace.step_count()));
    for (int step = 0; step < trace.step_count(); ++step) {
        edges.push_back(edges_of_step(trace, block, step));
        const auto [begin, end] = trace.rows_of_step(step);
        for (int row = begin; row < end; ++row) {
            const TraceRow& store = trace.rows()[static_cast<std::size_t>(row)];
            if (!trace.writes_cells(row) || store.left != TraceRow::none) continue;
            for (const std::int32_t word : trace.lanes(block, row)) {
                if (word != Trace::idle) constants[static_cast<std::size_t>(step)].push_back(word);
            }
        }
    }
    return Coverage{trace.words(), edges, constants, ArrayId{}, first};
}

Cover range(int first, int last) {
    return {.parts = {{first, last}}};
}

TEST(Coverage, OfAScanIsEverythingUpToTheElementInTheEnd) {
    for (const char* kernel : {"kogge-stone", "brent-kung", "sequential", "sklansky", "raking"}) {
        for (const Padding padding : {Padding::none, Padding::two_level, Padding::xor_swizzle}) {
            const int coarsen = std::string_view{kernel} == "sequential" ? 1 : 3;
            const auto trace = testing::recorded(kernel, 32, "random:5", padding, coarsen);
            const Coverage coverage = coverage_of(*trace);
            for (int element = 0; element < 32 * coarsen; ++element) {
                EXPECT_EQ(coverage.at(trace->step_count() - 1, Pad{padding}(element)),
                          range(0, element))
                    << kernel << ' ' << element;
            }
        }
    }
}

/// Whatever a value is said to be the sum of, it is.
TEST(Coverage, IsWhatTheValueIsTheSumOf) {
    for (const char* kernel : {"kogge-stone", "brent-kung", "sequential", "sklansky", "raking"}) {
        for (const Op op : {Op::add, Op::max, Op::min}) {
            ScanRun experiment = testing::experiment_of(kernel, 32, "random:9");
            experiment.type = ElementType::i32;
            experiment.op = op;
            experiment.n = 75;
            const auto trace = record(experiment);
            const auto input = trace->input().as<std::int32_t>();
            const auto values = trace->snapshots().as<std::int32_t>();
            int looked_at = 0;
            for (int block = 0; block < trace->blocks(); ++block) {
                const std::int64_t begins = std::int64_t{block} * experiment.section();
                const Coverage coverage = coverage_of(*trace, block, begins);
                for (int step = 0; step < trace->step_count(); ++step) {
                    for (int word = 0; word < trace->words(); ++word) {
                        const Cover& cover = coverage.at(step, word);
                        EXPECT_EQ(cover.count(), coverage.count(step, word));
                        if (!cover.one_range()) continue;
                        const auto first = static_cast<std::size_t>(begins + cover.parts[0].first);
                        std::int32_t sum = input[first];
                        for (int k = 1; k < cover.count(); ++k) {
                            sum = combine(op, sum, input[first + static_cast<std::size_t>(k)]);
                        }
                        ASSERT_EQ(sum, values[trace->snapshot_index(block, step, word)])
                            << kernel << " step " << step << " word " << word;
                        ++looked_at;
                    }
                }
            }
            EXPECT_GT(looked_at, 150);
        }
    }
}

TEST(Coverage, OfPartialSumsOfKoggeStoneIsTheStrideBefore) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    const Coverage coverage = coverage_of(*trace);
    EXPECT_EQ(coverage.at(0, 5), range(5, 5));
    EXPECT_EQ(coverage.at(1, 5), range(4, 5));
    EXPECT_EQ(coverage.at(2, 5), range(2, 5));
    EXPECT_EQ(coverage.at(3, 5), range(0, 5));
    EXPECT_EQ(coverage.at(2, 0), range(0, 0));
}

TEST(Coverage, OfIdentitiesPastTheInputIsNothing) {
    const auto trace = testing::recorded("kogge-stone", 8, "values:2,1,5,8,9");
    const Coverage coverage = coverage_of(*trace);
    EXPECT_EQ(coverage.at(0, 6), Cover{});
    EXPECT_EQ(coverage.at(1, 6), Cover{});
    EXPECT_EQ(coverage.at(1, 5), range(4, 4)) << "the identity adds nothing";
    EXPECT_EQ(coverage.at(4, 7), range(0, 4));
}

/// One thread, four words; loads them, then does as told.
class CoverageByHand : public ::testing::Test {
  protected:
    CoverageByHand() {
        made_.step("load", 0);
        for (int word = 0; word < 4; ++word)
            made_.store({word}, made_.global(Event::global_load, ArrayId{0}, {word}));
        made_.values({3, 4, 5, 6});
        made_.step("scan", 1);
    }
    HandMade made_{1, 4};
};

TEST_F(CoverageByHand, SumsWithAGapAreNoRange) {
    const int a = made_.load({0}), b = made_.load({2});
    made_.store({2}, made_.op({1}, a, b));
    made_.values({3, 4, 8, 6});
    const Cover cover = coverage_of(made_.trace()).at(1, 2);
    EXPECT_EQ(cover, (Cover{.parts = {{0, 0}, {2, 2}}}));
    EXPECT_FALSE(cover.one_range());
    EXPECT_EQ(cover.count(), 2);
}

TEST_F(CoverageByHand, WhatWentInTwiceIsToldSo) {
    const int a = made_.load({1});
    made_.store({1}, made_.op({1}, a, a));
    made_.values({3, 8, 5, 6});
    const Cover doubled = coverage_of(made_.trace()).at(1, 1);
    EXPECT_EQ(doubled, (Cover{.parts = {{1, 1}}, .once = false}));
    EXPECT_FALSE(doubled.one_range());
}

TEST_F(CoverageByHand, OverlapsAreToldToo) {
    const int a = made_.load({0}), b = made_.load({1});
    made_.store({1}, made_.op({1}, a, b));
    made_.values({3, 7, 5, 6});
    made_.step("scan", 2);
    const int c = made_.load({0}, 1), d = made_.load({1}, 1);
    made_.store({1}, made_.op({1}, c, d, 1), 1);
    made_.values({3, 10, 5, 6});
    EXPECT_EQ(coverage_of(made_.trace()).at(2, 1), (Cover{.parts = {{0, 1}}, .once = false}));
}

TEST_F(CoverageByHand, AConstantIsNoInput) {
    made_.store({3}, TraceRow::none);
    made_.values({3, 4, 5, 0});
    EXPECT_EQ(coverage_of(made_.trace()).at(0, 3), range(3, 3));
    EXPECT_EQ(coverage_of(made_.trace()).at(1, 3), Cover{});
}

TEST_F(CoverageByHand, WritesOfOneThreadAreApart) {
    const int a = made_.load({0}), b = made_.load({3}, 0);
    made_.store({1}, a);
    made_.store({1}, b);
    made_.values({3, 6, 5, 6});
    EXPECT_EQ(coverage_of(made_.trace()).at(1, 1), range(3, 3)) << "the later write stands";
}

}  // namespace coverage_test
}  // namespace stridescope
