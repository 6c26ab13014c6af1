// What is chosen in one picture is lit in all: against the recorded accesses, one by one.
#include "app/analysis/selection.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/analysis/banks.h"
#include "app/scene/lit.h"
#include "app/scene/views.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace {

using testing::recorded;

TEST(Related, OfAThreadAreItsWordsBanksAndLines) {
    const auto trace = recorded("brent-kung", 64, "iota");
    // Stride 4 of the up-sweep: thread t adds word 8t + 3 to word 8t + 7.
    const Related found = related(*trace, 0, 3, {.thread = 5});
    EXPECT_EQ(found.words, (std::set<int>{43, 47}));
    EXPECT_EQ(found.banks, (std::set<int>{11, 15}));
    EXPECT_EQ(found.threads, std::set<int>{5});
    EXPECT_EQ(found.warps, std::set<int>{0});
    EXPECT_EQ(found.lines.size(), 1U);
}

TEST(Related, OfAWordAreThoseWhoWantIt) {
    const auto trace = recorded("brent-kung", 64, "iota");
    EXPECT_EQ(related(*trace, 0, 3, {.word = 43}).threads, std::set<int>{5});
    const Related rests = related(*trace, 0, 3, {.word = 42});
    EXPECT_TRUE(rests.threads.empty()) << "nobody wants it in this step";
    EXPECT_EQ(rests.words, std::set<int>{42}) << "but it is lit all the same";
    EXPECT_EQ(rests.banks, std::set<int>{10});
}

TEST(Related, OfABankOrALineAreAllThatUseIt) {
    const auto trace = recorded("brent-kung", 64, "iota");
    EXPECT_EQ(related(*trace, 0, 3, {.bank = 3}).words, (std::set<int>{3, 35}));
    EXPECT_EQ(related(*trace, 0, 3, {.bank = 3}).threads, (std::set<int>{0, 4}));
    const int line = *related(*trace, 0, 3, {.thread = 5}).lines.begin();
    EXPECT_EQ(related(*trace, 0, 3, {.line = line}).threads.size(), 8U);
    EXPECT_TRUE(related(*trace, 0, 0, {.line = line}).threads.empty()) << "the load is elsewhere";
    EXPECT_EQ(related(*trace, 0, 1, {.warp = 1}).threads, std::set<int>{}) << "one warp is enough";
}

TEST(Related, KnowsElementsThatAreTwoBanksWide) {
    Experiment experiment = testing::experiment_of("brent-kung", 64, "iota");
    experiment.type = ElementType::f64;
    const auto trace = record(experiment);
    const Related found = related(*trace, 0, 3, {.thread = 5});
    EXPECT_EQ(found.banks, (std::set<int>{22, 23, 30, 31}));
    EXPECT_EQ(related(*trace, 0, 3, {.bank = 22}).words, related(*trace, 0, 3, {.bank = 23}).words);
}

TEST(Related, OfNothingIsNothing) {
    const auto trace = recorded("brent-kung", 16, "iota");
    EXPECT_FALSE(related(*trace, 0, 0, {}).any());
    EXPECT_FALSE(related(*trace, 7, 0, {.thread = 1}).any()) << "there is no such block";
    EXPECT_FALSE(related(*trace, 0, 99, {.thread = 1}).any());
    EXPECT_TRUE(exists_in(*trace, {.thread = 15}));
    EXPECT_FALSE(exists_in(*trace, {.thread = 16}));
    EXPECT_FALSE(exists_in(*trace, {.word = 16}));
    EXPECT_FALSE(exists_in(*trace, {.line = 1}));
}

/// The hotspots that a box was lit for.
std::vector<Hotspot> lit_spots(const Scene& scene, const Related& related, int step) {
    std::vector<Hotspot> spots;
    const auto boxes = lit_boxes(scene, related, step);
    for (const Hotspot& spot : scene.hotspots) {
        if (std::ranges::find(boxes, spot.box) != boxes.end()) spots.push_back(spot);
    }
    return spots;
}

TEST(Lit, IsTheSameThingInEveryPicture) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const Palette& light = Palette::light();
    const ViewState at{.step = 3};
    const Related found = related(*trace, 0, 3, {.thread = 5});

    std::set<int> words;
    for (const Hotspot& spot : lit_spots(memory_scene(*trace, at, light), found, 3)) {
        if (spot.word >= 0) words.insert(spot.word);
    }
    EXPECT_EQ(words, (std::set<int>{43, 47}));

    int lanes = 0;
    for (const Hotspot& spot : lit_spots(banks_scene(*trace, at, light), found, 3)) {
        if (spot.thread < 0) continue;
        EXPECT_EQ(spot.thread, 5);
        ++lanes;
    }
    EXPECT_EQ(lanes, 1);

    std::set<int> columns;
    for (const Hotspot& spot : lit_spots(heatmap_scene(*trace, at, {}, light), found, 3)) {
        EXPECT_EQ(spot.step, 3);
        columns.insert(spot.column);
    }
    EXPECT_EQ(columns, (std::set<int>{11, 15}));
    for (const Hotspot& spot :
         lit_spots(heatmap_scene(*trace, at, {.axis = HeatmapAxis::warp}, light), found, 3)) {
        EXPECT_EQ(spot.column, 0);
    }

    const auto lines = lit_spots(source_scene(*trace, at, light), found, 3);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].line, *found.lines.begin());

    EXPECT_EQ(lit_boxes(tree_scene(*trace, at, light), found, 3).size(), 2U);
    EXPECT_TRUE(lit_boxes(tree_scene(*trace, at, light), {}, 3).empty());
}

TEST(Lit, InTheTreeIsTheNodeThatHoldsTheValueNow) {
    const auto trace = recorded("brent-kung", 8, "iota");
    const auto node = [&](int step, int word) {
        return tree_scene(*trace, {.step = step}, Palette::light()).node(word);
    };
    ASSERT_TRUE(node(1, 1));
    EXPECT_EQ(node(1, 1), node(2, 1)) << "stride 2 writes 3 and 7 only";
    EXPECT_GT(node(2, 3)->y, node(1, 3)->y) << "and so 3 has a new node";
    EXPECT_FALSE(node(1, 800));
    EXPECT_FALSE(node(1, -1));
}

TEST(Lit, ALaneIsMeantAndNotItsWord) {
    EXPECT_EQ(selection_of({.word = 3, .thread = 7}), (Selection{.thread = 7}));
    EXPECT_EQ(selection_of({.step = 2, .element = 3, .word = 3}), (Selection{.word = 3}));
    EXPECT_FALSE(selection_of({.step = 2}).any());
    EXPECT_EQ(name_of(Selection{.thread = 7}), "thread 7");
}

}  // namespace
}  // namespace stridescope
