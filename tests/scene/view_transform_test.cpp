// Pan, zoom and fit as arithmetic.
#include "app/scene/pane_sight.h"

#include <gtest/gtest.h>

#include <random>

namespace stridescope {
namespace view_transform_test {

TEST(ViewTransform, ZoomKeepsWhatLiesUnderThePointer) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> place(-500, 1500), factor(0.5F, 2);
    ViewTransform view{1.5F, 20, -30};
    for (int i = 0; i < 200; ++i) {
        const Point pointer{place(random), place(random)};
        const Point before = view.to_scene(pointer);
        view.zoom_at(pointer, factor(random));
        const Point after = view.to_pixel(before);
        const float tolerance =
            0.01F + std::abs(before.x * view.zoom) * 1e-5F + std::abs(before.y * view.zoom) * 1e-5F;
        ASSERT_NEAR(after.x, pointer.x, tolerance);
        ASSERT_NEAR(after.y, pointer.y, tolerance);
        ASSERT_GE(view.zoom, ViewTransform::smallest_zoom);
        ASSERT_LE(view.zoom, ViewTransform::largest_zoom);
    }
}

TEST(ViewTransform, SceneAndPixelAreInverse) {
    const ViewTransform view{0.25F, 100, 40};
    const Point scene = view.to_scene(view.to_pixel({12, 34}));
    EXPECT_FLOAT_EQ(scene.x, 12);
    EXPECT_FLOAT_EQ(scene.y, 34);
}

TEST(ViewTransform, FitShowsAllInTheMiddle) {
    const Box content{10, 20, 400, 100};
    const ViewTransform view = ViewTransform::fit(content, 800, 600, 10, 5);
    EXPECT_FLOAT_EQ(view.zoom, 780.0F / 400);
    const Point low = view.to_pixel({10, 20}), high = view.to_pixel({410, 120});
    EXPECT_NEAR(low.x, 10, 0.01);
    EXPECT_NEAR(high.x, 790, 0.01);
    EXPECT_NEAR(low.y + high.y, 600, 0.01);
    EXPECT_FLOAT_EQ(ViewTransform::fit(content, 8000, 6000, 10, 2).zoom, 2);
    EXPECT_EQ(ViewTransform::fit({0, 0, 0, 0}, 800, 600, 10, 2), ViewTransform{});
}

TEST(ViewTransform, NothingCanBeDraggedOutOfSight) {
    ViewTransform view{1, 0, 0};
    view.pan(-1e6F, 1e6F);
    view.keep_in_sight(300, 200, 800, 600);
    EXPECT_GT(view.to_pixel({300, 0}).x, 0);
    EXPECT_LT(view.to_pixel({0, 0}).y, 600);
}

TEST(ViewTransform, WidePicturesAreStretchedFirstAndComeBackTheSameWay) {
    const Point pointer{300, 200};
    ViewTransform view;
    const Point under = view.to_scene(pointer);
    const auto fixed = [&] {
        const Point now = view.to_pixel(under);
        EXPECT_NEAR(now.x, pointer.x, 0.05);
        EXPECT_NEAR(now.y, pointer.y, 0.05);
    };
    view.zoom_at(pointer, 3, 4, 1);
    EXPECT_FLOAT_EQ(view.stretch, 3);
    EXPECT_FLOAT_EQ(view.zoom, 1);
    EXPECT_EQ(view.y, 0);
    fixed();
    view.zoom_at(pointer, 3, 4, 1);
    EXPECT_FLOAT_EQ(view.stretch, 4);
    EXPECT_FLOAT_EQ(view.zoom, 2.25F);
    fixed();
    view.zoom_at(pointer, 1 / 4.5F, 4, 1);
    EXPECT_FLOAT_EQ(view.zoom, 1);
    EXPECT_FLOAT_EQ(view.stretch, 2);
    fixed();
    view.zoom_at(pointer, 0.25F, 4, 1);
    EXPECT_FLOAT_EQ(view.stretch, 1);
    EXPECT_FLOAT_EQ(view.zoom, 0.5F);
}

}  // namespace view_transform_test
}  // namespace stridescope
