// Active lanes and the slots they stand in: the textbooks' tables, closed forms, and a count by
// another road.
#include "app/analysis/lane_use.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "app/analysis/work.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace lane_use_test {

using testing::recorded;
using testing::recorded_reduction;
using testing::TextToRecord;

// 1,024 threads reduce 2,048 elements in eleven steps.
TEST(LaneTable, IsTheTextbooksOfTheTwoReductions) {
    struct Case {
        bool modulo;
        std::vector<std::int64_t> warps;
        std::int64_t slots;
        int percent;
    };
    for (const Case& c : {Case{true, {32, 32, 32, 32, 32, 32, 16, 8, 4, 2, 1}, 7136, 29},
                          Case{false, {32, 16, 8, 4, 2, 1, 1, 1, 1, 1, 1}, 2176, 94}}) {
        const auto trace = recorded_reduction(c.modulo, 1024);
        const LaneTable table = lane_table(*trace);
        ASSERT_EQ(table.steps.size(), 12U);
        for (std::size_t step = 0; step < 11; ++step) {
            EXPECT_EQ(table.steps[step].active_threads, 1024 >> step) << step;
            EXPECT_EQ(table.steps[step].active_warps, c.warps[step]) << step;
        }
        const std::vector<int> loop = steps_of_loop(*trace, 3);
        ASSERT_EQ(loop.size(), 11U);
        EXPECT_EQ(loop.back(), 10);
        const StepLanes all = table.sum(loop);
        EXPECT_EQ(all.active_threads, 2047);
        EXPECT_EQ(all.thread_slots(), c.slots);
        EXPECT_EQ(static_cast<int>(100 * all.thread_share() + 0.5), c.percent);
        // Two loads, a sum and a store a step, with one mask: the finer count says the same.
        EXPECT_EQ(all.lanes, (LaneCounts{4 * c.slots / 32, 4 * 2047}));
        EXPECT_DOUBLE_EQ(all.lanes.share(), all.thread_share());
        // Thread 0 loads and stores the sum.
        EXPECT_EQ(table.steps[11], (StepLanes{1, 1, {2, 2}}));
        EXPECT_TRUE(steps_of_loop(*trace, 11).empty());
    }
}

// The same of the program's own texts, whose closing atomic is a step of its own.
TEST(LaneTable, OfTheReductionsTextsIsTheTextbooks) {
    const struct {
        const char* text;
        std::int64_t slots;
        int percent;
    } cases[] = {{"reduce/reduce_modulo.cu", 7136, 29}, {"reduce/reduce_consecutive.cu", 2176, 94}};
    for (const auto& c : cases) {
        const auto trace = testing::recorded_kernel(c.text);
        ASSERT_EQ(trace->step_count(), 13) << c.text;
        const LaneTable table = lane_table(*trace);
        const std::vector<int> loop = steps_of_loop(*trace, 5);
        ASSERT_EQ(loop.size(), 11U) << c.text;
        const StepLanes all = table.sum(loop);
        EXPECT_EQ(all.active_threads, 2047);
        EXPECT_EQ(all.thread_slots(), c.slots);
        EXPECT_EQ(static_cast<int>(100 * all.lanes.share() + 0.5), c.percent);
        EXPECT_EQ(trace->steps()[12].phase, "add up");
        EXPECT_TRUE(steps_of_loop(*trace, 12).empty());
        EXPECT_EQ(table.steps[12], (StepLanes{1, 1, {2, 2}})) << "a load and an atomic";
    }
}

TEST(LaneTable, ShowsWhereThreadsPartWays) {
    const auto trace = TextToRecord{R"(
__global__ void part(float *a) {
    if (threadIdx.x % 2 == 0) {
        a[threadIdx.x] = 1;
    } else {
        a[threadIdx.x] = 2;
    }
}
)"}
                           .floats("a", 64)
                           .record(1, 64);
    const LaneTable table = lane_table(*trace);
    ASSERT_EQ(table.steps.size(), 1U);
    // All are active, and each of two instructions uses half of either warp.
    EXPECT_EQ(table.total, (StepLanes{64, 2, {4, 64}}));
    EXPECT_EQ(table.total.thread_share(), 1);
    EXPECT_EQ(table.total.lanes.share(), 0.5);
    const auto lines = line_lanes(*trace, 0, 0);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].line, 4);
    EXPECT_EQ(lines[1].line, 6);
    for (int thread = 0; thread < 64; ++thread) {
        EXPECT_EQ(lines[0].threads[static_cast<std::size_t>(thread)], 1 - thread % 2);
        EXPECT_EQ(lines[1].threads[static_cast<std::size_t>(thread)], thread % 2);
    }
}

