// What a pane shows as a scene of its own: the whole is the scene laid out for that room, a part is
// cut out of a larger drawing, what is pinned stays; and the words for it are read back.
#include "app/scene/pane_sight.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/divergence/divergence_view.h"
#include "app/scene/global/global_view.h"
#include "app/scene/grid/grid_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "app/experiment/experiment.h"
#include "app/export/cairo_writer.h"
#include "app/export/export.h"
#include "app/export/request_text.h"
#include "app/scene/source/source_view.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/work/work_view.h"
#include "tests/support/image.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace pane_sight_test {

const std::shared_ptr<const Trace>& brent_kung() {
    static const auto trace = testing::recorded("brent-kung", 64, "random:5", Padding::every32);
    return trace;
}

Scene scene_in(View view, Room room) {
    const ViewState at{.step = 4};
    const Palette& palette = Palette::light();
    switch (view) {
        case View::tree: return tree_scene(*brent_kung(), at, palette, room);
        case View::memory: return memory_scene(*brent_kung(), at, palette, room);
        case View::banks: return banks_scene(*brent_kung(), at, palette, room);
        case View::heatmap: return heatmap_scene(*brent_kung(), at, {}, palette, room);
        case View::source: return source_scene(*brent_kung(), at, palette, room);
        case View::grid: return grid_scene(*brent_kung(), palette, room);
        case View::global: return global_scene(*brent_kung(), {.step = 0}, palette, room);
        case View::divergence: return divergence_scene(*brent_kung(), at, palette, room);
        case View::fragment:
        case View::time:
        case View::work: break;
    }
    return work_scene(*brent_kung(), at, palette, room);
}

constexpr View all[] = {View::tree,   View::memory, View::banks,  View::heatmap,   View::work,
                        View::source, View::grid,   View::global, View::divergence};

testing::Image drawn(const Scene& scene, double scale) {
    return testing::decode_png(encode_png(scene, scale));
}

/// Mean difference of a channel in the box of `a` whose upper left corner lies at (x, y) of `b`.
double mean_difference(const testing::Image& a, const Box& box, const testing::Image& b, int x,
                       int y) {
    double sum = 0;
    for (int row = 0; row < static_cast<int>(box.h); ++row) {
        for (int column = 0; column < static_cast<int>(box.w); ++column) {
            const auto p = a.pixel(static_cast<int>(box.x) + column, static_cast<int>(box.y) + row);
            const auto q = b.pixel(x + column, y + row);
            for (std::size_t c = 0; c < 3; ++c) sum += std::abs(p[c] - q[c]);
        }
    }
    return sum / (3.0 * box.w * box.h);
}

TEST(PaneSight, WholeIsTheSceneInTheRoom) {
    for (const View view : all) {
        const Scene scene = scene_in(view, {800, 420});
        const Scene seen = seen_scene(scene, {.width = 800, .height = 420});
        EXPECT_EQ(seen.width, 800);
        EXPECT_EQ(seen.height, 420) << name_of(view);
        const testing::Image whole = drawn(scene, 1), pane = drawn(seen, 1);
        if (scene.scrolls && scene.height > 420) {
            EXPECT_LT(mean_difference(pane, {0, 0, 800, 420}, whole, 0, 0), 0.01) << name_of(view);
            continue;
        }
        ASSERT_NEAR(scene.height, 420, 1e-3) << name_of(view);
        EXPECT_LE(testing::largest_difference(whole, pane), 2) << name_of(view);
    }
}

