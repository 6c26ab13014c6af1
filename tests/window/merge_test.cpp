// Merging shapes that no pixel can tell apart.
#include "app/canvas/merge.h"

#include <gtest/gtest.h>

#include <numeric>

#include "app/canvas/batches.h"
#include "app/scene/views.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace {

constexpr Box everywhere{-1e6F, -1e6F, 2e6F, 2e6F};

Layer row_of(int count, float pitch) {
    Layer layer;
    for (int i = 0; i < count; ++i) {
        const float x = static_cast<float>(i) * pitch;
        layer.rects.push_back({.box = {x, 10, pitch * 0.8F, 5}, .fill = {10, 20, 30, 255}});
        layer.lines.push_back({.from = {x, 20}, .to = {x + 7, 60}, .color = {9, 9, 9, 255}});
        layer.lines.push_back({.from = {x, 20}, .to = {x, 60}, .color = {9, 9, 9, 255}});
    }
    return layer;
}

TEST(Merge, KeepsWhatCanBeToldApart) {
    const Layer layer = row_of(100, 4);
    const MergedShapes all = merge_shapes(layer, 1, everywhere);
    EXPECT_EQ(all.rects.size(), layer.rects.size());
    EXPECT_EQ(all.lines.size(), layer.lines.size());
    EXPECT_TRUE(all.bands.empty());
}

TEST(Merge, MakesOneOfARunCloserThanAPixel) {
    const Layer layer = row_of(1000, 4);
    const MergedShapes all = merge_shapes(layer, 0.1F, everywhere);
    ASSERT_EQ(all.rects.size(), 1U);
    EXPECT_FLOAT_EQ(all.rects[0].box.x, 0);
    EXPECT_FLOAT_EQ(all.rects[0].box.w, 999 * 4 + 3.2F);
    EXPECT_TRUE(all.lines.empty());
    ASSERT_EQ(all.bands.size(), 2U) << "the two families of parallel lines stay apart";
    for (const Band& band : all.bands) EXPECT_FLOAT_EQ(band.breadth, 999 * 4);
}

TEST(Merge, ABandIsAsDarkAsItsLinesTogether) {
    // Two lines a pixel, each a third strong: together five ninths.
    Layer layer;
    for (int i = 0; i < 101; ++i) {
        const float x = static_cast<float>(i) * 0.5F;
        layer.lines.push_back({.from = {x, 0}, .to = {x, 9}, .color = {0, 0, 0, 85}, .width = 1});
    }
    const MergedShapes all = merge_shapes(layer, 1, everywhere);
    ASSERT_EQ(all.bands.size(), 1U);
    EXPECT_NEAR(all.bands[0].line.color.a, 255 * 5 / 9, 1);
}

TEST(Merge, GapsAndOtherColoursEndARun) {
    Layer layer = row_of(100, 4);
    layer.lines.clear();
    for (int i = 50; i < 100; ++i) layer.rects[static_cast<std::size_t>(i)].box.x += 300;
    EXPECT_EQ(merge_shapes(layer, 0.1F, everywhere).rects.size(), 2U);
    for (int i = 0; i < 25; ++i) layer.rects[static_cast<std::size_t>(i)].fill.r = 200;
    EXPECT_EQ(merge_shapes(layer, 0.1F, everywhere).rects.size(), 3U);
}

TEST(Merge, LeavesOutWhatIsNotInSight) {
    const Layer layer = row_of(1000, 4);
    const MergedShapes some = merge_shapes(layer, 1, {400, 0, 40, 100});
    EXPECT_GE(some.rects.size(), 10U);
    EXPECT_LE(some.rects.size(), 12U);
    EXPECT_GE(some.lines.size(), 20U);
    EXPECT_LE(some.lines.size(), 30U);
    EXPECT_TRUE(merge_shapes(layer, 1, {0, 500, 4000, 10}).rects.empty());
}

TEST(Merge, SmallScenesAreDrawnAsTheyAre) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    const Scene scene = tree_scene(*trace, {.step = 3}, Palette::light());
    const Batches batches = build_batches(scene, 0.01F, {0, 0, 1, 1});
    EXPECT_FALSE(batches.for_this_view);
    const std::size_t rects =
        std::accumulate(scene.layers.begin(), scene.layers.end(), std::size_t{0},
                        [](std::size_t sum, const Layer& l) { return sum + l.rects.size(); });
    EXPECT_EQ(batches.shapes.size(), 4 * rects);
}

TEST(Merge, ALargeTreeIsAFewHundredShapes) {
    const auto trace = testing::recorded("kogge-stone", 1024, "ones", Padding::none, 8);
    const Scene scene = tree_scene(*trace, {.step = 3}, Palette::light());
    const float zoom = 1200 / scene.width;
    const Batches batches = build_batches(scene, zoom, {0, 0, scene.width, scene.height});
    EXPECT_TRUE(batches.for_this_view);
    EXPECT_LT(batches.shapes.size() / 4 + batches.lines.size() / 4, 500U);
}

}  // namespace
}  // namespace stridescope
