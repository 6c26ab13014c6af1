// The canvas draws known scenes offscreen.
#include "app/canvas/canvas.h"
#include "app/platform/fonts.h"
#include "app/platform/offscreen.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "tests/support/goldens.h"
#include "tests/support/image.h"
#include "tests/support/recorded.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <utility>

namespace stridescope {
namespace canvas_test {

constexpr Rgba white{255, 255, 255, 255}, black{0, 0, 0, 255}, red{200, 30, 40, 255};
constexpr Rgba blue{0, 80, 200, 255};

testing::Image image_of(const Pixels& pixels) {
    testing::Image image{pixels.width, pixels.height, {}};
    for (std::size_t i = 0; i < pixels.rgba.size(); i += 4) {
        for (std::size_t c = 0; c < 3; ++c) image.rgb.push_back(pixels.rgba[i + c]);
    }
    return image;
}

/// A scene of `layer`, 200 by 100.
Scene scene_of(Layer layer) {
    Scene scene;
    scene.width = 200;
    scene.height = 100;
    scene.background = white;
    scene.layers.push_back(std::move(layer));
    return scene;
}

class CanvasTest : public ::testing::Test {
  protected:
    testing::Image draw(const ViewTransform& view = {}, int width = 200, int height = 100) {
        canvas_.render(width, height, view);
        return image_of(read_texture(canvas_.texture(), width, height));
    }
    testing::Image draw(Scene scene, const ViewTransform& view = {}) {
        canvas_.set_scene(std::move(scene));
        return draw(view);
    }