TEST(PaneSight, PartIsCutOutOfALargerDrawing) {
    // At three times the size, 600 by 300 of 2400 by 1260 pixels.
    for (const View view : {View::tree, View::memory, View::banks, View::heatmap, View::work}) {
        Scene scene = scene_in(view, {800, 420});
        ASSERT_FALSE(scene.detail) << "small enough to be drawn one way";
        // What is pinned is tested below.
        std::erase_if(scene.layers, [](const Layer& layer) { return layer.pin != Pin::none; });
        const Box part{300, 140, 200, 100};
        const Scene seen = seen_scene(scene, {.width = 600, .height = 300, .part = part});
        const testing::Image large = drawn(scene, 3), pane = drawn(seen, 1);
        ASSERT_EQ(pane.width, 600);
        ASSERT_EQ(pane.height, 300);
        EXPECT_LT(mean_difference(pane, {0, 0, 600, 300}, large, 900, 420), 0.6) << name_of(view);
        // Somewhere else it is another picture.
        EXPECT_GT(mean_difference(pane, {0, 0, 600, 300}, large, 933, 447), 3) << name_of(view);
    }
}

TEST(PaneSight, ShowsAllOfAPartOfAnotherShape) {
    Scene scene;
    scene.width = scene.height = 1000;
    const PaneSight wide{.width = 400, .height = 100, .part = Box{0, 0, 100, 100}};
    EXPECT_EQ(view_of(wide, scene).zoom, 1);
    EXPECT_EQ(view_of(wide, scene).to_pixel({50, 50}), (Point{200, 50}));
    // Pictures that are first zoomed in their width are stretched, as far as they may be.
    scene.most_stretch = 3;
    EXPECT_EQ(view_of(wide, scene).stretch, 3);
    scene.most_stretch = 8;
    EXPECT_EQ(view_of(wide, scene).stretch, 4);
    const PaneSight high{.width = 100, .height = 400, .part = Box{0, 0, 100, 100}};
    EXPECT_EQ(view_of(high, scene).zoom, 1);
    EXPECT_EQ(view_of(high, scene).to_pixel({50, 50}), (Point{50, 200}));
}

TEST(PaneSight, PartTellsTheTransformBack) {
    Scene scene;
    scene.width = 800;
    scene.height = 420;
    scene.most_stretch = 100;
    std::mt19937 random{3};
    const auto between = [&](float low, float high) {
        return std::uniform_real_distribution<float>{low, high}(random);
    };
    for (int round = 0; round < 200; ++round) {
        const ViewTransform view{between(0.1F, 40), between(-900, 900), between(-900, 900),
                                 between(1, 90)};
        const PaneSight sight{.width = 640, .height = 400, .part = part_in_view(view, 640, 400)};
        const ViewTransform back = view_of(sight, scene);
        EXPECT_NEAR(back.zoom / view.zoom, 1, 1e-3);
        EXPECT_NEAR(back.zoom_x() / view.zoom_x(), 1, 1e-3);
        EXPECT_NEAR(back.x, view.x, 0.5);
        EXPECT_NEAR(back.y, view.y, 0.5);
    }
}

TEST(PaneSight, WhatIsPinnedStays) {
    Scene scene;
    scene.width = 400;
    scene.height = 200;
    scene.pinned_top = 20;
    scene.pinned_left = 50;
    const auto dot = [](float x, float y) { return Rect{.box = {x, y, 10, 10}, .fill = {}}; };
    for (const Pin pin : {Pin::none, Pin::left, Pin::top, Pin::both}) {
        Layer layer;
        layer.pin = pin;
        layer.rects.push_back(dot(20, 5));
        scene.layers.push_back(layer);
    }
    // Twice as large, 40 pixels to the right and 10 down.
    const PaneSight sight{.width = 400, .height = 200, .part = Box{-20, -5, 200, 100}};
    const Scene seen = seen_scene(scene, sight);
    const auto at = [&](std::size_t layer) { return seen.layers[layer].rects.at(0).box; };
    EXPECT_EQ(at(0), (Box{80, 20, 20, 20}));
    EXPECT_EQ(at(1), (Box{20, 20, 10, 20}));
    EXPECT_EQ(at(2), (Box{80, 5, 20, 10}));
    EXPECT_EQ(at(3), (Box{20, 5, 10, 10}));
    const ViewTransform view = view_of(sight, scene), home = home_view(scene, 400, 200, 1);
    EXPECT_EQ(seen_box(scene, view, home, {20, 5, 10, 10}), at(3));
    EXPECT_EQ(seen_box(scene, view, home, {60, 5, 10, 10}), (Box{160, 5, 20, 10}));
    EXPECT_EQ(seen_box(scene, view, home, {20, 45, 10, 10}), (Box{20, 100, 10, 20}));
    // Above the part that is seen: under what is pinned at the top.
    const PaneSight below{.width = 400, .height = 200, .part = Box{0, 100, 200, 100}};
    EXPECT_EQ(seen_box(scene, view_of(below, scene), home, {60, 45, 10, 10}), std::nullopt);
    EXPECT_TRUE(seen_boxes(scene, below, {{60, 45, 10, 10}}).empty());
}

