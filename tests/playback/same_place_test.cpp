// Where the cursor belongs after a knob was turned.
#include "app/playback/playback.h"

#include <gtest/gtest.h>

namespace stridescope {
namespace same_place_test {

std::vector<Step> kogge_stone(int length) {
    std::vector<Step> steps{{"load", 0}};
    for (int s = 1; s < length; s *= 2) steps.push_back({"scan", s});
    steps.push_back({"store", 0});
    return steps;
}

std::vector<Step> brent_kung(int length) {
    std::vector<Step> steps{{"load", 0}};
    for (int s = 1; s < length; s *= 2) steps.push_back({"up-sweep", s});
    for (int s = length / 4; s > 0; s /= 2) steps.push_back({"down-sweep", s});
    steps.push_back({"store", 0});
    return steps;
}

TEST(SamePlace, KeepsPhaseAndStrideWhenTheSectionGrowsOrShrinks) {
    const auto small = brent_kung(16), large = brent_kung(1024);
    for (std::size_t i = 0; i < small.size(); ++i) {
        const int there = same_place(small, static_cast<int>(i), large);
        EXPECT_EQ(large[static_cast<std::size_t>(there)], small[i]);
        EXPECT_EQ(same_place(large, there, small), static_cast<int>(i));
    }
}

TEST(SamePlace, TakesTheNearestStrideOfThePhase) {
    const auto small = kogge_stone(16), large = kogge_stone(1024);
    const int stride_256 = 9;
    ASSERT_EQ(large[stride_256], (Step{"scan", 256}));
    EXPECT_EQ(small[static_cast<std::size_t>(same_place(large, stride_256, small))],
              (Step{"scan", 8}));
}

TEST(SamePlace, TakesTheSameShareOfTheWayWhereThePhaseIsUnknown) {
    const auto from = kogge_stone(64), to = brent_kung(64);
    EXPECT_EQ(same_place(from, 0, to), 0);
    EXPECT_EQ(same_place(from, static_cast<int>(from.size()) - 1, to),
              static_cast<int>(to.size()) - 1);
    const int middle = same_place(from, 4, to);
    EXPECT_NEAR(static_cast<double>(middle) / static_cast<double>(to.size() - 1),
                4.0 / static_cast<double>(from.size() - 1), 0.06);
}

TEST(SamePlace, TellsRepeatedStepsApart) {
    const std::vector<Step> steps{{"scan", 1}, {"scan", 1}, {"scan", 1}};
    for (int i = 0; i < 3; ++i) EXPECT_EQ(same_place(steps, i, steps), i);
    EXPECT_EQ(same_place(steps, 2, {{"scan", 1}, {"scan", 1}}), 1);
}

// Where only strides differ (1, 2, 3 by mistake for 1, 2, 4), the third one is the third one.
TEST(SamePlace, KeepsTheNumberWherePhasesAreTheSame) {
    const auto right = kogge_stone(64);
    auto wrong = right;
    for (int round = 1; round <= 6; ++round) wrong[static_cast<std::size_t>(round)].stride = round;
    EXPECT_EQ(same_place(wrong, 4, right), 4);
    EXPECT_EQ(same_place(wrong, 5, right), 5);
    EXPECT_EQ(same_place(wrong, 6, right), 6);
    EXPECT_EQ(same_place(right, 6, wrong), 6);
}

TEST(SamePlace, SurvivesNothing) {
    EXPECT_EQ(same_place({}, 3, kogge_stone(8)), 0);
    EXPECT_EQ(same_place(kogge_stone(8), 3, {}), 0);
    EXPECT_EQ(same_place({{"a", 0}}, 7, {{"b", 0}, {"c", 0}}), 0);
}

}  // namespace same_place_test
}  // namespace stridescope
