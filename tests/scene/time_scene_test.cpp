// The picture of when warps did what, and what is told of their times.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/analysis/occupancy.h"
#include "app/analysis/warp_clock.h"
#include "app/engine/engine.h"
#include "app/export/tables.h"
#include "app/io/errors.h"
#include "app/scene/time/time_view.h"
#include "app/trace/times_columns.h"
#include "app/trace/trace_file.h"
#include "tests/support/recorded.h"
#include "tests/support/scene_dump.h"
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
    std::vector<std::string> names;
    for (const Step& step : timed().steps()) names.push_back(name_of(step));
    int waits = 0;
    for (const WarpStretch& stretch : all) {
        if (!stretch.waits) continue;
        ++waits;
        const std::string text = stretch_text(times, names, stretch);
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

TEST(WarpTimes, SayWhatAMultiprocessorHasRoomFor) {
    WarpTimes times{.device = "NVIDIA H200"};
    times.launches = {{31, 8192, 2}, {48, 0, 5}, {40, 100'000, 2}, {10, 0, 7}};
    EXPECT_EQ(room_text(times, 0, 1024),
              "room for 2 blocks of 1024 threads, limited by threads and registers");
    EXPECT_EQ(room_text(times, 1, 256), "room for 5 blocks of 256 threads, limited by registers");
    EXPECT_EQ(room_text(times, 2, 128),
              "room for 2 blocks of 128 threads, limited by shared memory");
    EXPECT_EQ(room_text(times, 3, 256), "room for 7 blocks of 256 threads") << "it knows better";
    times.device = "another";
    EXPECT_EQ(room_text(times, 0, 1024), "room for 2 blocks of 1024 threads");
}

std::vector<Hotspot> named(const Scene& scene, std::string_view what) {
    std::vector<Hotspot> found;
    for (const Hotspot& spot : scene.hotspots) {
        if (spot.name.what == what) found.push_back(spot);
    }
    return found;
}

TEST(TimeScene, HasARowForEachWarp) {
    const Scene scene = time_scene(timed(), {.step = 3}, light(), {1200, 700}, {.at_block = 1});
    const std::vector<Hotspot> rows = named(scene, "warp");
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(timed().blocks() * timed().warps()));
    EXPECT_LE(scene.width, 1200);
    EXPECT_LE(scene.height, 701);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const Hotspot& spot = rows[k];
        // What lies right of its name.
        const auto bar = scene.hit({scene.width / 2, spot.box.y + spot.box.h / 2}, 4);
        ASSERT_TRUE(bar);
        EXPECT_EQ(bar->means, spot.means);
        // A click in another block goes there; only of the one that is looked at a warp is lit.
        const bool looked_at = std::cmp_greater_equal(k, timed().warps());
        EXPECT_EQ(spot.means.warp, looked_at ? static_cast<int>(k) - timed().warps() : -1);
        EXPECT_EQ(std::holds_alternative<click::GoToWarp>(bar->click), !looked_at) << bar->tip;
        EXPECT_TRUE(!looked_at || bar->tip.find("waits") != std::string::npos ||
                    std::holds_alternative<click::GoToStep>(bar->click))
            << bar->tip;
        ASSERT_TRUE(spot.frame) << "all of its row is framed";
        EXPECT_GT(spot.frame->w, 1000);
    }
}

// Whom a warp waits for is told in as many words as there is room for, and no more.
TEST(TimeScene, SaysForWhomInTheRoomThereIs) {
    const Scene scene = time_scene(timed(), {.step = 3}, light(), {1200, 700}, {.at_block = 0});
    const auto words_at = [&](float stretch) {
        std::set<std::string> words;
        for (const Layer& layer : scene.layers_at(
                 {.zoom = 1, .stretch = stretch, .box = {0, 0, scene.width, scene.height}})) {
            for (const Label& label : layer.labels) {
                if (label.text.ends_with(" 7") && label.text.find("for") != std::string::npos)
                    words.insert(label.text);
            }
        }
        return words;
    };
    using Words = std::set<std::string>;
    EXPECT_EQ(words_at(0.5F), Words{});
    EXPECT_EQ(words_at(1), (Words{"for 7"}));
    EXPECT_EQ(words_at(9), (Words{"for 7", "waits for warp 7"}));
}

// The same rows, otherwise one under another: by where the GPU ran them.
TEST(TimeScene, HasItsRowsByMultiprocessorAndScheduler) {
    const auto places = [](TimeRows rows) {
        std::vector<std::pair<int, int>> all;  // block, warp
        for (const Hotspot& spot :
             named(time_scene(timed(), {}, light(), {1200, 700}, {.at_block = -1, .rows = rows}),
                   "warp")) {
            const auto& go = std::get<click::GoToWarp>(spot.click);
            all.emplace_back(go.block, go.warp);
        }
        return all;
    };
    const auto has = [](TimeRows rows, std::string_view words) {
        const Scene scene = time_scene(timed(), {}, light(), {1200, 700}, {.rows = rows});
        return dump(scene).find(words) != std::string::npos;
    };
    const auto by_block = places(TimeRows::block);
    // Each block is on a multiprocessor of its own, and warp w at its place w.
    EXPECT_EQ(places(TimeRows::multiprocessor), by_block);
    const auto by_scheduler = places(TimeRows::scheduler);
    ASSERT_EQ(by_scheduler.size(), by_block.size());
    for (std::size_t k = 0; k < by_scheduler.size(); ++k) {
        const auto of_block = static_cast<std::size_t>(timed().warps());
        const auto in_block = static_cast<int>(k % of_block), each = timed().warps() / 4;
        EXPECT_EQ(by_scheduler[k].first, by_block[k].first);
        EXPECT_EQ(by_scheduler[k].second, in_block % each * 4 + in_block / each) << k;
    }
    EXPECT_TRUE(has(TimeRows::block, "block 1"));
    EXPECT_TRUE(has(TimeRows::multiprocessor, "SM 2"));
    EXPECT_TRUE(has(TimeRows::scheduler, "scheduler 3"));
    const Scene low = time_scene(timed(), {}, light(), {1200, 260}, {.rows = TimeRows::scheduler});
    EXPECT_NE(dump(low).find("SM 2 · 0"), std::string::npos) << dump(low);
    EXPECT_TRUE(has(TimeRows::scheduler, "1·7")) << "block and warp";
}

// The marks above the rows: a step that lies between two barriers, of the block that is looked at.
TEST(TimeScene, MarksStepsFromBarrierToBarrier) {
    const Scene scene = time_scene(timed(), {.step = 0}, light(), {1200, 700});
    const float y = named(scene, "warp").front().box.y - 8;
    std::set<int> steps;
    for (float x = 120; x < scene.width; x += 2) {
        const auto mark = scene.hit({x, y}, 4);
        if (!mark) continue;
        const auto* go = std::get_if<click::GoToStep>(&mark->click);
        ASSERT_NE(go, nullptr) << mark->tip;
        steps.insert(go->step);
    }
    EXPECT_GT(steps.size(), static_cast<std::size_t>(timed().step_count() / 2));
    EXPECT_TRUE(steps.contains(0)) << *steps.begin();
}

// Where there is little room bars become lower before the steps and the room of a multiprocessor
// go.
TEST(TimeScene, KeepsStepsAndOccupancyInLowRooms) {
    for (const float height : {274.0F, 230.0F}) {
        const Scene scene =
            time_scene(timed(), {.step = 3}, light(), {850, height}, {.at_block = 0});
        EXPECT_FALSE(named(scene, "occupancy").empty()) << height;
        bool steps = false;
        for (const Layer& layer : scene.layers) {
            for (const Label& each : layer.labels) steps = steps || each.text == "stride 4";
        }
        EXPECT_TRUE(steps) << height;
        EXPECT_LE(scene.height, height + 0.01F);
    }
}

TEST(TimeScene, SaysWhatAMultiprocessorHasRoomFor) {
    const auto tip = [](const std::string& chip) {
        const Scene scene = time_scene(timed(), {}, light(), {1200, 700}, {.chip = chip});
        return named(scene, "occupancy").at(0).tip;
    };
    EXPECT_NE(tip("").find("of the H200 has room for 2 blocks of 256 threads, says its driver"),
              std::string::npos)
        << tip("");
    EXPECT_NE(tip("T4").find("of the T4 has room for 4 blocks of 256 threads: 32 of 32 warps"),
              std::string::npos)
        << tip("T4");
    EXPECT_NE(tip("T4").find("as they were compiled for the NVIDIA H200"), std::string::npos);
    const auto machine = testing::recorded("brent-kung", 64, "ones");
    const Scene scene = time_scene(*machine, {}, light(), {1200, 700});
    EXPECT_NE(named(scene, "occupancy").at(0).tip.find("registers not counted"), std::string::npos);
    EXPECT_NE(dump(scene).find("Occupancy at most "), std::string::npos)
        << "registers could leave room for fewer";
    EXPECT_EQ(dump(time_scene(timed(), {}, light(), {1200, 700}, {.chip = "T4"})).find("at most"),
              std::string::npos);
}

TEST(TimeScene, OfTheMachineOffersWhatWasMeasured) {
    const auto machine = testing::recorded("brent-kung", 64, "ones");
    const Scene scene = time_scene(*machine, {}, light(), {900, 500},
                                   {.recordings = {{"Brent–Kung", "a.npz"}, {"padded", "b.npz"}}});
    const std::vector<Hotspot> offers = named(scene, "recording");
    ASSERT_EQ(offers.size(), 2U);
    EXPECT_EQ(std::get<click::OpenRecording>(offers[1].click).path, "b.npz");
}

// What is known of a run is the same as what is found anew.
TEST(TimeScene, IsTheSameOfWhatIsKnown) {
    const auto trace = testing::with_times(*testing::recorded("brent-kung", 64, "ones"));
    const auto known = known_times(trace, -1);
    for (const int step : {0, 3}) {
        EXPECT_EQ(dump(time_scene(*trace, {.step = step}, light(), {900, 600})),
                  dump(time_scene(*trace, {.step = step}, light(), {900, 600}, {.known = known})));
    }
}

/// All that is written in it.
std::string all_words(const Scene& scene) {
    std::string words;
    for (const Layer& layer : scene.layers) {
        for (const Label& label : layer.labels) words += label.text + "\n";
    }
    return words;
}

/// One launch, whose steps a warp does without a barrier between them.
const Trace& with_accesses() {
    static const auto trace =
        testing::with_access_times(*testing::recorded("warp-shuffle", 64, "ones"));
    return *trace;
}

TEST(AccessTimes, OfAFileAreWhatTheyWere) {
    const auto again = decode_trace(encode_trace(with_accesses()), "it");
    EXPECT_EQ(*again->times(), *with_accesses().times());
    EXPECT_GT(again->times()->accesses.size(), 20U);
}

TEST(AccessTimes, ThatCannotBeAreRefused) {
    const WarpTimes& times = *with_accesses().times();
    const auto numbers = [&] { return times_accesses(times); };
    const auto refused = [&](const TypedArray& accesses) {
        WarpTimes made = times;
        made.accesses.clear();
        EXPECT_THROW(take_accesses(made, accesses), UsageError);
    };
    for (const auto& [at, to] : {std::pair{0, 99}, {0, -1}, {1, -1}, {2, -1}, {2, 1 << 30}}) {
        TypedArray accesses = numbers();
        accesses.as<std::int32_t>()[static_cast<std::size_t>(at)] = to;
        refused(accesses);
    }
    refused(TypedArray{ElementType::i32, 4});
    TraceData data = with_accesses().data();
    data.times->accesses[0].row = static_cast<int>(data.rows.size());
    EXPECT_THROW(Trace{data}, RunError);
}

// Between barriers a step goes from its first access to the next one's.
TEST(AccessTimes, CutWhatAWarpDidIntoSteps) {
    const std::vector<WarpStretch> whole =
        warp_stretches(*testing::with_times(*testing::recorded("warp-shuffle", 64, "ones")));
    const std::vector<WarpStretch> cut = warp_stretches(with_accesses());
    EXPECT_GT(cut.size(), whole.size());
    const WorkAndWait of_whole = work_and_wait(whole), of_cut = work_and_wait(cut);
    EXPECT_EQ(of_cut.worked, of_whole.worked);
    EXPECT_EQ(of_cut.waited, of_whole.waited);
    for (const WarpStretch& stretch : cut) {
        EXPECT_LE(stretch.begin, stretch.end);
        if (!stretch.waits) {
            EXPECT_EQ(stretch.first_step, stretch.last_step);
        }
    }
    // One that is not told could be of any step: then nothing is cut there.
    TraceData data = with_accesses().data();
    WarpSpan& last = data.times->warps.back();
    for (; last.accesses > 0; --last.accesses) data.times->accesses.pop_back();
    const auto of_last = [](const std::vector<WarpStretch>& all) {
        return std::ranges::count(all, all.back().warp, &WarpStretch::warp);
    };
    EXPECT_EQ(of_last(warp_stretches(Trace{data})), of_last(whole));
}

TEST(AccessTimes, AreMarkedWhereThereIsRoom) {
    const Scene scene = time_scene(with_accesses(), {}, light(), {900, 500});
    const auto marks = [&](float stretch) {
        int count = 0;
        const Sight sight{.stretch = stretch, .box = {0, 0, scene.width, scene.height}};
        const std::vector<Layer> layers = scene.layers_at(sight);
        for (const Rect& rect : layers[0].rects)
            count += rect.fill == light().read || rect.fill == light().write;
        return count;
    };
    EXPECT_EQ(marks(0.01F), 0);
    int reads_and_writes = 0;
    for (const TimedAccess& access : timed_accesses(with_accesses())) {
        const Event event = with_accesses().event_of(with_accesses().row(access.row));
        reads_and_writes += is_load(event) || is_store(event);
    }
    EXPECT_EQ(marks(40), reads_and_writes);
    EXPECT_NE(all_words(scene).find("a read is issued"), std::string::npos);
    const Scene without = time_scene(timed(), {}, light(), {900, 500});
    EXPECT_EQ(all_words(without).find("a read is issued"), std::string::npos);
}

TEST(AccessTimes, AreToldInTips) {
    const Scene scene = time_scene(with_accesses(), {}, light(), {900, 500});
    bool told = false;
    for (float x = 0; x < scene.width; x += 3) {
        const auto spot = scene.nearest({x, 150}, 2, 1);
        if (!spot) continue;
        const std::size_t at = spot->tip.find("issued at ");
        told =
            told || (at != std::string::npos && spot->tip.find(" lanes", at) != std::string::npos);
    }
    EXPECT_TRUE(told);
}

// What is left out is said.
TEST(AccessTimes, SayOfHowManyTheyAre) {
    TraceData data = with_accesses().data();
    --data.times->warps.back().accesses;
    data.times->accesses.pop_back();
    const std::size_t left = data.times->accesses.size();
    const std::string words = fmt::format("{} of {} accesses are told", left, left + 1);
    EXPECT_NE(all_words(time_scene(Trace{data}, {}, light(), {1200, 500})).find(words),
              std::string::npos);
    EXPECT_EQ(all_words(time_scene(with_accesses(), {}, light(), {1200, 500})).find("are told"),
              std::string::npos);
}

TEST(AccessTimes, HaveARowEachInTheTable) {
    const Trace& trace = with_accesses();
    const Table table = time_table(trace, -1);
    EXPECT_EQ(table.rows, warp_stretches(trace).size() + timed_accesses(trace).size());
    std::size_t shuffles = 0;
    for (std::size_t row = 0; row < table.rows; ++row) {
        const bool access = !table.at("lanes").cell(row).text().empty();
        EXPECT_EQ(access, !table.at("line").cell(row).text().empty());
        EXPECT_EQ(access, table.at("end_clocks").cell(row).text().empty());
        shuffles += table.at("does").cell(row).text() == "shuffle";
    }
    EXPECT_GT(shuffles, 4U);
}

TEST(TimeScene, OfOneBlockLeavesTheOthersOut) {
    const Scene scene = time_scene(timed(), {}, light(), {1200, 700}, {.block = 1});
    EXPECT_EQ(named(scene, "warp").size(), static_cast<std::size_t>(timed().warps()));
    EXPECT_EQ(named(scene, "warp").front().means.warp, 0);
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

// Coarse or fine, a picture of shades has as much of each colour, and its right half is not its
// left.
TEST(TimeScene, HasAsMuchOfEachColourFromFurtherAway) {
    const Scene scene = time_scene(timed(), {}, light(), {900, 120});
    const auto mean = [&](float zoom, float from, float to) {
        const Layer layer =
            scene.layers_at({.zoom = zoom, .box = {0, 0, scene.width, scene.height}})[0];
        const ColorMatrix& matrix = layer.matrices.at(0);
        std::array<double, 3> sum{};
        int cells = 0;
        for (int row = 0; row < matrix.rows; ++row) {
            for (int column = static_cast<int>(from * static_cast<float>(matrix.columns));
                 column < static_cast<int>(to * static_cast<float>(matrix.columns)); ++column) {
                const Rgba color =
                    matrix.colors.at(static_cast<std::size_t>(row * matrix.columns + column));
                EXPECT_EQ(color.a, 255);
                sum[0] += color.r;
                sum[1] += color.g;
                sum[2] += color.b;
                ++cells;
            }
        }
        for (double& each : sum) each /= std::max(cells, 1);
        return sum;
    };
    const auto fine = mean(0.3F, 0, 1), coarse = mean(0.1F, 0, 1);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(fine.at(k), coarse.at(k), 3) << k;
    EXPECT_GT(std::abs(mean(0.3F, 0, 0.5F).at(2) - mean(0.3F, 0.5F, 1).at(2)), 3);
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
    const std::string words = dump(two);
    EXPECT_LT(words.find("this run"), words.find("the same run")) << "this one stands above";
}

// Of the other run that step is in full colour, and framed, which belongs to this one's.
TEST(TimeScene, LightsTheStepOfBothRuns) {
    const auto framed = [](int other_step) {
        const Scene scene = time_scene(timed(), {.step = 2}, light(), {1200, 900},
                                       {.compare = &timed(), .other_step = other_step});
        std::array<int, 2> found{};  // above and below
        for (const Layer& layer : scene.layers) {
            for (const Rect& rect : layer.rects) {
                if (rect.border == light().accent)
                    ++found.at(rect.box.y < scene.height / 2 ? 0 : 1);
            }
        }
        return found;
    };
    EXPECT_EQ(framed(-1), (std::array{1, 0}));
    EXPECT_EQ(framed(3), (std::array{1, 1}));
}

// A legend tells of the phases of both runs; what has one colour in two kernels is one entry.
TEST(TimeScene, NamesThePhasesOfBothRuns) {
    const auto with_times = [](const char* kernel) {
        ScanRun run = testing::experiment_of(kernel, 64, "ones");
        run.n = 256;
        return testing::with_times(*record(run));
    };
    const auto chain = with_times("chained"), back = with_times("decoupled-lookback");
    const std::string words =
        dump(time_scene(*chain, {}, light(), {1200, 900}, {.compare = back.get()}));
    for (const std::string_view phase : {"wait / look back", "hand on / publish prefix", "publish"})
        EXPECT_NE(words.find(phase), std::string::npos) << phase << "\n" << words;
    EXPECT_EQ(dump(time_scene(*chain, {}, light(), {1200, 900})).find("look back"),
              std::string::npos);
}

// No clock tells a warp that computes from one that waits for memory: the picture says so, and
// speaks of waits at barriers only where there are some.
TEST(TimeScene, ClaimsNoWorkWhereMemoryMayBeWaitedFor) {
    const std::string words = dump(time_scene(timed(), {}, light(), {1200, 900}));
    EXPECT_NE(words.find("at work, or waiting for memory: clocks do not tell these apart"),
              std::string::npos)
        << words;
    EXPECT_NE(words.find("waits at a barrier"), std::string::npos);
    TraceData data = timed().data();
    for (WarpSpan& warp : data.times->warps) warp.first = warp.count = 0;
    data.times->barriers.clear();
    const std::string none = dump(time_scene(Trace{data}, {}, light(), {1200, 900}));
    EXPECT_EQ(none.find("waits at a barrier"), std::string::npos) << none;
    EXPECT_EQ(none.find("wait at one"), std::string::npos);
    EXPECT_NE(none.find("no barrier"), std::string::npos);
    EXPECT_NE(none.find("at work, or waiting for memory"), std::string::npos);
}

// Two runs that were both measured are compared by that, not by what recording them took.
TEST(WarpTimes, OfTwoRunsAreCompared) {
    const auto half = [] {
        TraceData data = timed().data();
        data.times->clocks_per_ns *= 2;
        return std::make_shared<const Trace>(std::move(data));
    }();
    const std::vector<Difference> all = time_differences(timed(), *half);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].words, "ns");
    EXPECT_GT(all[0].b, 0);
    EXPECT_NEAR(static_cast<double>(all[0].a), 2.0 * static_cast<double>(all[0].b), 2);
    const WorkAndWait sum = work_and_wait(warp_stretches(timed()));
    EXPECT_EQ(all[1].a, std::llround(timed().times()->ns(sum.waited)));
    std::int64_t last = 0;
    for (int step = 0; step < timed().step_count(); ++step) {
        const auto here = time_differences(timed(), step, *half, step);
        EXPECT_GE(here[0].a, last) << step;
        last = here[0].a;
    }
    EXPECT_EQ(last, all[0].a);
    EXPECT_LT(time_differences(timed(), 0, *half, 0)[0].a, last);
    EXPECT_TRUE(time_differences(timed(), *testing::recorded("brent-kung", 64, "ones")).empty());
}

TEST(TimeView, OfTheMachineSaysThatItHasNoClock) {
    const auto machine = testing::recorded("brent-kung", 64, "ones");
    EXPECT_NE(TimeView::why_not(*machine).find("has no clock"), std::string::npos);
    EXPECT_EQ(TimeView::why_not(timed()), "");
}

}  // namespace time_scene_test
}  // namespace stridescope
