// A step's animation: pictures that are made from kept parts are those that are drawn from nothing.
#include "app/canvas/canvas.h"
#include "app/platform/fonts.h"
#include "app/platform/offscreen.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/tree/tree_view.h"
#include "tests/support/recorded.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stridescope {
namespace canvas_progress_test {

constexpr int width = 320, height = 200;

class CanvasProgress : public ::testing::Test {
  protected:
    using Bytes = std::vector<std::uint8_t>;

    /// The picture of the canvas that has been drawn to before.
    Bytes kept(const ViewTransform& view = {}) {
        canvas_.render(width, height, view);
        return read_texture(canvas_.texture(), width, height).rgba;
    }
    /// The same scene in a canvas that knows nothing yet.
    Bytes fresh(Scene scene, float progress, const ViewTransform& view = {},
                const std::optional<Hotspot>& spot = {}) {
        Canvas canvas{resources_};
        scene.progress = progress;
        canvas.set_scene(std::move(scene));
        canvas.set_highlight(spot);
        canvas.render(width, height, view);
        return read_texture(canvas.texture(), width, height).rgba;
    }

    OffscreenContext context_;
    CanvasResources resources_{find_fonts()};
    Canvas canvas_{resources_};
    std::array<Canvas, 3> others_{Canvas{resources_}, Canvas{resources_}, Canvas{resources_}};
};

TEST_F(CanvasProgress, LooksAsDrawnFromNothing) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    const Room room{width, height};
    const Scene tree = tree_scene(*trace, {.step = 2, .progress = 0}, Palette::light(), room);
    const Scene next = tree_scene(*trace, {.step = 3, .progress = 0}, Palette::light(), room);
    Bytes before;
    canvas_.set_scene(tree);
    for (const float progress : {0.0F, 0.2F, 0.7F, 0.9F, 1.0F, 0.4F}) {
        canvas_.set_progress(progress);
        const Bytes picture = kept();
        EXPECT_TRUE(picture == fresh(tree, progress)) << progress;
        EXPECT_FALSE(picture == before) << "something grows";
        before = picture;
    }
    const ViewTransform nearer{1.5F, -40, -30};
    EXPECT_TRUE(kept(nearer) == fresh(tree, 0.4F, nearer)) << "zoomed in";
    canvas_.set_progress(0.5F);
    EXPECT_TRUE(kept(nearer) == fresh(tree, 0.5F, nearer));
    canvas_.set_scene(next);
    canvas_.set_progress(0.5F);
    EXPECT_TRUE(kept(nearer) == fresh(next, 0.5F, nearer)) << "another step";
    canvas_.set_progress(0.6F);
    EXPECT_TRUE(kept() == fresh(next, 0.6F)) << "zoomed out";
}

TEST_F(CanvasProgress, LooksSoStepByStep) {
    const Room room{width, height};
    for (const char* kernel : {"kogge-stone", "brent-kung"}) {
        for (const int elements : {16, 256}) {
            const auto trace = testing::recorded(kernel, elements, "random:1");
            for (int step = 0; step < trace->step_count(); ++step) {
                for (const float progress : {0.0F, 0.4F, 1.0F}) {
                    ViewState at;
                    at.step = step;
                    at.progress = progress;
                    const std::vector<Scene> scenes{
                        tree_scene(*trace, at, Palette::light(), room),
                        memory_scene(*trace, at, Palette::light(), room),
                        heatmap_scene(*trace, at, HeatmapOptions{}, Palette::light(), room)};
                    for (std::size_t i = 0; i < scenes.size(); ++i) {
                        Canvas& canvas = others_[i];
                        canvas.set_scene(scenes[i]);
                        canvas.set_progress(progress);
                        canvas.render(width, height, {});
                        ASSERT_TRUE(read_texture(canvas.texture(), width, height).rgba ==
                                    fresh(scenes[i], progress))
                            << kernel << ", " << elements << " elements, step " << step << ", "
                            << progress << ", scene " << i;
                    }
                }
            }
        }
    }
}

TEST_F(CanvasProgress, LightsUpWhileItMoves) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    const Scene tree =
        tree_scene(*trace, {.step = 2, .progress = 0}, Palette::light(), Room{width, height});
    canvas_.set_scene(tree);
    canvas_.set_progress(0.3F);
    kept();
    std::optional<Hotspot> spot;
    for (float x = 4; x < width && !spot; x += 4) {
        for (float y = 4; y < height && !spot; y += 4) {
            spot = tree.hit({x, y});
            if (spot && spot->means.word < 0) spot.reset();
        }
    }
    ASSERT_TRUE(spot);
    canvas_.set_highlight(spot);
    EXPECT_TRUE(kept() == fresh(tree, 0.3F, {}, spot));
    EXPECT_FALSE(kept() == fresh(tree, 0.3F));
    canvas_.set_progress(0.6F);
    EXPECT_TRUE(kept() == fresh(tree, 0.6F, {}, spot));
    canvas_.set_highlight(std::nullopt);
    EXPECT_TRUE(kept() == fresh(tree, 0.6F));
}

TEST_F(CanvasProgress, DrawsNothingAnewWhereNothingGrows) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    canvas_.set_scene(heatmap_scene(*trace, {.step = 2}, {}, Palette::light()));
    kept();
    const auto drawn = canvas_.pictures_drawn();
    canvas_.set_progress(0.3F);
    kept();
    EXPECT_EQ(canvas_.pictures_drawn(), drawn);
}

}  // namespace canvas_progress_test
}  // namespace stridescope
