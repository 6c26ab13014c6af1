// "As seen": the file has the picture that the pane's canvas draws of the same part. Two programs
// draw them (OpenGL and Cairo), so edges may differ by a shade; words are left out, since each sets
// them its own way.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "app/canvas/canvas.h"
#include "app/export/cairo_writer.h"
#include "app/platform/fonts.h"
#include "app/platform/offscreen.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/pane_sight.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/work/work_view.h"
#include "tests/support/image.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace seen_test {

constexpr Room room{700, 360};

Scene scene_of(std::string_view view) {
    static const auto trace = testing::recorded("brent-kung", 256, "random:5", Padding::every32);
    const ViewState at{.step = 2};
    const Palette& palette = Palette::light();
    if (view == "tree") return tree_scene(*trace, at, palette, room);
    if (view == "memory") return memory_scene(*trace, at, palette, room);
    if (view == "banks") return banks_scene(*trace, at, palette, room);
    if (view == "work") return work_scene(*trace, at, palette, room);
    return heatmap_scene(*trace, at, {}, palette, room);
}

std::vector<Layer> without_words(std::vector<Layer> layers) {
    for (Layer& layer : layers) layer.labels.clear();
    return layers;
}

Scene without_words(Scene scene) {
    scene.layers = without_words(std::move(scene.layers));
    if (scene.detail) {
        scene.detail = [detail = scene.detail](const Sight& sight) {
            return without_words(detail(sight));
        };
    }
    return scene;
}

/// Share of pixels, in percent, of which a channel differs by more than `shade`.
double differing(const testing::Image& a, const Pixels& b, int shade) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < b.rgba.size() / 4; ++i) {
        int most = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            most = std::max(most, std::abs(a.rgb.at(3 * i + c) - b.rgba[4 * i + c]));
        }
        if (most > shade) ++count;
    }
    return 100.0 * static_cast<double>(count) / static_cast<double>(b.rgba.size() / 4);
}

class Seen : public ::testing::TestWithParam<const char*> {};

TEST_P(Seen, IsWhatTheCanvasDraws) {
    const OffscreenContext context;
    CanvasResources resources{find_fonts()};
    const Scene scene = without_words(scene_of(GetParam()));
    const ViewTransform views[] = {{1, 0, 0},
                                   {2.5F, -300, -150},
                                   {0.5F, 90, 40},
                                   {1.2F, -250, -20, std::min(4.0F, scene.most_stretch)}};
    int empty = 0;
    for (const ViewTransform& view : views) {
        Canvas canvas{resources};
        canvas.set_scene(scene);
        constexpr int width = 700, height = 360;
        const ViewTransform home = home_view(scene, width, height, 1);
        canvas.render(width, height, view, home);
        const Pixels drawn = read_texture(canvas.texture(), width, height);
        const auto picture = [&](const ViewTransform& wanted) {
            const PaneSight sight{.width = width,
                                  .height = height,
                                  .room = room,
                                  .part = part_in_view(wanted, width, height)};
            return testing::decode_png(encode_png(seen_scene(scene, sight), 1));
        };
        constexpr int shade = 40;
        const double right = differing(picture(view), drawn, shade);
        EXPECT_LT(right, 6) << view.zoom << " at " << view.x;
        // Six pixels away it would be another picture.
        ViewTransform wrong = view;
        wrong.pan(6, 6);
        const double other = differing(picture(wrong), drawn, shade);
        // Where a picture has room between its parts nothing may be in sight.
        if (right == 0 && other == 0 && ++empty == 1) continue;
        EXPECT_GT(other, 3 * right) << view.zoom;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Seen, ::testing::Values("tree", "memory", "banks", "work", "heatmap"),
                         [](const auto& info) { return std::string{info.param}; });

}  // namespace seen_test
}  // namespace stridescope
