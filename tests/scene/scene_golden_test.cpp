// Scenes of small traces as text, against what was looked at and found right.
#include <gtest/gtest.h>

#include "app/analysis/heat.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/divergence/divergence_view.h"
#include "app/scene/global/global_view.h"
#include "app/scene/grid/grid_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"
#include "app/scene/source/source_view.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/work/work_view.h"
#include "app/trace/trace.h"
#include "tests/support/goldens.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_text.h"
#include "tests/support/scene_dump.h"

namespace stridescope {
namespace scene_golden_test {

using testing::expect_text_golden;
using testing::recorded;

const Palette& light() {
    return Palette::light();
}

TEST(SceneGolden, TreeInTheMiddleOfKoggeStone) {
    const auto trace = recorded("kogge-stone", 8, "values:2,1,5,8,9,0,4,6");
    expect_text_golden("tree_kogge_stone_8_step2.txt",
                       dump(tree_scene(*trace, {.step = 2, .progress = 0.5F}, light())));
}

TEST(SceneGolden, TreeOfBrentKungWithATailOfIdentities) {
    const auto trace = recorded("brent-kung", 8, "values:2,1,5,8,9,0");
    expect_text_golden("tree_brent_kung_8_n6_step3.txt",
                       dump(tree_scene(*trace, {.step = 3}, light())));
}

TEST(SceneGolden, TreeAtTheEndOnDarkGround) {
    const auto trace = recorded("brent-kung", 4, "values:2,1,5,8");
    expect_text_golden("tree_brent_kung_4_last_dark.txt",
                       dump(tree_scene(*trace, {.step = 99}, Palette::dark())));
}

TEST(SceneGolden, MemoryWithPadding) {
    const auto trace = recorded("brent-kung", 32, "iota", Padding::every32, 2);
    expect_text_golden("memory_brent_kung_64_every32_step2.txt",
                       dump(memory_scene(*trace, {.step = 2}, light())));
}

TEST(SceneGolden, MemoryOfEightByteElements) {
    ScanRun experiment = testing::experiment_of("kogge-stone", 16, testing::sixteen);
    experiment.type = ElementType::i64;
    expect_text_golden("memory_kogge_stone_16_i64_step1.txt",
                       dump(memory_scene(*record(experiment), {.step = 1}, light())));
}

TEST(SceneGolden, HeatmapByWarp) {
    const auto trace = recorded("brent-kung", 64, "ones");
    expect_text_golden(
        "heatmap_brent_kung_64_warp.txt",
        dump(heatmap_scene(*trace, {.step = 1}, {.axis = HeatmapAxis::warp}, light())));
}

TEST(SceneGolden, HeatmapsCompared) {
    const auto before = recorded("kogge-stone", 64, "ones");
    const auto after = recorded("kogge-stone", 64, "ones", Padding::every32);
    expect_text_golden(
        "heatmap_kogge_stone_64_warp_compared.txt",
        dump(heatmap_scene(*after, {.step = 1},
                           {.axis = HeatmapAxis::warp, .compare = before.get()}, light())));
}

TEST(SceneGolden, BanksOfTheWorstRequest) {
    const Trace trace =
        testing::with_fixed_lines(*recorded("brent-kung", 32, "iota", Padding::none, 2));
    expect_text_golden("banks_brent_kung_64_step2.txt",
                       dump(banks_scene(trace, {.step = 2}, light())));
}

TEST(SceneGolden, BanksInTheSecondWavefront) {
    const Trace trace =
        testing::with_fixed_lines(*recorded("brent-kung", 32, "iota", Padding::none, 2));
    expect_text_golden("banks_brent_kung_64_step2_wave2.txt",
                       dump(banks_scene(trace, {.step = 2}, light(), {}, {.wave = 2})));
}

TEST(SceneGolden, GlobalMemoryOfTheWorstRequest) {
    expect_text_golden("global_accesses_step0.txt",
                       dump(global_scene(*testing::recorded_accesses(), {.step = 0}, light())));
}

TEST(SceneGolden, GlobalMemoryOfAnAccessThatIsNotAligned) {
    expect_text_golden(
        "global_accesses_step1.txt",
        dump(global_scene(*testing::recorded_accesses(), {.step = 1}, Palette::dark())));
}

TEST(SceneGolden, Divergence) {
    expect_text_golden("divergence_accesses_step0.txt",
                       dump(divergence_scene(*testing::recorded_accesses(), {.step = 0}, light())));
}

TEST(SceneGolden, DivergenceWhoseLaterStepsAreHidden) {
    const Trace trace = testing::with_fixed_lines(*recorded("brent-kung", 64, "ones"));
    expect_text_golden("divergence_brent_kung_64_later_hidden.txt",
                       dump(divergence_scene(trace, {.step = 3}, light(), {700, 300},
                                             {.warp = 1, .hide_later = true, .table = nullptr})));
}

TEST(SceneGolden, HeatmapWhoseLaterStepsAreHidden) {
    const auto trace = recorded("brent-kung", 64, "ones");
    expect_text_golden(
        "heatmap_brent_kung_64_warp_later_hidden.txt",
        dump(heatmap_scene(*trace, {.step = 2}, {.axis = HeatmapAxis::warp, .hide_later = true},
                           light())));
}

TEST(SceneGolden, TreeAndMemoryOfAScanInRegisters) {
    const auto trace = recorded("warp-shuffle", 4, "values:2,1,5,8");
    expect_text_golden("tree_warp_shuffle_4_step1.txt",
                       dump(tree_scene(*trace, {.step = 1}, light())));
    expect_text_golden("memory_warp_shuffle_4_step1.txt",
                       dump(memory_scene(*trace, {.step = 1}, light())));
}

TEST(SceneGolden, Source) {
    const auto trace = recorded("kogge-stone", 8, "ones");
    expect_text_golden("source_kogge_stone_8_step2.txt",
                       dump(source_scene(*trace, {.step = 2}, light())));
}

TEST(SceneGolden, Grid) {
    ScanRun experiment = testing::experiment_of("chained", 4, "ones");
    experiment.n = 16;
    expect_text_golden("grid_chained_4_blocks_of_4_event44.txt",
                       dump(grid_scene(*record(experiment), light(), {}, {.events = 44})));
}

TEST(SceneGolden, Work) {
    const auto trace = recorded("brent-kung", 8, "ones");
    expect_text_golden("work_brent_kung_8.txt", dump(work_scene(*trace, {.step = 1}, light())));
}

TEST(SceneGolden, NothingRecorded) {
    const auto trace = testing::recorded_nothing();
    const std::string text = dump(tree_scene(*trace, {}, light()));
    EXPECT_NE(text.find("Nothing was recorded"), std::string::npos) << text;
    EXPECT_EQ(text, dump(memory_scene(*trace, {}, light())));
    EXPECT_EQ(text, dump(heatmap_scene(*trace, {}, {}, light())));
    EXPECT_EQ(text, dump(banks_scene(*trace, {}, light())));
    EXPECT_EQ(text, dump(global_scene(*trace, {}, light())));
    EXPECT_EQ(text, dump(divergence_scene(*trace, {}, light())));
    EXPECT_EQ(text, dump(work_scene(*trace, {}, light())));
}

}  // namespace scene_golden_test
}  // namespace stridescope
