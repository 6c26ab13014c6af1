// Every pane's picture at three sizes and in every palette, as it was last looked at and found
// right. Without words: how letters come out depends on the fonts of the machine.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <tuple>

#include "app/canvas/canvas.h"
#include "app/platform/fonts.h"
#include "app/platform/offscreen.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/divergence/divergence_view.h"
#include "app/scene/global/global_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/work/work_view.h"
#include "tests/support/goldens.h"
#include "tests/support/image.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace pane_golden_test {

struct Size {
    const char* name;
    Room room;
};
constexpr Size sizes[] = {{"small", {480, 260}}, {"medium", {800, 360}}, {"large", {1400, 620}}};
constexpr const char* views[] = {"tree", "memory", "banks",     "heatmap",
                                 "work", "global", "divergence"};
constexpr const char* palettes[] = {"light", "dark", "projector"};

Scene scene_of(const std::string& view, const Palette& palette, Room room) {
    static const auto padded = testing::recorded("brent-kung", 128, "random:5", Padding::every32);
    static const auto plain = testing::recorded("brent-kung", 128, "random:5");
    static const auto text = testing::recorded_accesses();
    const ViewState at{.step = 9};
    if (view == "tree") return tree_scene(*plain, at, palette, room);
    if (view == "memory") return memory_scene(*padded, at, palette, room);
    if (view == "banks") return banks_scene(*plain, at, palette, room);
    if (view == "global") return global_scene(*text, {.step = 0}, palette, room);
    if (view == "divergence") return divergence_scene(*text, {.step = 0}, palette, room);
    if (view == "work") return work_scene(*plain, at, palette, room);
    return heatmap_scene(*padded, at, {.compare = plain.get(), .difference = true}, palette, room);
}

void leave_words_out(Scene& scene) {
    const auto clear = [](std::vector<Layer> layers) {
        for (Layer& layer : layers) layer.labels.clear();
        return layers;
    };
    scene.layers = clear(std::move(scene.layers));
    if (!scene.detail) return;
    scene.detail = [clear, detail = scene.detail](const Sight& sight) {
        return clear(detail(sight));
    };
}

class PaneGolden : public ::testing::TestWithParam<std::tuple<const char*, const char*, Size>> {};

TEST_P(PaneGolden, LooksAsItWasFoundRight) {
    const auto& [view, theme, size] = GetParam();
    const std::string_view ground{theme};
    const Palette& palette = ground == "dark"        ? Palette::dark()
                             : ground == "projector" ? Palette::projector()
                                                     : Palette::light();
    const OffscreenContext context;
    CanvasResources resources{find_fonts()};
    Canvas canvas{resources};
    Scene scene = scene_of(view, palette, size.room);
    leave_words_out(scene);
    canvas.set_scene(std::move(scene));
    const int width = static_cast<int>(size.room.width),
              height = static_cast<int>(size.room.height);
    canvas.render(width, height, {});
    const Pixels pixels = read_texture(canvas.texture(), width, height);
    testing::Image image{width, height, {}};
    for (std::size_t i = 0; i < pixels.rgba.size(); i += 4) {
        for (std::size_t c = 0; c < 3; ++c) image.rgb.push_back(pixels.rgba[i + c]);
    }
    testing::expect_image_golden(fmt::format("pane_{}_{}_{}.png", view, size.name, theme),
                                 testing::encode_png(image));
}

INSTANTIATE_TEST_SUITE_P(All, PaneGolden,
                         ::testing::Combine(::testing::ValuesIn(views),
                                            ::testing::ValuesIn(palettes),
                                            ::testing::ValuesIn(sizes)),
                         [](const auto& info) {
                             return fmt::format("{}_{}_{}", std::get<0>(info.param),
                                                std::get<1>(info.param),
                                                std::get<2>(info.param).name);
                         });

}  // namespace pane_golden_test
}  // namespace stridescope