/// A thread goes round as often as its number says.
TEST(LineLanes, CountTheRoundsOfEachLane) {
    const auto trace = TextToRecord{R"(
__global__ void uneven(float *a) {
    for (int k = 0; k < threadIdx.x % 5; ++k) a[threadIdx.x] += 1;
    __syncthreads();
    a[threadIdx.x] = 0;
}
)"}
                           .floats("a", 40)
                           .record(1, 40);
    const auto lines = line_lanes(*trace, 0, 0);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].line, 3);
    for (int thread = 0; thread < 40; ++thread) {
        // A load, a sum and a store a round.
        EXPECT_EQ(lines[0].threads[static_cast<std::size_t>(thread)], 3 * (thread % 5)) << thread;
    }
    // Rounds 1 … 4 have all lanes but those of 0 … k - 1.
    EXPECT_EQ(lines[0].warps[0], (LaneCounts{3 * 4, 3 * (25 + 18 + 12 + 6)}));
    EXPECT_EQ(lines[0].warps[1], (LaneCounts{3 * 4, 3 * (7 + 6 + 4 + 2)}));
}

TEST(LaneTable, FillsSlotsOfAPartFilledWarp) {
    for (const int threads : {1, 31, 32, 33, 48, 64}) {
        const auto trace = TextToRecord{"__global__ void f(float *a) { a[threadIdx.x] = 1; }"}
                               .floats("a", threads)
                               .record(1, static_cast<std::uint32_t>(threads));
        const LaneTable table = lane_table(*trace);
        const int warps = (threads + 31) / 32;
        EXPECT_EQ(table.total, (StepLanes{threads, warps, {warps, threads}})) << threads;
    }
}

TEST(LaneTable, OfOneThreadIsOneLaneInThirtyTwo) {
    const LaneTable table = lane_table(*recorded("sequential", 64, "ones"));
    EXPECT_EQ(table.total.lanes.share(), 1.0 / 32);
}

// Kogge–Stone at stride s: threads from s on.
TEST(LaneTable, OfKoggeStoneIsItsClosedForm) {
    const auto trace = recorded("kogge-stone", 256, "ones");
    const LaneTable table = lane_table(*trace);
    for (int step = 0; step < trace->step_count(); ++step) {
        const int stride = trace->steps()[static_cast<std::size_t>(step)].stride;
        if (stride == 0) continue;
        const StepLanes& lanes = table.steps[static_cast<std::size_t>(step)];
        EXPECT_EQ(lanes.active_threads, 256 - stride);
        EXPECT_EQ(lanes.active_warps, 8 - stride / 32);
        EXPECT_EQ(lanes.lanes.lanes % (256 - stride), 0);
        EXPECT_EQ(lanes.lanes.instructions % (8 - stride / 32), 0);
        EXPECT_DOUBLE_EQ(lanes.lanes.share(), lanes.thread_share());
    }
}

/// Thread by thread: who stood in which instruction.
StepLanes counted_by_threads(const Trace& trace, int step) {
    using Instruction = std::tuple<int, int, int, int, int>;
    StepLanes counts;
    for (int block = 0; block < trace.blocks(); ++block) {
        std::set<int> threads, warps;
        std::map<Instruction, std::set<int>> lanes;
        for (int row = 0; row < std::ssize(trace.rows()); ++row) {
            const TraceRow& r = trace.rows()[static_cast<std::size_t>(row)];
            if (r.step != step || trace.event_of(r) == Event::move) continue;
            for (int thread = 0; thread < trace.threads(); ++thread) {
                if (trace.lanes(block, row)[static_cast<std::size_t>(thread)] == Trace::idle)
                    continue;
                threads.insert(thread);
                warps.insert(thread / 32);
                lanes[{block, r.interval, r.iteration, r.site, thread / 32}].insert(thread);
            }
        }
        counts.active_threads += std::ssize(threads);
        counts.active_warps += std::ssize(warps);
        for (const auto& [instruction, active] : lanes) {
            counts.lanes += {1, std::ssize(active)};
        }
    }
    return counts;
}

