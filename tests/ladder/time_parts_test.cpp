// What the ladder's times are made of: what is counted in recordings, and what it comes to.
#include "app/ladder/time_parts.h"

#include <gtest/gtest.h>

#include "app/experiment/text/library_texts.h"
#include "app/ladder/ladder.h"
#include "app/ladder/measure/measure.h"
#include "app/report/ladder_report.h"
#include "tests/support/left_out.h"

namespace stridescope {
namespace time_parts_test {

RungCounts counts_of(const std::string& id) {
    for (const Rung& rung : standard_rungs()) {
        if (rung.id != id) continue;
        TextSpec spec = spec_of(*find_text(rung.text));
        for (const auto& knob : rung.knobs) spec.defines.push_back(knob);
        return count_text(spec);
    }
    ADD_FAILURE() << "no rung " << id;
    return {};
}

TEST(RungCounts, SectionsAreReadAndWrittenOnce) {
    int round = 0;
    for (const char* id : {"kogge-stone", "brent-kung", "padded", "coarsened"}) {
        if (testing::left_out(round++, 2)) continue;
        const RungCounts counts = counts_of(id);
        EXPECT_EQ(counts.bytes, 8) << id;  // four bytes there, four back
        EXPECT_EQ(counts.hand_overs, 0) << id;
    }
    // Two barriers for each of ten strides and one at the end, of 1,024 elements.
    EXPECT_DOUBLE_EQ(counts_of("kogge-stone").barriers, 21.0 / 1024);
}

TEST(RungCounts, PaddingIsWorthWavefronts) {
    const RungCounts plain = counts_of("coarsened"), padded = counts_of("coarsened-padded");
    EXPECT_GT(plain.excess, 0.1);
    EXPECT_LT(padded.excess, plain.excess / 4);
    EXPECT_EQ(padded.bytes, plain.bytes);
    EXPECT_EQ(padded.barriers, plain.barriers);
}

TEST(RungCounts, OnlyAChainHandsOnFromSectionToSection) {
    EXPECT_DOUBLE_EQ(counts_of("chained-kogge-stone").hand_overs, 1.0 / 1024);
    if (!testing::left_out(1)) {
        EXPECT_DOUBLE_EQ(counts_of("chained-padded").hand_overs, 1.0 / 8192);
        EXPECT_LT(counts_of("look-back").hand_overs, 0.3 / 8192);
    }
    EXPECT_LT(counts_of("look-back-warp").hand_overs, 0.3 / 8192);
    EXPECT_EQ(counts_of("spin-barrier").hand_overs, 0);
}

Ladder measured() {
    Ladder ladder{.gpu = "a GPU"};
    ladder.rates = {
        .launch_ms = 0.5, .hand_over_ms = 0.25, .barrier_ms = 0.125, .wavefront_ms = 1e-5};
    ladder.rungs = {
        {.id = "c",
         .name = "Chained",
         .counts =
             {.bytes = 8, .barriers = 0.01, .excess = 0.5, .hand_overs = 0.001, .recorded = 4096}},
        {.id = "copy", .name = "Copy", .kind = RungKind::roof}};
    ladder.results = {{.rung = 0,
                       .n = 100'000,
                       .ms = {300, 300, 300},
                       .clearing_ms = {2, 2, 2},
                       .blocks = 100,
                       .launches = 2,
                       .resident = 10},
                      {.rung = 1, .n = 100'000, .ms = {4, 4, 4}}};
    return ladder;
}

TEST(TimeParts, AreCountsTimesWhatEachTakes) {
    const Ladder ladder = measured();
    const TimeParts parts = time_parts(ladder, ladder.results[0]);
    ASSERT_EQ(parts.parts.size(), 6U);
    EXPECT_DOUBLE_EQ(parts.parts[0].ms, 4);     // as many bytes as the copy moves
    EXPECT_DOUBLE_EQ(parts.parts[1].ms, 1);     // two launches
    EXPECT_DOUBLE_EQ(parts.parts[2].ms, 2);     // clearing
    EXPECT_DOUBLE_EQ(parts.parts[3].ms, 25);    // 100 hand-overs
    EXPECT_DOUBLE_EQ(parts.parts[4].ms, 12.5);  // 1,000 barriers, ten blocks at once
    EXPECT_DOUBLE_EQ(parts.parts[5].ms, 0.5);   // 50,000 wavefronts
    EXPECT_DOUBLE_EQ(parts.rest, 300 - 45);
    EXPECT_TRUE(time_parts(ladder, ladder.results[1]).parts.empty());
    const std::string why = ladder_why(ladder, 100'000);
    EXPECT_NE(why.find("100 hand-overs"), std::string::npos) << why;
    EXPECT_NE(why.find("not explained by these"), std::string::npos) << why;
}

TEST(TimeParts, OfManagedMemoryAreTheKernelAndMigration) {
    Ladder ladder = measured();
    Rung managed = ladder.rungs[0];
    managed.id = "m";
    managed.managed = true;
    ladder.rungs.push_back(managed);
    ladder.results.push_back({.rung = 2, .n = 100'000, .ms = {900, 900, 900}});
    const TimeParts parts = time_parts(ladder, ladder.results.back());
    ASSERT_EQ(parts.parts.size(), 1U);
    EXPECT_DOUBLE_EQ(parts.parts[0].ms, 300);
    EXPECT_DOUBLE_EQ(parts.rest, 600);
    EXPECT_EQ(parts.rest_name, "migration of pages");
    EXPECT_EQ(time_parts(ladder, ladder.results.front()).rest_name, "the rest");
}

// Two kernels that differ in their layout, whose blocks were timed: 25 of them by tens.
Ladder timed() {
    Ladder ladder = measured();
    ladder.rungs[0].kind = ladder.rungs[1].kind = RungKind::sections;
    ladder.rungs[0].text = ladder.rungs[1].text = "brent_kung";
    ladder.rungs[0].knobs = {{"BLOCK", "1024"}, {"PADDING", "none"}};
    ladder.rungs[1].knobs = {{"BLOCK", "1024"}, {"PADDING", "every32"}};
    RungResult& plain = ladder.results[0];
    plain.blocks = 25;
    plain.launches = 1;
    plain.block = {.ns = 50e6, .waited = 0.5};
    RungResult& padded = ladder.results[1];
    padded = plain;
    padded.rung = 1;
    padded.block = {.ns = 40e6, .waited = 0.25};
    return ladder;
}

TEST(TimeParts, OfBlocksThatWereTimedAreWhatTheirClocksTold) {
    const Ladder ladder = timed();
    const TimeParts parts = time_parts(ladder, ladder.results[0]);
    ASSERT_EQ(parts.parts.size(), 4U);
    EXPECT_EQ(parts.parts[1].name, "barriers");
    EXPECT_EQ(parts.parts[2].name, "bank conflicts");
    EXPECT_DOUBLE_EQ(parts.parts[0].ms, 90);   // three rounds of 30 ms
    EXPECT_DOUBLE_EQ(parts.parts[1].ms, 30);   // three of 10
    EXPECT_DOUBLE_EQ(parts.parts[2].ms, 30);   // the padded block takes 10 ms less
    EXPECT_DOUBLE_EQ(parts.parts[3].ms, 0.5);  // a launch
    EXPECT_DOUBLE_EQ(parts.rest, 300 - 150.5);
    const TimeParts padded = time_parts(ladder, ladder.results[1]);
    ASSERT_EQ(padded.parts.size(), 3U) << "it has no conflicts to be rid of";
    EXPECT_DOUBLE_EQ(padded.parts[0].ms, 90);
}

TEST(TimeParts, OfBlocksAreReadAndWritten) {
    const Ladder ladder = timed();
    EXPECT_EQ(parse_ladder(ladder_json(ladder)), ladder);
}

TEST(TimeParts, AreNotToldWhereSomethingIsMissing) {
    Ladder ladder = measured();
    ladder.rungs[0].counts.recorded = 0;
    EXPECT_TRUE(time_parts(ladder, ladder.results[0]).parts.empty());
    ladder = measured();
    ladder.results.pop_back();  // no copy
    EXPECT_TRUE(time_parts(ladder, ladder.results[0]).parts.empty());
    ladder = measured();
    ladder.rates = {};
    EXPECT_EQ(time_parts(ladder, ladder.results[0]).parts.size(), 2U);  // memory and clearing
    ladder.results[0].ms = {1, 1, 1};
    EXPECT_LT(time_parts(ladder, ladder.results[0]).rest, 0);
}

}  // namespace time_parts_test
}  // namespace stridescope