    OffscreenContext context_;
    CanvasResources resources_{find_fonts()};
    Canvas canvas_{resources_};
};

bool is(const testing::Image& image, int x, int y, Rgba color, int tolerance = 2) {
    const auto pixel = image.pixel(x, y);
    return std::abs(pixel[0] - color.r) <= tolerance && std::abs(pixel[1] - color.g) <= tolerance &&
           std::abs(pixel[2] - color.b) <= tolerance;
}

int ink(const testing::Image& image, const Box& box) {
    int dark = 0;
    for (int y = static_cast<int>(box.y); y < static_cast<int>(box.y + box.h); ++y) {
        for (int x = static_cast<int>(box.x); x < static_cast<int>(box.x + box.w); ++x) {
            dark += is(image, x, y, white, 60) ? 0 : 1;
        }
    }
    return dark;
}

TEST_F(CanvasTest, SharpRectanglesLieOnWholePixels) {
    Layer layer;
    layer.rects.push_back({.box = {10.3F, 20.4F, 30, 10}, .fill = red});
    layer.rects.push_back({.box = {40.3F, 20.4F, 30, 10}, .fill = blue});
    const auto image = draw(scene_of(layer));
    EXPECT_TRUE(is(image, 9, 25, white, 0));
    EXPECT_TRUE(is(image, 10, 20, red, 0));
    EXPECT_TRUE(is(image, 39, 29, red, 0));
    EXPECT_TRUE(is(image, 40, 25, blue, 0)) << "neighbours meet without a seam";
    EXPECT_TRUE(is(image, 69, 25, blue, 0));
    EXPECT_TRUE(is(image, 70, 25, white, 0));
    EXPECT_TRUE(is(image, 30, 19, white, 0));
    EXPECT_TRUE(is(image, 30, 30, white, 0));
}

TEST_F(CanvasTest, UpIsUp) {
    Layer layer;
    layer.rects.push_back({.box = {0, 0, 200, 10}, .fill = red});
    const auto image = draw(scene_of(layer));
    EXPECT_TRUE(is(image, 100, 2, red));
    EXPECT_TRUE(is(image, 100, 97, white));
}

TEST_F(CanvasTest, CirclesAreRoundAndBordersLieInside) {
    Layer layer;
    layer.rects.push_back(
        {.box = {50, 20, 60, 60}, .fill = red, .border = blue, .border_width = 4, .radius = 30});
    const auto image = draw(scene_of(layer));
    EXPECT_TRUE(is(image, 80, 50, red));
    EXPECT_TRUE(is(image, 51, 50, blue));
    EXPECT_TRUE(is(image, 48, 50, white));
    EXPECT_TRUE(is(image, 53, 23, white)) << "the corner is cut";
    EXPECT_TRUE(is(image, 80, 22, blue));
}

TEST_F(CanvasTest, HatchingIsStripesOfTheBordersColour) {
    Layer layer;
    layer.rects.push_back(
        {.box = {0, 0, 200, 100}, .fill = white, .border = black, .hatched = true});
    const auto image = draw(scene_of(layer));
    int dark = 0;
    for (int x = 0; x < 180; ++x) dark += image.pixel(x, 50)[0] < 128 ? 1 : 0;
    EXPECT_GE(dark, 28);
    EXPECT_LE(dark, 75);
    // A diagonal's pixels are all the same.
    for (int i = 0; i < 40; ++i) {
        EXPECT_NEAR(image.pixel(60 + i, 90 - i)[0], image.pixel(60, 90)[0], 2);
    }
}

TEST_F(CanvasTest, AnimatedLinesGrowFromTheirStart) {
    Layer layer;
    layer.lines.push_back(
        {.from = {20, 50}, .to = {180, 50}, .color = black, .width = 4, .animated = true});
    layer.lines.push_back({.from = {20, 80}, .to = {180, 80}, .color = red, .width = 4});
    Scene scene = scene_of(layer);
    scene.progress = 0.5F;
    auto image = draw(scene);
    EXPECT_TRUE(is(image, 30, 50, black));
    EXPECT_TRUE(is(image, 95, 50, black));
    EXPECT_TRUE(is(image, 106, 50, white));
    EXPECT_TRUE(is(image, 170, 80, red));
    canvas_.set_progress(1);
    image = draw();
    EXPECT_TRUE(is(image, 175, 50, black));
    canvas_.set_progress(0);
    image = draw();
    EXPECT_TRUE(is(image, 30, 50, white));
}

TEST_F(CanvasTest, ArrowsEndInAHead) {
    Layer layer;
    layer.lines.push_back(
        {.from = {20, 50}, .to = {180, 50}, .color = black, .width = 4, .arrow = true});
    const auto image = draw(scene_of(layer));
    const auto breadth = [&](int x) {
        int count = 0;
        for (int y = 0; y < 100; ++y) count += image.pixel(x, y)[0] < 128 ? 1 : 0;
        return count;
    };
    EXPECT_EQ(breadth(100), 4);
    EXPECT_GE(breadth(166), 12);
    EXPECT_LE(breadth(178), 4);
    EXPECT_EQ(breadth(182), 0);
}

TEST_F(CanvasTest, GridsAreCellsOfOneColour) {
    Layer layer;
    layer.matrices.push_back({.box = {20, 10, 60, 40},
                              .columns = 3,
                              .rows = 2,
                              .colors = {red, blue, black, white, red, blue}});
    const auto image = draw(scene_of(layer));
    EXPECT_TRUE(is(image, 20, 10, red, 0));
    EXPECT_TRUE(is(image, 39, 29, red, 0));
    EXPECT_TRUE(is(image, 40, 10, blue, 0));
    EXPECT_TRUE(is(image, 79, 12, black, 0));
    EXPECT_TRUE(is(image, 45, 35, red, 0));
    EXPECT_TRUE(is(image, 79, 49, blue, 0));
    EXPECT_TRUE(is(image, 80, 49, white, 0));
}

TEST_F(CanvasTest, WritesLabelsThatFitAndCanBeRead) {
    Layer layer;
    layer.labels.push_back({.box = {20, 20, 100, 20}, .text = "42", .color = black, .size = 14});
    layer.labels.push_back({.box = {150, 20, 10, 20}, .text = "too wide", .color = black});
    layer.labels.push_back({.box = {20, 60, 100, 8}, .text = "high", .color = black, .size = 14});
    const Scene scene = scene_of(layer);
    auto image = draw(scene);
    EXPECT_GT(ink(image, {20, 20, 100, 20}), 20);
    EXPECT_EQ(ink(image, {0, 0, 200, 20}), 0);
    EXPECT_EQ(ink(image, {0, 40, 200, 60}), 0);
    EXPECT_EQ(ink(image, {130, 0, 70, 100}), 0);
    image = draw(ViewTransform{0.49F, 0, 0});
    EXPECT_EQ(ink(image, {0, 0, 200, 100}), 0) << "below seven pixels nobody can read it";
    image = draw(ViewTransform{0.51F, 0, 0});
    EXPECT_GT(ink(image, {10, 10, 50, 10}), 5);
}

TEST_F(CanvasTest, AlignsLabels) {
    const auto edges = [&](Align align) {
        Layer layer;
        layer.labels.push_back(
            {.box = {50, 40, 100, 20}, .text = "HHH", .color = black, .size = 16, .align = align});
        const auto image = draw(scene_of(layer));
        std::pair<int, int> found{200, 0};
        for (int x = 0; x < 200; ++x) {
            if (ink(image, {static_cast<float>(x), 0, 1, 100}) == 0) continue;
            found.first = std::min(found.first, x);
            found.second = std::max(found.second, x);
        }
        return found;
    };
    const auto left = edges(Align::left), middle = edges(Align::center),
               right = edges(Align::right);
    EXPECT_NEAR(left.first, 51, 2);
    EXPECT_NEAR(right.second, 148, 2);
    EXPECT_NEAR(middle.first + middle.second, 199, 3);
}

TEST_F(CanvasTest, LettersOutsideTheFontAndBrokenTextDoNoHarm) {
    Layer layer;
    layer.labels.push_back(
        {.box = {0, 20, 200, 30}, .text = "\xC3\x28 \xF0\x9F\x98\x80 \xE2\x82", .color = black});
    EXPECT_GT(ink(draw(scene_of(layer)), {0, 0, 200, 100}), 0);
}

TEST_F(CanvasTest, DrawsOnlyWhenSomethingChanged) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    canvas_.set_scene(tree_scene(*trace, {.step = 2}, Palette::light()));
    const ViewTransform view{0.5F, 0, 0};
    canvas_.render(300, 200, view);
    EXPECT_EQ(canvas_.pictures_drawn(), 1U);
    canvas_.render(300, 200, view);
    canvas_.set_progress(canvas_.scene().progress);
    canvas_.render(300, 200, view);
    EXPECT_EQ(canvas_.pictures_drawn(), 1U);
    canvas_.set_progress(0.3F);
    canvas_.render(300, 200, view);
    canvas_.render(301, 200, view);
    canvas_.render(301, 200, {0.6F, 0, 0});
    EXPECT_EQ(canvas_.pictures_drawn(), 4U);
}

TEST_F(CanvasTest, LeavesTheFramebufferAsItWas) {
    const OffscreenTarget target(320, 200);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    Layer layer;
    layer.rects.push_back({.box = {0, 0, 200, 100}, .fill = red});
    canvas_.set_scene(scene_of(layer));
    canvas_.render(50, 40, {});
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    EXPECT_EQ(viewport[2], 320);
    EXPECT_EQ(viewport[3], 200);
    canvas_.copy_to(10, 20, 200);
    const auto image = image_of(target.read());
    EXPECT_TRUE(is(image, 9, 30, {0, 0, 255, 255}));
    EXPECT_TRUE(is(image, 10, 20, red));
    EXPECT_TRUE(is(image, 59, 59, red));
    EXPECT_TRUE(is(image, 60, 59, {0, 0, 255, 255}));
    EXPECT_TRUE(is(image, 30, 19, {0, 0, 255, 255}));
}

/// Runs must look like the lines they stand for: apart, nearly touching, and many to a pixel.
TEST_F(CanvasTest, RunsLookLikeTheirLines) {
    for (const float gap : {20.0F, 7.0F, 4.0F, 0.6F, 0.045F}) {
        const int count = static_cast<int>(150 / gap);
        const LineRun run{.line = {.from = {12, 10}, .to = {32, 90}, .color = blue, .width = 1.5F},
                          .gap = gap,
                          .count = count};
        Layer together, singly;
        together.runs.push_back(run);
        for (int k = 0; k < count; ++k) singly.lines.push_back(run.at(k));
        const auto one = draw(scene_of(together)), many = draw(scene_of(singly));
        // Over areas, since a run may be a shade lighter: something shines through.
        for (const Box& area : {Box{60, 30, 40, 40}, {100, 20, 60, 20}, {40, 60, 80, 20}}) {
            double difference = 0;
            for (int y = 0; y < static_cast<int>(area.h); ++y) {
                for (int x = 0; x < static_cast<int>(area.w); ++x) {
                    const int px = static_cast<int>(area.x) + x, py = static_cast<int>(area.y) + y;
                    difference += std::abs(one.pixel(px, py)[0] - many.pixel(px, py)[0]);
                }
            }
            EXPECT_LT(difference / (area.w * area.h), gap > 3 ? 4 : 60) << gap;
        }
        EXPECT_GT(ink(one, {60, 30, 40, 40}), 0) << gap;
        EXPECT_EQ(ink(one, {0, 0, 200, 8}), 0);
        EXPECT_EQ(ink(one, {0, 0, 9, 100}), 0);
        EXPECT_EQ(ink(one, {0, 93, 200, 7}), 0);
    }
}

TEST_F(CanvasTest, RunsGrowWithProgressAndEndInHeads) {
    Layer layer;
    layer.runs.push_back({.line = {.from = {20, 10},
                                   .to = {20, 90},
                                   .color = black,
                                   .width = 2,
                                   .animated = true,
                                   .arrow = true},
                          .gap = 40,
                          .count = 4});
    Scene scene = scene_of(layer);
    scene.progress = 0.5F;
    auto image = draw(scene);
    for (const int x : {20, 60, 100, 140}) {
        EXPECT_TRUE(is(image, x, 30, black)) << x;
        EXPECT_FALSE(is(image, x - 2, 43, white)) << "a head at the growing end";
        EXPECT_TRUE(is(image, x, 60, white)) << x;
        EXPECT_TRUE(is(image, x + 20, 30, white)) << x;
    }
    canvas_.set_progress(1);
    image = draw();
    EXPECT_TRUE(is(image, 60, 70, black));
    EXPECT_EQ(ink(image, {160, 0, 40, 100}), 0);
}

TEST_F(CanvasTest, HighlightsLieAboveAllAndGoAgain) {
    Layer layer, lit;
    layer.rects.push_back({.box = {20, 20, 60, 60}, .fill = red});
    lit.rects.push_back({.box = {40, 40, 20, 20}, .fill = blue});
    Scene scene = scene_of(layer);
    scene.highlight = [lit](const Hotspot& spot, const Sight&) {
        return spot.step == 3 ? std::vector<Layer>{lit} : std::vector<Layer>{};
    };
    EXPECT_TRUE(is(draw(scene), 50, 50, red));
    canvas_.set_highlight(Hotspot{.step = 3});
    EXPECT_TRUE(is(draw(), 50, 50, blue));
    EXPECT_TRUE(is(draw(), 30, 30, red));
    const auto drawn = canvas_.pictures_drawn();
    canvas_.set_highlight(Hotspot{.step = 3});
    draw();
    EXPECT_EQ(canvas_.pictures_drawn(), drawn) << "the same again is no news";
    canvas_.set_highlight(std::nullopt);
    EXPECT_TRUE(is(draw(), 50, 50, red));
}

TEST_F(CanvasTest, AsksForDetailOfWhatIsInSight) {
    Scene scene = scene_of({});
    scene.detail = [](const Sight& sight) {
        Layer layer;
        // Red from afar, blue from near; only where it is seen.
        layer.rects.push_back({.box = sight.box, .fill = sight.zoom_x() < 2 ? red : blue});
        return std::vector<Layer>{layer};
    };
    EXPECT_TRUE(is(draw(scene), 100, 50, red));
    EXPECT_TRUE(is(draw(ViewTransform{3, -100, -20}), 100, 50, blue));
    EXPECT_TRUE(is(draw(ViewTransform{1, 0, 0}), 199, 99, red));
    EXPECT_TRUE(is(draw(ViewTransform{1, 0, 0, 5}), 199, 99, blue));
}

// Rows that are too low for bars are a matrix, which the same scene has not from near.
TEST_F(CanvasTest, DrawsGridsThatThereAreAtOneZoomAlone) {
    Scene scene = scene_of({});
    scene.detail = [](const Sight& sight) {
        Layer layer;
        const Rgba color = sight.zoom < 0.3F ? blue : red;
        if (sight.zoom < 1) {
            layer.matrices.push_back(
                {.box = {0, 0, 200, 100}, .columns = 1, .rows = 1, .colors = {color}});
        }
        return std::vector<Layer>{layer};
    };
    scene.layers = scene.detail({.zoom = 1, .box = {0, 0, 200, 100}});
    EXPECT_TRUE(is(draw(scene), 10, 10, white));
    EXPECT_TRUE(is(draw(ViewTransform{.zoom = 0.5F}), 10, 10, red));
    EXPECT_TRUE(is(draw(ViewTransform{.zoom = 0.25F}), 10, 10, blue));
    EXPECT_TRUE(is(draw(), 10, 10, white));
}

TEST_F(CanvasTest, StretchesAcrossAndKeepsPinnedLayersInPlace) {
    Scene scene = scene_of({});
    scene.layers.resize(3);
    scene.layers[0].rects.push_back({.box = {10, 10, 20, 20}, .fill = red});
    scene.layers[1].pin = Pin::left;
    scene.layers[1].rects.push_back({.box = {0, 50, 10, 10}, .fill = blue});
    scene.layers[2].pin = Pin::top;
    scene.layers[2].rects.push_back({.box = {20, 0, 10, 5}, .fill = black});
    canvas_.set_scene(scene);
    const ViewTransform home{};
    canvas_.render(200, 100, {1, -20, 15, 4}, home);  // four times as wide, and moved
    const auto image = image_of(read_texture(canvas_.texture(), 200, 100));
    EXPECT_TRUE(is(image, 21, 26, red));
    EXPECT_TRUE(is(image, 98, 44, red));
    EXPECT_TRUE(is(image, 102, 30, white));
    EXPECT_TRUE(is(image, 50, 24, white));
    EXPECT_TRUE(is(image, 5, 70, blue)) << "moves down, but not across";
    EXPECT_TRUE(is(image, 12, 70, white));
    EXPECT_TRUE(is(image, 65, 2, black)) << "moves and stretches across, but not down";
    EXPECT_TRUE(is(image, 98, 2, black));
    EXPECT_TRUE(is(image, 65, 20, white));
}

/// All kinds of shapes at once, without type, whose form depends on the fonts installed.
Scene gallery() {
    Layer ground, back, front;
    ground.rects.push_back({.box = {6, 6, 188, 88}, .fill = {240, 240, 245, 255}});
    back.matrices.push_back({.box = {12, 12, 48, 32},
                             .columns = 4,
                             .rows = 2,
                             .colors = {cividis(0), cividis(0.2F), cividis(0.4F), cividis(0.6F),
                                        cividis(0.7F), cividis(0.8F), cividis(0.9F), cividis(1)}});
    back.rects.push_back({.box = {12, 52, 48, 36},
                          .fill = white,
                          .border = black,
                          .border_width = 1,
                          .hatched = true});
    front.rects.push_back(
        {.box = {76, 16, 24, 24}, .fill = red, .border = black, .border_width = 2, .radius = 12});
    front.rects.push_back({.box = {148, 60, 36, 24},
                           .fill = {0, 158, 115, 128},
                           .border = blue,
                           .border_width = 3,
                           .radius = 6});
    front.lines.push_back(
        {.from = {88, 40}, .to = {160, 60}, .color = blue, .width = 2, .arrow = true});
    front.lines.push_back({.from = {76, 84},
                           .to = {140, 52},
                           .color = red,
                           .width = 3,
                           .animated = true,
                           .arrow = true});
    front.lines.push_back({.from = {110, 16}, .to = {186, 22}, .color = black, .width = 0.5F});
    Scene scene = scene_of(ground);
    scene.layers.push_back(back);
    scene.layers.push_back(front);
    scene.progress = 0.75F;
    return scene;
}

testing::Image gallery_at(CanvasResources& resources, float zoom) {
    Canvas canvas(resources);
    canvas.set_scene(gallery());
    const int width = static_cast<int>(200 * zoom), height = static_cast<int>(100 * zoom);
    canvas.render(width, height, {zoom, 0, 0});
    return image_of(read_texture(canvas.texture(), width, height));
}

TEST_F(CanvasTest, ShapesLookAsTheyWereFoundRight) {
    testing::expect_image_golden("canvas_shapes.png",
                                 testing::encode_png(gallery_at(resources_, 2)));
    testing::expect_image_golden("canvas_shapes_small.png",
                                 testing::encode_png(gallery_at(resources_, 0.6F)));
}

}  // namespace canvas_test
}  // namespace stridescope
