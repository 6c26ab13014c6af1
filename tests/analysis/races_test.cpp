// Races: none in kernels that are right, exactly the planted ones in those that are not, and the
// same as a comparison of every two accesses finds.
#include "app/analysis/races.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/engine/engine.h"
#include "tests/support/hand_made.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_trace.h"

namespace stridescope {
namespace races_test {

using testing::HandMade;
using testing::make_room;
using testing::random_trace;
using testing::RandomExperiments;

constexpr int idle = Trace::idle;

/// Array (shared: −1), word or element.
using Where = std::pair<int, std::int64_t>;
using Raced = std::tuple<int, Where, Race::Kind>;  // interval first

struct Reached {
    int interval, step, line, thread;
    Where where;
    bool writes, atomic;
};

/// All that threads did in memory.
std::vector<Reached> all_accesses(const Trace& trace, int block) {
    std::vector<Reached> accesses;
    for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
        const TraceRow& at = trace.rows()[static_cast<std::size_t>(row)];
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(at.site)];
        if (site.event == Event::op) continue;
        for (std::size_t thread = 0; thread < static_cast<std::size_t>(trace.threads()); ++thread) {
            const int word = trace.lanes(block, row)[thread];
            if (word == idle) continue;
            const Where where = is_global(site.event) ? Where{static_cast<int>(site.array),
                                                              trace.addresses(block, row)[thread]}
                                                      : Where{-1, word};
            accesses.push_back({at.interval, at.step, site.line, static_cast<int>(thread), where,
                                site.event != Event::load && site.event != Event::global_load,
                                site.event == Event::global_atomic});
        }
    }
    return accesses;
}

/// Every access with every other one.
std::set<Raced> by_all_pairs(const std::vector<Reached>& accesses) {
    std::set<Raced> raced;
    for (const Reached& a : accesses) {
        for (const Reached& b : accesses) {
            if (a.interval != b.interval || a.where != b.where || a.thread == b.thread) continue;
            if (a.atomic && b.atomic) continue;
            if (a.writes && b.writes) {
                raced.insert({a.interval, a.where, Race::Kind::write_write});
            } else if (a.writes) {
                raced.insert({a.interval, a.where, Race::Kind::read_write});
            }
        }
    }
    return raced;
}

Where where_of(const Race& race) {
    return race.in_shared() ? Where{-1, race.word}
                            : Where{static_cast<int>(race.array), race.element};
}

/// That thread really did so there.
bool took_place(const std::vector<Reached>& accesses, const Race& race, const Race::Access& access,
                bool writes) {
    return std::ranges::any_of(accesses, [&](const Reached& at) {
        return at.interval == race.interval && at.step == access.step && at.line == access.line &&
               at.thread == access.thread && at.where == where_of(race) && at.writes == writes &&
               at.atomic == access.atomic;
    });
}

/// Returns how many races there were in global memory, and in shared memory.
std::pair<int, int> compare_with_all_pairs(const Trace& trace, int block) {
    std::pair<int, int> found{};
    std::set<Raced> raced;
    const auto accesses = all_accesses(trace, block);
    const std::vector<Race> races = races_of_block(trace, block);
    for (const Race& race : races) {
        EXPECT_EQ(race.block, block);
        EXPECT_TRUE(raced.insert({race.interval, where_of(race), race.kind}).second) << "twice";
        EXPECT_NE(race.first.thread, race.second.thread);
        EXPECT_FALSE(race.first.atomic && race.second.atomic);
        const bool reads = race.kind == Race::Kind::read_write;
        EXPECT_TRUE(took_place(accesses, race, race.first, !reads));
        EXPECT_TRUE(took_place(accesses, race, race.second, true));
        ++(race.in_shared() ? found.second : found.first);
    }
    EXPECT_EQ(raced, by_all_pairs(accesses));
    std::vector<Race> shared = races;
    std::erase_if(shared, [](const Race& race) { return !race.in_shared(); });
    EXPECT_EQ(races_of_block(trace, block, RaceSpace::shared), shared);
    for (int step = 0; step < trace.step_count(); ++step) {
        std::vector<Race> of_step = shared;
        std::erase_if(of_step, [step](const Race& race) {
            return race.first.step != step && race.second.step != step;
        });
        EXPECT_EQ(races_of_step(trace, block, step), of_step);
    }
    return found;
}

