// Pictures in a room where nobody scrolls or zooms, a presentation: what is seen can be read, and
// what has no room is left out and said, not drawn too small.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/scene/fragment/fragment_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/work/work_view.h"
#include "app/trace/trace.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace still_room_test {

using testing::light;
using testing::recorded;

/// Type that a presentation draws: smaller one is left out (see CanvasPane).
constexpr float least_drawn = 9 * 0.97F;

/// How many labels say that in type that is drawn.
template <class Says>
int drawn(const Scene& scene, Says says) {
    int count = 0;
    for (const Layer& layer : scene.layers) {
        count += static_cast<int>(std::ranges::count_if(layer.labels, [&](const Label& label) {
            return label.size >= least_drawn && says(label.text);
        }));
    }
    return count;
}

bool is_number(const std::string& text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

int step_named(const Trace& trace, const std::string& name) {
    for (int step = 0; step < trace.step_count(); ++step) {
        if (step_label(trace.steps()[static_cast<std::size_t>(step)]) == name) return step;
    }
    return -1;
}

// A tree of thirteen rows below a question: its values are why it is shown.
TEST(StillRoom, ALowTreeKeepsItsValues) {
    const auto trace = recorded("blelloch", 16, "iota");
    for (const float height : {146.0F, 152.0F, 180.0F}) {
        SCOPED_TRACE(height);
        const Room room{.width = 533, .height = height, .still = true};
        const Scene scene =
            tree_scene(*trace, {.step = step_named(*trace, "clear")}, light(), room);
        EXPECT_LE(scene.height, height + 0.5F);
        // Sixteen inputs, sixteen words, the columns' numbers, and what the up-sweep added.
        EXPECT_GE(drawn(scene, is_number), 3 * 16 + 15);
    }
}

TEST(StillRoom, ALowHeatmapHasTheRowsThatAreSpokenOfWithTheirNumbers) {
    const auto trace = recorded("brent-kung", 1024, "ones");
    const Room room{.width = 533, .height = 175, .still = true};
    const auto says = [](const std::string& wanted) {
        return [wanted](const std::string& text) { return text.find(wanted) != std::string::npos; };
    };
    const auto is = [](const std::string& wanted) {
        return [wanted](const std::string& text) { return text == wanted; };
    };
    // Before an answer: what is hidden needs no room, and that it is there is said.
    const Scene asked = heatmap_scene(*trace, {.step = 3}, {.hide_later = true}, light(), room);
    EXPECT_EQ(drawn(asked, says("17 later steps are hidden")), 1);
    EXPECT_GE(drawn(asked, is("8")), 8) << "up-sweep 4 wants eight words of each of eight banks";
    EXPECT_EQ(drawn(asked, is("up-sweep 4")), 1);
    EXPECT_LE(asked.height, room.height + 0.5F);
    // And after it: the rows round the step.
    const int at = step_named(*trace, "up-sweep 32");
    const Room low{.width = 533, .height = 150, .still = true};
    const Scene all = heatmap_scene(*trace, {.step = at}, {}, light(), low);
    EXPECT_LE(all.height, low.height + 0.5F);
    EXPECT_EQ(drawn(all, says(" of 21")), 1);
    EXPECT_EQ(drawn(all, is("up-sweep 32")), 1);
    EXPECT_EQ(drawn(all, says("up-sweep 16")), 1);
    // A cell leads to its own step.
    for (const Hotspot& spot : all.hotspots) {
        if (spot.tip.find("up-sweep 32") == std::string::npos) continue;
        EXPECT_EQ(spot.step, at);
    }
    // Where there is room, all are there.
    const Scene whole = heatmap_scene(*trace, {.step = at}, {}, light(),
                                      {.width = 533, .height = 400, .still = true});
    EXPECT_EQ(drawn(whole, says(" of 21")), 0);
}

// A page asks about a step in which padding matters: both runs' numbers of it stand there.
TEST(StillRoom, TwoLowHeatmapsHaveTheStepThatIsCompared) {
    const auto padded = recorded("brent-kung", 1024, "ones", Padding::every32);
    const auto plain = recorded("brent-kung", 1024, "ones");
    for (const float height : {130.0F, 145.0F, 220.0F}) {
        SCOPED_TRACE(height);
        const Room room{.width = 533, .height = height, .still = true};
        const Scene scene = heatmap_scene(*padded, {.step = step_named(*padded, "up-sweep 16")},
                                          {.compare = plain.get()}, light(), room);
        EXPECT_LE(scene.height, room.height + 0.5F);
        const auto is = [](const std::string& wanted) {
            return [wanted](const std::string& text) { return text == wanted; };
        };
        EXPECT_EQ(drawn(scene, is("up-sweep 16")), 2);
        EXPECT_EQ(drawn(scene, is("PADDING = none")), 1);
        EXPECT_EQ(drawn(scene, is("PADDING = every32")), 1);
        EXPECT_GE(drawn(scene, is("32")), 2) << "without padding two banks are wanted 32 times";
        EXPECT_GE(drawn(scene, is("1")), 32) << "with it no bank more than once";
        EXPECT_EQ(drawn(scene,
                        [](const std::string& text) {
                            return text.starts_with("step") && text.ends_with(" of 21");
                        }),
                  2);
    }
}

TEST(StillRoom, TwoHeatmapsTooNarrowForNumbersHaveRowsThatAreSeen) {
    const auto padded = recorded("brent-kung", 1024, "ones", Padding::every32);
    const auto plain = recorded("brent-kung", 1024, "ones");
    const Room room{.width = 430, .height = 150, .still = true};
    const Scene scene = heatmap_scene(*padded, {.step = step_named(*padded, "up-sweep 16")},
                                      {.compare = plain.get()}, light(), room);
    EXPECT_LE(scene.height, room.height + 0.5F);
    ASSERT_EQ(scene.layers[0].matrices.size(), 2U);
    for (const ColorMatrix& cells : scene.layers[0].matrices) {
        EXPECT_LT(cells.rows, 21);
        EXPECT_GE(cells.box.h / static_cast<float>(cells.rows), 6.4F);
    }
    EXPECT_EQ(drawn(scene,
                    [](const std::string& text) {
                        return text.starts_with("Excess") &&
                               text.find(" 52 : 915 · steps ") != std::string::npos &&
                               text.ends_with(" of 21");
                    }),
              1);
}

TEST(StillRoom, ATableNamesItsColumnsAndHasNoneThatDeniesAtomics) {
    const auto trace = testing::recorded_kernel("histogram/histogram_coarsened.cu");
    for (const float height : {119.0F, 146.0F, 260.0F}) {
        SCOPED_TRACE(height);
        const Room room{.width = 533, .height = height, .still = true};
        const Scene scene = work_scene(*trace, {.step = 1}, light(), room, {.costs = false});
        for (const char* name : {"step", "active threads", "active warps", "barriers"}) {
            EXPECT_EQ(drawn(scene, [&](const std::string& text) { return text == name; }), 1)
                << name;
        }
        EXPECT_EQ(drawn(scene, [](const std::string& text) { return text == "operations"; }), 0);
    }
}

TEST(StillRoom, HalfASlideHasAsManyMatricesAsCanBeRead) {
    Experiment experiment;
    experiment.text = spec_of(*find_text("matmul_mma"));
    experiment.text.defines = {{"N", "64"}, {"LAYOUT", "plain"}};
    const auto trace = record(experiment);
    const Room room{.width = 266, .height = 119, .still = true, .named = true};
    const Scene scene = fragment_scene(*trace, {.step = 1}, light(), room, {});
    EXPECT_LE(scene.width, room.width + 0.5F);
    EXPECT_LE(scene.height, room.height + 0.5F);
    EXPECT_EQ(
        drawn(scene, [](const std::string& text) { return text.starts_with("matrix 0 of 4"); }), 1);
    EXPECT_EQ(drawn(scene,
                    [](const std::string& text) {
                        return text.find("32 wavefronts instead of 4") != std::string::npos;
                    }),
              1);
}

}  // namespace still_room_test
}  // namespace stridescope
