// The picture of when warps did what, and what is told of their times.
#include "app/scene/time/time_scene.h"

#include <gtest/gtest.h>

#include <string>

#include "app/analysis/warp_clock.h"
#include "app/engine/engine.h"
#include "app/scene/time/time_view.h"
#include "app/trace/trace_file.h"
#include "tests/support/recorded.h"
#include "tests/support/scene_looks.h"
#include "tests/support/with_times.h"

namespace stridescope {
namespace time_scene_test {

using testing::light;

const Trace& timed() {
    static const auto trace = [] {
        ScanRun run = testing::experiment_of("brent-kung", 256, "ones");
        run.n = 512;  // two blocks
        return testing::with_times(*record(run));
    }();
    return *trace;
}

TEST(WarpTimes, OfAFileAreWhatTheyWere) {
    const auto again = decode_trace(encode_trace(timed()), "it");
    ASSERT_NE(again->times(), nullptr);
    EXPECT_EQ(*again->times(), *timed().times());
    EXPECT_EQ(encode_trace(*again), encode_trace(timed()));
}

TEST(WarpTimes, OfAWarpThatWasNotRecordedAreRefused) {
    TraceData data = timed().data();
    data.times->warps.back().block = 7;
    EXPECT_THROW(Trace{data}, RunError);
    data.times->warps.back().block = 0;  // which there is already
    EXPECT_THROW(Trace{data}, RunError);
}

TEST(WarpTimes, SayWhoWaitsForWhom) {
    const std::vector<WarpStretch> all = warp_stretches(timed());
    const WarpTimes& times = *timed().times();
    int waits = 0;
    for (const WarpStretch& stretch : all) {
        if (!stretch.waits) continue;
        ++waits;
        const std::string text = stretch_text(timed(), stretch);
        const int warp = times.warps[stretch.warp].warp;
        if (stretch.interval == 0) continue;  // they begin one after another
        EXPECT_EQ(stretch.last_warp, timed().warps() - 1);
        EXPECT_NE(text.find(warp == stretch.last_warp ? "it came last" : "warp 7 came last"),
                  std::string::npos)
            << text;
    }
    EXPECT_GT(waits, 0);
    EXPECT_EQ(barrier_order(times).broken, 0);
    WarpTimes wrong = times;
    wrong.barriers.front().left -= 60;
    EXPECT_GT(barrier_order(wrong).broken, 0);
}

TEST(TimeScene, HasARowForEachWarp) {
    const Scene scene = time_scene(timed(), {.step = 3}, light(), {1200, 700});
    EXPECT_EQ(scene.hotspots.size(), static_cast<std::size_t>(timed().blocks() * timed().warps()));
    EXPECT_LE(scene.width, 1200);
    EXPECT_LE(scene.height, 701);
    for (const Hotspot& spot : scene.hotspots) {
        // What lies right of its name.
        const auto bar = scene.hit({scene.width / 2, spot.box.y + spot.box.h / 2}, 4);
        ASSERT_TRUE(bar);
        EXPECT_EQ(bar->means.warp, spot.means.warp);
        EXPECT_TRUE(bar->tip.find("waits") != std::string::npos ||
                    std::holds_alternative<click::GoToStep>(bar->click))
            << bar->tip;
    }
}

TEST(TimeScene, OfOneBlockLeavesTheOthersOut) {
    const Scene scene = time_scene(timed(), {}, light(), {1200, 700}, {.block = 1});
    EXPECT_EQ(scene.hotspots.size(), static_cast<std::size_t>(timed().warps()));
}

// From far away bars become shades; near to they come back.
TEST(TimeScene, TellsAsMuchAsCanBeSeen) {
    const Scene scene = time_scene(timed(), {}, light(), {900, 120});
    ASSERT_TRUE(scene.detail);
    const Layer far = scene.layers_at({.box = {0, 0, scene.width, scene.height}})[0];
    const Layer near =
        scene.layers_at({.zoom = 4, .stretch = 8, .box = {400, 40, scene.width / 32, 30}})[0];
    EXPECT_LT(near.rects.size(), 400U);
    EXPECT_FALSE(far.rects.empty() && far.matrices.empty());
    bool hatched = false;
    for (const Rect& rect : near.rects) hatched = hatched || rect.hatched;
    EXPECT_TRUE(hatched);
}

TEST(TimeScene, OfTwoRunsHasOneAxis) {
    const auto slow = [] {
        TraceData data = timed().data();
        data.times->clocks_per_ns = 1;  // the same clocks, twice the time
        return std::make_shared<const Trace>(std::move(data));
    }();
    const Scene one = time_scene(timed(), {}, light(), {1200, 900});
    const Scene two = time_scene(timed(), {}, light(), {1200, 900}, {.compare = slow.get()});
    const auto right_end = [](const Scene& scene) {
        float end = 0;
        for (const Rect& rect : scene.layers[0].rects) {
            if (rect.box.y < scene.height / 2 - 80) end = std::max(end, rect.box.x + rect.box.w);
        }
        return end;
    };
    EXPECT_GT(right_end(one), 1100);
    EXPECT_LT(right_end(two), 760) << "the other one takes twice as long";
}

TEST(TimeView, OfTheMachineSaysThatItHasNoClock) {
    const auto machine = testing::recorded("brent-kung", 64, "ones");
    EXPECT_NE(TimeView::why_not(*machine).find("has no clock"), std::string::npos);
    EXPECT_EQ(TimeView::why_not(timed()), "");
}

}  // namespace time_scene_test
}  // namespace stridescope