TEST(Races, AreThoseThatAllPairsOfAccessesShow) {
    RandomExperiments draw{33};
    int in_global = 0, in_shared = 0;
    for (int round = 0; round < 500; ++round) {
        const auto trace = random_trace(draw, round % 2 == 1);
        for (int block = 0; block < trace->blocks(); ++block) {
            const auto [global, shared] = compare_with_all_pairs(*trace, block);
            in_global += global;
            in_shared += shared;
            if (HasFailure()) FAIL() << "round " << round;
        }
    }
    EXPECT_GT(in_shared, 1000) << "the traces are to hold races";
    EXPECT_GT(in_global, 1000) << "the traces are to hold races";
}

TEST(Races, NoCorrectScanOfTheLibraryHasAny) {
    RandomExperiments draw{34};
    std::set<std::string> kernels;
    for (int round = 0; round < 240; ++round) {
        const ScanRun e = draw.next();
        kernels.insert(e.kernel);
        if (testing::left_out(round)) continue;
        const auto trace = record(e);
        for (int block = 0; block < trace->blocks(); ++block) {
            EXPECT_TRUE(races_of_block(*trace, block).empty()) << command_line(e);
        }
        EXPECT_TRUE(races_between_blocks(*trace).empty()) << command_line(e);
    }
    EXPECT_EQ(kernels.size(), testing::scan_kernels().size()) << "every kernel is to have its turn";
}

// Whole grids, many levels of launches, blocks that wait for one another.
TEST(Races, NoKernelWhoseBlocksMeetHasAny) {
    int round = 0;
    for (const char* kernel : {"three-kernel", "spin-barrier", "chained", "decoupled-lookback"}) {
        for (const std::int64_t n : {1, 2, 15, 16, 17, 63, 64}) {
            for (const char* schedule : {"ascending", "descending", "lane-random:6"}) {
                if (testing::left_out(round++)) continue;
                ScanRun e{.kernel = kernel, .block = 8, .n = n, .input = {}, .first_blocks = {}};
                e.coarsen = n % 2 == 0 ? 2 : 1;
                e.schedule = parse_schedule(schedule);
                e.engine = EngineChoice::cpu;
                make_room(e);
                EXPECT_TRUE(races_of(*record(e)).empty()) << command_line(e);
            }
        }
    }
}

class ByHand : public ::testing::Test {
  protected:
    HandMade made_{4, 4};
    std::vector<Race> races() {
        made_.values({0, 0, 0, 0});
        return races_of_block(made_.trace(), 0);
    }
};

TEST_F(ByHand, ABarrierKeepsAccessesApart) {
    made_.step("scan", 1);
    made_.load({1, idle, idle, idle});
    made_.barrier();
    made_.store({idle, 1, idle, idle}, TraceRow::none);
    EXPECT_TRUE(races().empty());
}

TEST_F(ByHand, AStepWithoutABarrierDoesNot) {
    made_.step("scan", 1);
    made_.load({1, idle, idle, idle});
    made_.values({0, 0, 0, 0});
    made_.step("scan", 2);
    made_.store({idle, 1, idle, idle}, TraceRow::none);
    const auto found = races();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, Race::Kind::read_write);
    EXPECT_EQ(found[0].word, 1);
    EXPECT_EQ(found[0].first.thread, 0);
    EXPECT_EQ(found[0].first.step, 0);
    EXPECT_EQ(found[0].second.thread, 1);
    EXPECT_EQ(found[0].second.step, 1);
    const std::string text = sentence(made_.trace(), found[0]);
    EXPECT_NE(text.find("Threads 0 and 1 race on X[1]"), std::string::npos) << text;
    EXPECT_NE(text.find("in stride 1"), std::string::npos) << text;
    EXPECT_NE(text.find("in stride 2"), std::string::npos) << text;
}

