// Kernels whose blocks cooperate: that they come to the right result whatever room there is, that
// waits without end are found and told, and that what is told between blocks is what happened.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "app/analysis/check.h"
#include "app/engine/cpu/grid_run.h"
#include "app/engine/engine.h"
#include "app/trace/trace_file.h"
#include "kernels/catalog.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace {

using Kind = GridEvent::Kind;

Experiment of_grid(const std::string& kernel, int block, std::int64_t n, int sms, int resident) {
    Experiment e{.kernel = kernel, .block = block, .n = n, .input = {}, .first_blocks = {}};
    e.engine = EngineChoice::cpu;
    e.type = ElementType::i32;
    e.input = parse_input("random:3");
    e.sms = sms;
    e.resident = resident;
    return e;
}

std::vector<std::string> meeting_kernels() {
    std::vector<std::string> ids;
    for (const CatalogueEntry& entry : correct_kernels()) {
        if (entry.info.blocks_cooperate()) ids.emplace_back(entry.info.id);
    }
    return ids;
}

std::int32_t value_of(const GridEvent& event) {
    std::int32_t value = 0;
    std::memcpy(&value, &event.value, sizeof value);
    return value;
}

// Any room, any order of starting: those that need not all fit at once never deadlock.
TEST(Grid, IsRightWithAnyRoomInAnyOrder) {
    testing::RandomExperiments draw{7};
    for (const std::string& kernel : meeting_kernels()) {
        for (int i = 0; i < 60; ++i) {
            if (testing::left_out(i)) continue;
            const int blocks[] = {2, 4, 32, 64};
            Experiment e =
                of_grid(kernel, draw.one_of(blocks), draw.between(0, 700),
                        static_cast<int>(draw.between(1, 5)), static_cast<int>(draw.between(1, 3)));
            e.schedule = {
                .kind = draw.once_in(2) ? Schedule::Kind::random : Schedule::Kind::lane_random,
                .seed = static_cast<std::uint64_t>(i)};
            if (draw.once_in(4)) e.schedule = {.kind = Schedule::Kind::descending};
            testing::make_room(e);
            const auto trace = record(e);
            ASSERT_FALSE(first_wrong(*trace)) << command_line(e);
            ASSERT_TRUE(trace->diagnostics().empty())
                << trace->diagnostics().front().message << command_line(e);
        }
    }
}

// Each block starts and ends once in each launch that it has part in, and there is never more of
// them than there is room for; time does not run back.
TEST(Grid, NoMoreBlocksAreResidentThanThereIsRoomFor) {
    for (const std::string& kernel : meeting_kernels()) {
        if (find_kernel(kernel)->info.cooperation.needs_all_resident) continue;
        const auto trace = record(of_grid(kernel, 4, 50, 2, 2));
        std::map<std::int64_t, std::set<int>> resident;
        std::map<int, std::int64_t> place;
        std::map<int, int> starts;
        std::int64_t time = 0;
        for (const GridEvent& event : trace->grid_events()) {
            EXPECT_GE(event.time, time);
            time = event.time;
            if (event.kind == Kind::start) {
                ASSERT_LT(event.element, 2);
                place[event.block] = event.element;
                EXPECT_TRUE(resident[event.element].insert(event.block).second);
                EXPECT_LE(resident[event.element].size(), 2U);
                ++starts[event.block];
            } else if (event.kind == Kind::end) {
                EXPECT_EQ(resident[place[event.block]].erase(event.block), 1U);
            } else if (event.kind != Kind::launch) {
                EXPECT_TRUE(resident[place[event.block]].contains(event.block));
            }
        }
        EXPECT_EQ(std::ssize(starts), trace->grid()) << kernel;
        for (const auto& [number, blocks] : resident) EXPECT_TRUE(blocks.empty());
        EXPECT_EQ(trace->clock(), "tick");
    }
}

// The events are a memory's: what is read of an element was written to it before.
TEST(Grid, WhatIsReadWasWritten) {
    for (const std::string& kernel : meeting_kernels()) {
        Experiment e = of_grid(kernel, 4, 61, 3, 1);
        testing::make_room(e);
        const auto trace = record(e);
        std::map<std::pair<ArrayId, std::int64_t>, std::set<std::int32_t>> written;
        std::map<std::pair<ArrayId, std::int64_t>, std::int32_t> counters;
        int accesses = 0;
        for (const GridEvent& event : trace->grid_events()) {
            const std::pair at{event.array, event.element};
            if (event.kind != Kind::load && event.kind != Kind::store && event.kind != Kind::wait &&
                event.kind != Kind::atomic) {
                continue;
            }
            ++accesses;
            const bool integer = trace->scratch()[scratch_number(event.array)].integers;
            const std::int32_t value = integer ? event.integer : value_of(event);
            if (event.kind == Kind::store) {
                written[at].insert(value);
            } else if (event.kind == Kind::atomic) {
                EXPECT_EQ(value, ++counters[at]);
                written[at].insert(value);
            } else {
                EXPECT_TRUE(value == 0 || written[at].contains(value))
                    << kernel << ": " << trace->name_of(event.array) << "[" << event.element << "]";
            }
        }
        EXPECT_GT(accesses, 16) << kernel;
    }
}

// The sums that blocks hand on are those of the input up to there.
TEST(Grid, ChainedHandsOnTheSumSoFar) {
    const auto trace = record(of_grid("chained", 8, 100, 4, 1));
    const auto input = trace->input().as<std::int32_t>();
    int handed = 0;
    for (const GridEvent& event : trace->grid_events()) {
        if (event.kind != Kind::store || trace->name_of(event.array) != "S") continue;
        const std::int64_t end = std::min<std::int64_t>(8 * event.element, trace->n());
        EXPECT_EQ(value_of(event), std::accumulate(input.begin(), input.begin() + end, 0));
        ++handed;
    }
    EXPECT_EQ(handed, 13);
}

