// Merging shapes that no pixel can tell apart.
#include "app/canvas/batches.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "tests/support/recorded.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace stridescope {
namespace merge_test {

constexpr Box everywhere{-1e6F, -1e6F, 2e6F, 2e6F};

std::vector<Rect> row_of(int count, float pitch) {
    std::vector<Rect> rects;
    for (int i = 0; i < count; ++i) {
        const float x = static_cast<float>(i) * pitch;
        rects.push_back({.box = {x, 10, pitch * 0.8F, 5}, .fill = {10, 20, 30, 255}});
    }
    return rects;
}

TEST(Merge, KeepsWhatCanBeToldApart) {
    EXPECT_EQ(merge_rects(row_of(100, 4), 1, everywhere).size(), 100U);
}

TEST(Merge, MakesOneOfARunCloserThanAPixel) {
    const auto rects = merge_rects(row_of(1000, 4), 0.1F, everywhere);
    ASSERT_EQ(rects.size(), 1U);
    EXPECT_FLOAT_EQ(rects[0].box.x, 0);
    EXPECT_FLOAT_EQ(rects[0].box.w, 999 * 4 + 3.2F);
}

TEST(Merge, GapsAndOtherColoursEndARun) {
    auto rects = row_of(100, 4);
    for (std::size_t i = 50; i < 100; ++i) rects[i].box.x += 300;
    EXPECT_EQ(merge_rects(rects, 0.1F, everywhere).size(), 2U);
    for (std::size_t i = 0; i < 25; ++i) rects[i].fill.r = 200;
    EXPECT_EQ(merge_rects(rects, 0.1F, everywhere).size(), 3U);
}

TEST(Merge, LeavesOutWhatIsNotInSight) {
    const auto rects = row_of(1000, 4);
    const auto some = merge_rects(rects, 1, {400, 0, 40, 100});
    EXPECT_GE(some.size(), 10U);
    EXPECT_LE(some.size(), 12U);
    EXPECT_TRUE(merge_rects(rects, 1, {0, 500, 4000, 10}).empty());
}

TEST(Merge, SmallScenesAreDrawnAsTheyAre) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    const Scene scene = tree_scene(*trace, {.step = 3}, Palette::light());
    const Batches batches = build_batches(scene.layers, {.zoom = 0.01F, .box = {0, 0, 1, 1}});
    EXPECT_FALSE(batches.for_this_view);
    const std::size_t rects =
        std::accumulate(scene.layers.begin(), scene.layers.end(), std::size_t{0},
                        [](std::size_t sum, const Layer& l) { return sum + l.rects.size(); });
    EXPECT_EQ(batches.shapes.size(), 4 * rects);
}

TEST(Merge, ALargeTreeIsAFewThousandShapesAtAnyZoom) {
    for (const char* kernel : {"kogge-stone", "brent-kung"}) {
        const auto trace = testing::recorded(kernel, 1024, "ones", Padding::none, 8);
        const Scene scene = tree_scene(*trace, {.step = 3}, Palette::light(), {1600, 500});
        ASSERT_TRUE(scene.detail);
        for (const float zoom : {1.0F, 1.3F, 4.0F, 20.0F, 150.0F, 900.0F}) {
            const Sight sight{.stretch = zoom, .box = {700, 0, 1600 / zoom, 500}};
            const Batches batches = build_batches(scene.detail(sight), sight);
            EXPECT_LT(batches.shapes.size() / 4, 12000U) << kernel << " at " << zoom;
            EXPECT_LT(batches.lines.size() / 4 + batches.runs.size() / 4, 5000U)
                << kernel << " at " << zoom;
        }
    }
}

}  // namespace merge_test
}  // namespace stridescope