TEST_F(ByHand, AThreadDoesNotRaceItself) {
    made_.step("scan", 1);
    made_.load({1, idle, idle, idle});
    made_.store({1, idle, idle, idle}, TraceRow::none, 1);
    EXPECT_TRUE(races().empty());
}

TEST_F(ByHand, ReadersAloneDoNotRace) {
    made_.step("scan", 1);
    made_.load({2, 2, 2, 2});
    EXPECT_TRUE(races().empty());
}

TEST_F(ByHand, TwoWritersOfOneRequestDo) {
    made_.step("scan", 1);
    made_.store({3, idle, 3, 3}, TraceRow::none);
    const auto found = races();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, Race::Kind::write_write);
    EXPECT_EQ(found[0].first.thread, 0);
    EXPECT_EQ(found[0].second.thread, 2);
}

TEST_F(ByHand, AtomicsDoNotRaceEachOtherButPlainAccesses) {
    const ArrayId flag = ArrayId{2};
    made_.step("scan", 1);
    made_.global(Event::global_atomic, flag, {5, 5, idle, 6});
    EXPECT_TRUE(races().empty());
    made_.global(Event::global_load, flag, {idle, idle, 5, 6});
    auto found = races();
    ASSERT_EQ(found.size(), 1U) << "thread 3 alone reached flag[6]";
    EXPECT_EQ(found[0].kind, Race::Kind::read_write);
    EXPECT_EQ(found[0].array, flag);
    EXPECT_EQ(found[0].element, 5);
    EXPECT_EQ(found[0].first, (Race::Access{.thread = 2, .step = 0, .line = 2, .atomic = false}));
    EXPECT_EQ(found[0].second, (Race::Access{.thread = 0, .step = 0, .line = 1, .atomic = true}));
    EXPECT_EQ(
        sentence(made_.trace(), found[0]),
        "Threads 2 and 0 race on flag[5]: line 2 reads it in stride 1 while line 1 changes it "
        "atomically, with no __syncwarp() or barrier between.");
    made_.global(Event::global_store, flag, {6, idle, idle, idle});
    found = races();
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[2].kind, Race::Kind::write_write);
    EXPECT_EQ(found[2].first, (Race::Access{.thread = 3, .step = 0, .line = 1, .atomic = true}))
        << "the earlier one first";
    EXPECT_EQ(found[2].second, (Race::Access{.thread = 0, .step = 0, .line = 3, .atomic = false}));
}

TEST_F(ByHand, ArraysOfTheSameIndexAreDifferentPlaces) {
    made_.step("scan", 1);
    made_.load({1, idle, idle, idle});
    made_.global(Event::global_load, ArrayId{0}, {idle, 1, 1, idle});
    made_.global(Event::global_store, ArrayId{1}, {idle, idle, idle, 1});
    EXPECT_TRUE(races().empty());
    made_.global(Event::global_store, ArrayId{0}, {idle, 1, idle, idle});
    const auto found = races();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].array, ArrayId{0});
    EXPECT_EQ(found[0].first.thread, 2);
    EXPECT_FALSE(found[0].in_shared());
}

TEST_F(ByHand, ABarrierKeepsGlobalAccessesApart) {
    made_.step("scan", 1);
    made_.global(Event::global_store, ArrayId{1}, {0, 1, 2, 3});
    made_.barrier();
    made_.global(Event::global_load, ArrayId{1}, {3, 2, 1, 0});
    EXPECT_TRUE(races().empty());
}

}  // namespace races_test
}  // namespace stridescope