TEST(LaneTable, IsWhatThreadsDidOneByOne) {
    testing::RandomExperiments draw{37};
    for (int round = 0; round < 25; ++round) {
        ScanRun experiment = draw.next();
        experiment.block = std::min(experiment.block, 128);
        const auto trace = record(experiment);
        const LaneTable table = lane_table(*trace);
        const WorkTable work = work_table(*trace);
        ASSERT_EQ(std::ssize(table.steps), trace->step_count());
        StepLanes of_warps, of_blocks;
        for (int step = 0; step < trace->step_count(); ++step) {
            const StepLanes& lanes = table.steps[static_cast<std::size_t>(step)];
            ASSERT_EQ(lanes, counted_by_threads(*trace, step)) << command_line(experiment);
            const WorkCounts& counts = work.rows[static_cast<std::size_t>(step)].counts;
            EXPECT_EQ(lanes.active_threads, counts.active_threads);
            EXPECT_EQ(lanes.active_warps, counts.active_warps);
            EXPECT_EQ(lanes.lanes.slots(), counts.lane_slots);
            EXPECT_EQ(lanes.lanes.lanes, counts.lanes_used);
            for (int block = 0; block < trace->blocks(); ++block) {
                for (const LineLanes& line : line_lanes(*trace, block, step)) {
                    for (const LaneCounts& warp : line.warps) of_warps.lanes += warp;
                }
            }
        }
        for (int block = 0; block < trace->blocks(); ++block) {
            of_blocks += lane_table(*trace, block).total;
        }
        EXPECT_EQ(of_blocks, table.total);
        EXPECT_EQ(of_warps.lanes, table.total.lanes);
        WorkCounts by_site, by_warp;
        for (const SiteWork& site : work_by_site(*trace)) by_site += site.counts;
        for (const WorkCounts& warp : work_by_warp(*trace)) by_warp += warp;
        EXPECT_EQ(by_site.lane_slots, work.totals.lane_slots);
        EXPECT_EQ(by_site.lanes_used, work.totals.lanes_used);
        EXPECT_EQ(by_warp.lane_slots, work.totals.lane_slots);
        EXPECT_EQ(by_warp.lanes_used, work.totals.lanes_used);
    }
}

TEST(LaneTable, OfNothingIsNothing) {
    const auto nothing =
        TextToRecord{"__global__ void f(float *a) {}"}.floats("a", 1).record(1, 32);
    const LaneTable table = lane_table(*nothing);
    EXPECT_EQ(table.total, StepLanes{});
    EXPECT_EQ(table.total.lanes.share(), 0);
    EXPECT_EQ(table.total.thread_share(), 0);
}

TEST(Warps, AreRankedByTheSlotsTheyWaste) {
    // Threads 0 … 39 of 96: warp 1 wastes 24 slots of each instruction, warp 2 does nothing.
    const auto trace = TextToRecord{R"(
__global__ void f(float *a) { if (threadIdx.x < 40) a[threadIdx.x] += 1; }
)"}
                           .floats("a", 96)
                           .record(1, 96);
    const auto lines = line_lanes(*trace, 0, 0);
    EXPECT_EQ(ranked_warps(lines), (std::vector<int>{1, 0}));
    EXPECT_EQ(chosen_warp(lines, {}), 1);
    EXPECT_EQ(chosen_warp(lines, 2), 2);
    const auto moved = [&](std::optional<int> from, RequestMove move) {
        return moved_warp(*trace, 0, 0, from, move);
    };
    EXPECT_EQ(moved({}, RequestMove::milder), 0);
    EXPECT_EQ(moved({}, RequestMove::worse), 1);
    EXPECT_EQ(moved(0, RequestMove::milder), 0);
    EXPECT_EQ(moved(0, RequestMove::worse), 1);
    EXPECT_EQ(moved({}, RequestMove::next_warp), 2);
    EXPECT_EQ(moved(2, RequestMove::next_warp), 2);
    EXPECT_EQ(moved(0, RequestMove::previous_warp), 0);
    EXPECT_EQ(moved(2, RequestMove::worse), 1) << "which stands in no ranking";
    EXPECT_EQ(moved(2, RequestMove::worst), std::nullopt);
}

}  // namespace lane_use_test
}  // namespace stridescope