// The point of decoupled look-back: with all blocks started at once, the chain takes a turn for
// each of them, the look-back does not.
TEST(Grid, LookingBackEndsSoonerThanTheChain) {
    const auto last = [](const std::string& kernel) {
        return record(of_grid(kernel, 4, 256, 64, 1))->grid_events().back().time;
    };
    EXPECT_GE(last("chained"), 64);
    EXPECT_LT(last("decoupled-lookback"), 64 / 2);
}

// Levels: 2 · 2 · 2 · … sections of two elements need as many levels of totals.
TEST(Grid, ThreeKernelScansTotalsLevelByLevel) {
    const auto trace = record(of_grid("three-kernel", 2, 30, 2, 2));
    std::vector<std::int64_t> grids;
    for (const GridEvent& event : trace->grid_events()) {
        if (event.kind == Kind::launch) grids.push_back(event.element);
    }
    EXPECT_EQ(grids, (std::vector<std::int64_t>{15, 8, 4, 2, 1, 2, 4, 8, 15}));
    EXPECT_EQ(trace->scratch().front().size(), 15 + 8 + 4 + 2 + 1);
    EXPECT_FALSE(first_wrong(*trace));
}

// --- Waits without end -------------------------------------------------------------------------

TEST(EndlessWaits, OfAGridThatDoesNotFitAreTold) {
    const auto trace = record(of_grid("spin-barrier", 4, 64, 4, 2));
    ASSERT_EQ(trace->diagnostics().size(), 1U);
    const Diagnostic& found = trace->diagnostics().front();
    EXPECT_EQ(found.kind, "endless-wait");
    EXPECT_EQ(found.thread, 0);
    EXPECT_NE(found.message.find("blocks 0–7 are resident and deadlock (block 0 at line "),
              std::string::npos)
        << found.message;
    EXPECT_NE(found.message.find(
                  "waiting for arrived[0]): blocks 8–15 cannot start until one of them ends"),
              std::string::npos)
        << found.message;
    EXPECT_EQ(trace->steps()[static_cast<std::size_t>(found.step)].phase, "grid barrier");
    EXPECT_TRUE(first_wrong(*trace));
    // What there is of it can be kept and opened.
    const auto again = decode_trace(encode_trace(*trace), "a trace");
    EXPECT_EQ(again->diagnostics(), trace->diagnostics());
    EXPECT_EQ(again->grid_events(), trace->grid_events());
}

TEST(EndlessWaits, EndWithOneMorePlace) {
    EXPECT_EQ(record(of_grid("spin-barrier", 4, 64, 5, 3))->diagnostics().size(), 1U);
    EXPECT_TRUE(record(of_grid("spin-barrier", 4, 64, 4, 4))->diagnostics().empty());
    EXPECT_TRUE(record(of_grid("spin-barrier", 4, 64, 16, 1))->diagnostics().empty());
}

// Whoever watches may stop it at any time: threads that wait are given up.
TEST(Grid, StopsWhenToldTo) {
    for (const std::string& kernel : meeting_kernels()) {
        for (int most = 0; most < 12; ++most) {
            Experiment e = of_grid(kernel, 32, 2000, 4, 2);
            testing::make_room(e);
            int asked = 0;
            EXPECT_THROW((void)record(e, {.progress = [&](double) { return asked++ < most; }}),
                         Cancelled)
                << kernel << " after " << most;
        }
    }
}

// --- Schedules and flags -----------------------------------------------------------------------

TEST(StartOrder, IsAPermutation) {
    for (const auto kind : {Schedule::Kind::ascending, Schedule::Kind::descending,
                            Schedule::Kind::random, Schedule::Kind::lane_random}) {
        for (const int grid : {0, 1, 2, 100}) {
            std::vector<int> order = start_order({.kind = kind, .seed = 5}, grid);
            EXPECT_EQ(order, start_order({.kind = kind, .seed = 5}, grid));
            std::ranges::sort(order);
            std::vector<int> all(static_cast<std::size_t>(grid));
            std::iota(all.begin(), all.end(), 0);
            EXPECT_EQ(order, all);
        }
    }
    EXPECT_EQ(start_order({}, 3), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(start_order({.kind = Schedule::Kind::descending}, 3), (std::vector<int>{2, 1, 0}));
}

// Sections are given out: in another order, blocks have other sections, and pictures follow.
TEST(Grid, SectionsAreThoseThatBlocksLoaded) {
    Experiment e = of_grid("chained", 4, 40, 2, 2);
    EXPECT_EQ(record(e)->first_element(3), 12);
    e.schedule = {.kind = Schedule::Kind::descending};
    const auto trace = record(e);
    EXPECT_EQ(trace->first_element(9), 0);
    EXPECT_EQ(trace->first_element(0), 36);
}

TEST(Machine, HasLimits) {
    for (const auto& [sms, resident, why] : {std::tuple{0, 1, "give --sms 1 to 256"},
                                             {257, 1, "give --sms 1 to 256"},
                                             {1, 0, "give --resident 1 to 32"},
                                             {1, 33, "give --resident 1 to 32"}}) {
        const std::string found = why_impossible(of_grid("chained", 4, 16, sms, resident));
        EXPECT_NE(found.find(why), std::string::npos) << found;
    }
    EXPECT_TRUE(command_line(of_grid("chained", 4, 16, 3, 1)).find("--sms 3 --resident 1") !=
                std::string::npos);
}

}  // namespace
}  // namespace stridescope