TEST(PaneSight, LeavesOutWhatIsNotInSight) {
    Scene scene;
    scene.width = scene.height = 100;
    Layer layer;
    ColorMatrix grid{.box = {0, 0, 100, 100}, .columns = 10, .rows = 10};
    for (int cell = 0; cell < 100; ++cell) {
        grid.colors.push_back({static_cast<std::uint8_t>(cell), 0, 0});
        const auto x = static_cast<float>(cell % 10 * 10), y = static_cast<float>(cell / 10 * 10);
        layer.rects.push_back({.box = {x + 1, y + 1, 8, 8}});
        layer.labels.push_back({.box = {x + 1, y + 1, 8, 8}, .text = "x", .size = 7});
    }
    layer.matrices.push_back(grid);
    layer.runs.push_back({{.from = {0.5F, 0}, .to = {0.5F, 100}, .width = 0.1F}, 1, 100});
    scene.layers.push_back(layer);
    const Scene seen =
        seen_scene(scene, {.width = 500, .height = 500, .part = Box{30, 40, 20, 20}});
    const Layer& left = seen.layers.at(0);
    ASSERT_EQ(left.matrices.size(), 1U);
    EXPECT_EQ(left.matrices[0].columns, 2);
    EXPECT_EQ(left.matrices[0].rows, 2);
    EXPECT_EQ(left.matrices[0].box, (Box{0, 0, 500, 500}));
    EXPECT_EQ(left.matrices[0].colors.at(3).r, 54);
    EXPECT_EQ(left.rects.size(), 4U);
    EXPECT_EQ(left.labels.size(), 4U);
    ASSERT_EQ(left.runs.size(), 1U);
    EXPECT_LE(left.runs[0].count, 26);
    for (int line = 30; line < 50; ++line) {
        const float x = (static_cast<float>(line) + 0.5F - 30) * 25;
        bool there = false;
        for (int k = 0; k < left.runs[0].count; ++k) {
            there = there || std::abs(left.runs[0].at(k).from.x - x) < 0.01F;
        }
        EXPECT_TRUE(there) << line;
    }
}

TEST(PaneSight, ExportsTwoPicturesEachInItsPane) {
    const auto plain = testing::recorded("brent-kung", 64, "random:5");
    ExportRequest request{.look = {.view = View::tree, .step = 4}};
    request.seen = SeenPanes{.own = {.width = 400, .height = 300, .part = Box{0, 0, 100, 75}},
                             .beside = PaneSight{.width = 300, .height = 300}};
    request.look.selection.thread = 3;
    const Scene both = exported_scene(*brent_kung(), plain.get(), request);
    EXPECT_EQ(both.width, 716) << "and the gap between them";
    for (const Layer& layer : both.layers) {
        if (!layer.clip) continue;
        const bool left = layer.clip->x == 0;
        EXPECT_EQ(layer.clip->x, left ? 0 : 416);
        EXPECT_EQ(layer.clip->w, left ? 400 : 300);
    }
    const testing::Image image = drawn(both, 1);
    // The gap is empty but for the line in its middle, though the left tree goes on.
    for (int y = 40; y < image.height; ++y) {
        for (const int x : {402, 405, 411, 414}) {
            const auto pixel = image.pixel(x, y);
            EXPECT_EQ(std::vector<int>(pixel.begin(), pixel.end()),
                      (std::vector<int>{both.background.r, both.background.g, both.background.b}))
                << x << ", " << y;
        }
    }
}

