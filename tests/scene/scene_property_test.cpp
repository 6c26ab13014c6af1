// The memory view, and what must hold of every scene, whatever the kernel and its shape.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/analysis/heat.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/divergence/divergence_view.h"
#include "app/scene/global/global_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/work/work_view.h"
#include "app/trace/trace.h"
#include "tests/support/left_out.h"
#include "tests/support/recorded.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace scene_property_test {

using testing::experiment_of;
using testing::light;
using testing::middle;
using testing::recorded;

TEST(MemoryScene, HasOneCellPerWordUnderItsBank) {
    const auto trace = recorded("brent-kung", 32, "iota", Padding::every32, 4);
    const Scene scene = memory_scene(*trace, {.step = 1}, light());
    ASSERT_EQ(scene.hotspots.size(), static_cast<std::size_t>(trace->words()) + 32);
    for (int word = 0; word < trace->words(); ++word) {
        const Hotspot& spot = scene.hotspots[static_cast<std::size_t>(word)];
        EXPECT_EQ(spot.means.word, word);
        EXPECT_EQ(spot.click, Click{click::GoToStep{1}});
        EXPECT_EQ(spot.box.x, scene.hotspots[static_cast<std::size_t>(word % 32)].box.x);
        EXPECT_EQ(scene.hit(middle(spot.box))->means.word, word);
        const bool padding = trace->element_of(word) < 0;
        const bool hatched = std::ranges::any_of(scene.layers[0].rects, [&](const Rect& rect) {
            return rect.hatched && rect.box == spot.box;
        });
        EXPECT_EQ(hatched, padding) << word;
    }
}

TEST(MemoryScene, ShowsValuesOnceWrittenAndTheThreadsThatTouchedThem) {
    const auto trace = recorded("kogge-stone", 32, "iota");
    const Scene scene = memory_scene(*trace, {.step = 2}, light());  // stride 2
    for (int word = 0; word < 32; ++word) {
        const Hotspot& spot = scene.hotspots[static_cast<std::size_t>(word)];
        const std::string value = trace->snapshots().text(trace->snapshot_index(0, 2, word));
        const std::string before = trace->snapshots().text(trace->snapshot_index(0, 1, word));
        EXPECT_NE(
            spot.tip.find(word < 2 ? "value " + value : before + " before, " + value + " after"),
            std::string::npos)
            << spot.tip;
        EXPECT_EQ(spot.tip.find("written by") != std::string::npos, word >= 2) << spot.tip;
        EXPECT_NE(spot.tip.find("read by"), std::string::npos) << spot.tip;
    }
    EXPECT_EQ(scene.hotspots[5].tip,
              "X[5] · word 5 · bank 5 · element 5\n9 before, 14 after\n"
              "read by threads 5 and 7; written by thread 5");
}

TEST(MemoryScene, LeavesWordsThatWereNeverWrittenBlank) {
    // One thread, one element a step: during `load` all are written, so cut the trace by hand.
    const auto whole = recorded("kogge-stone", 8, "ones");
    TraceData data = whole->data();
    testing::leave_out(data, [](const TraceRow&, int thread) { return thread == 3; });
    const Trace trace{std::move(data)};
    const Scene scene = memory_scene(trace, {.step = 5}, light());
    EXPECT_NE(scene.hotspots[3].tip.find("not written yet"), std::string::npos);
    EXPECT_NE(scene.hotspots[2].tip.find("value "), std::string::npos);
}

/// What a launch left in shared memory is gone in the next one.
TEST(MemoryScene, BeginsBlankInEveryLaunch) {
    const auto trace = recorded("three-kernel", 4, testing::sixteen);
    ASSERT_EQ(trace->steps()[4].phase, "load");
    const auto blank = [&](int step, int block) {
        std::size_t count = 0;
        const Scene scene = memory_scene(*trace, {.block = block, .step = step}, light());
        for (const Hotspot& spot : scene.hotspots) {
            if (spot.tip.find("not written yet") != std::string::npos) ++count;
        }
        return count;
    };
    EXPECT_EQ(blank(3, 3), 0U);  // the section's scan
    EXPECT_EQ(blank(4, 0), 0U);  // block 0 loads the totals
    EXPECT_EQ(blank(4, 3), 4U);  // and is alone
    EXPECT_EQ(blank(8, 0), 4U);  // nobody needs it to add
}