TEST(SightText, IsReadBackExactly) {
    std::mt19937 random{9};
    const auto between = [&](float low, float high) {
        return std::uniform_real_distribution<float>{low, high}(random);
    };
    const auto any = [&] {
        PaneSight sight{.width = std::floor(between(16, 4000)),
                        .height = std::floor(between(16, 4000)),
                        .scale = random() % 2 == 0 ? 1 : between(0.3F, 7)};
        if (random() % 2 == 0) {
            sight.part = Box{between(-5000, 5000), between(-50, 50), between(0.01F, 9000),
                             between(0.01F, 90)};
        }
        if (random() % 3 == 0) sight.room = {std::floor(between(1, 900)), between(1, 900)};
        return sight;
    };
    const auto read = [](const std::string& flags) {
        SightTexts texts;
        for (std::size_t at = 0; at < flags.size();) {
            const std::size_t end = std::min(flags.find(' ', at + 1), flags.size());
            const std::string word = flags.substr(at + 1, end - at - 1);
            const std::string value = word.substr(word.find('=') + 1);
            (word.starts_with("--pane")   ? texts.pane
             : word.starts_with("--part") ? texts.part
                                          : texts.room)
                .push_back(value);
            at = end;
        }
        return parse_sight(texts, 2);
    };
    for (int round = 0; round < 300; ++round) {
        SeenPanes seen{.own = any()};
        EXPECT_EQ(read(text_of(seen)), seen) << text_of(seen);
        seen.beside = any();
        const auto back = read(text_of(seen));
        ASSERT_TRUE(back && back->beside);
        // A room that only one of them has is told of both.
        for (const auto& [is, was] :
             {std::pair{back->own, seen.own}, std::pair{*back->beside, *seen.beside}}) {
            EXPECT_EQ(is.width, was.width);
            EXPECT_EQ(is.scale, was.scale);
            EXPECT_EQ(is.part, was.part);
            EXPECT_EQ(is.layout(), was.layout());
        }
    }
}

TEST(SightText, RefusesWhatMakesNoSense) {
    const auto problem = [](const SightTexts& texts, int pictures) -> std::string {
        try {
            (void)parse_sight(texts, pictures);
        } catch (const UsageError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_FALSE(parse_sight({}, 1));
    for (const char* pane :
         {"", "x", "800", "800x", "x500", "800x500x3", "8x500", "800x99999", "800x500@",
          "800x500@9", "800x500@0", "nanxinf", "-800x500", "800,500"}) {
        EXPECT_NE(problem({.pane = {pane}}, 1).find("800x500"), std::string::npos) << pane;
    }
    for (const char* part : {"", "1,2,3", "1,2,3,4,5", "1,2,0,4", "1,2,3,-4", "a,b,c,d",
                             "1e9,0,1,1", "1,2,3,nan", "1, 2, 3, 4"}) {
        EXPECT_NE(problem({.pane = {"80x50"}, .part = {part}}, 1).find("10,0,64.5,32"),
                  std::string::npos)
            << part;
    }
    for (const char* room : {"", "0x9", "axb", "5x-5", "640x400x2"}) {
        EXPECT_NE(problem({.pane = {"80x50"}, .room = {room}}, 1).find("640x400"),
                  std::string::npos)
            << room;
    }
    EXPECT_NE(problem({.part = {"0,0,1,1"}}, 1).find("--pane 800x500"), std::string::npos);
    EXPECT_NE(problem({.pane = {"80x50", "80x50"}}, 1).find("--compare"), std::string::npos);
    EXPECT_NE(problem({.pane = {"80x50", "80x50", "80x50"}}, 2).find("twice"), std::string::npos);
}

}  // namespace pane_sight_test
}  // namespace stridescope