TEST(MemoryScene, HeadersTellTheBanksLoad) {
    const auto trace = recorded("brent-kung", 64, "ones");
    const Scene scene = memory_scene(*trace, {.step = 2}, light(), {600, 260});  // up-sweep 2
    const auto loads = bank_loads(*trace, 0, 2);
    int headers = 0;
    for (const Hotspot& spot : scene.hotspots) {
        if (spot.means.word >= 0) continue;
        const HeatCell& load = loads[static_cast<std::size_t>(spot.means.bank)];
        const std::string wanted =
            load.requests == 0 ? fmt::format("bank {}: not accessed in this step", spot.means.bank)
                               : fmt::format("bank {}: {} wavefronts of {} request",
                                             spot.means.bank, load.wavefronts, load.requests);
        EXPECT_EQ(spot.tip.rfind(wanted, 0), 0U) << spot.tip << " vs " << wanted;
        ++headers;
    }
    EXPECT_EQ(headers, 32);
    // Words 1 and 3 of each four: read, read and written; 64 words, so two of a bank.
    EXPECT_EQ(loads[1], (HeatCell{.requests = 1, .wavefronts = 2, .worst = 2}));
    EXPECT_EQ(loads[3], (HeatCell{.requests = 2, .wavefronts = 4, .worst = 2}));
    EXPECT_EQ(loads[0], HeatCell{});
}

/// Every label has text, every box is finite and inside the scene.
void expect_sound(const Scene& scene, const std::string& what) {
    constexpr float slack = 0.51F;
    const auto inside = [&](const Box& box) {
        return std::isfinite(box.x + box.y + box.w + box.h) && box.w >= 0 && box.h >= 0 &&
               box.x >= -slack && box.y >= -slack && box.x + box.w <= scene.width + slack &&
               box.y + box.h <= scene.height + slack;
    };
    const auto point_inside = [&](Point p) { return inside({p.x, p.y, 0, 0}); };
    EXPECT_GT(scene.width, 0) << what;
    EXPECT_GT(scene.height, 0) << what;
    for (const Layer& layer : scene.layers) {
        for (const Rect& rect : layer.rects) {
            EXPECT_TRUE(inside(rect.box)) << what << " rect " << rect.box.x << " " << rect.box.y;
        }
        for (const ColorMatrix& grid : layer.matrices) {
            EXPECT_TRUE(inside(grid.box)) << what;
            EXPECT_EQ(grid.colors.size(), static_cast<std::size_t>(grid.columns * grid.rows));
        }
        for (const Line& line : layer.lines) {
            EXPECT_TRUE(point_inside(line.from) && point_inside(line.to)) << what;
        }
        for (const Label& label : layer.labels) {
            EXPECT_TRUE(inside(label.box))
                << what << ": " << label.text << " in " << label.box.x << ' ' << label.box.y << ' '
                << label.box.w << ' ' << label.box.h;
            EXPECT_FALSE(label.text.empty()) << what;
            EXPECT_GT(label.size, 0) << what;
            EXPECT_GE(label.box.h, label.size) << what << ": " << label.text;
        }
    }
    for (const Hotspot& spot : scene.hotspots) EXPECT_TRUE(inside(spot.box)) << what;
}

TEST(EveryScene, IsSoundForAnyTrace) {
    int round = 0;
    for (const char* kernel : {"sequential", "kogge-stone", "brent-kung"}) {
        for (const Padding padding : paddings) {
            for (const ElementType type : {ElementType::i32, ElementType::f64}) {
                for (const std::int64_t n : {1, 2, 31, 33, 100}) {
                    for (const int block : {2, 32}) {
                        if (testing::left_out(round++)) continue;
                        ScanRun experiment = experiment_of(kernel, block, "random:3", padding);
                        experiment.n = n;
                        experiment.type = type;
                        experiment.op = n == 33 ? Op::min : Op::add;
                        const auto trace = record(experiment);
                        const std::string what =
                            fmt::format("{} {} {} n {} block {}", kernel, name_of(padding),
                                        name_of(type), n, block);
                        for (int step = 0; step < trace->step_count(); ++step) {
                            const ViewState view{.block = trace->blocks() - 1, .step = step};
                            expect_sound(tree_scene(*trace, view, light()), "tree " + what);
                            expect_sound(memory_scene(*trace, view, light()), "memory " + what);
                            expect_sound(banks_scene(*trace, view, light()), "banks " + what);
                            expect_sound(global_scene(*trace, view, light()), "global " + what);
                            expect_sound(divergence_scene(*trace, view, light()),
                                         "divergence " + what);
                        }
                        for (const HeatmapAxis axis : {HeatmapAxis::bank, HeatmapAxis::warp}) {
                            expect_sound(
                                heatmap_scene(*trace, {.step = 1}, {.axis = axis}, light()),
                                "heatmap " + what);
                        }
                        expect_sound(work_scene(*trace, {.step = 1}, light()), "work " + what);
                    }
                }
            }
        }
    }
}

TEST(EveryScene, IsSoundForLargeSections) {
    const auto trace = recorded("brent-kung", 1024, "random:3", Padding::every32, 8);
    expect_sound(tree_scene(*trace, {.step = 9}, light()), "tree");
    expect_sound(memory_scene(*trace, {.step = 9}, light()), "memory");
    expect_sound(global_scene(*trace, {.step = 0}, light()), "global");
    expect_sound(divergence_scene(*trace, {.step = 9}, light()), "divergence");
}

}  // namespace scene_property_test
}  // namespace stridescope
