// Races: none in kernels that are right, exactly the planted ones in those that are not, and the
// same as a comparison of every two accesses finds.
#include "app/analysis/races.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <vector>

#include "app/engine/engine.h"
#include "tests/support/hand_made.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_trace.h"

namespace stridescope {
namespace {

using testing::HandMade;
using testing::random_trace;
using testing::RandomExperiments;

constexpr int idle = Trace::idle;

using Raced = std::tuple<int, int, Race::Kind>;  // interval, word, kind

/// Every access with every other one.
std::set<Raced> by_all_pairs(const Trace& trace, int block) {
    struct Access {
        int interval, word, thread;
        bool write;
    };
    std::vector<Access> accesses;
    for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
        const Row& at = trace.rows()[static_cast<std::size_t>(row)];
        if (trace.event_of(at) != Event::load && trace.event_of(at) != Event::store) continue;
        for (int thread = 0; thread < trace.threads(); ++thread) {
            const int word = trace.lanes(block, row)[static_cast<std::size_t>(thread)];
            if (word == idle) continue;
            accesses.push_back({at.interval, word, thread, trace.event_of(at) == Event::store});
        }
    }
    std::set<Raced> raced;
    for (const Access& a : accesses) {
        for (const Access& b : accesses) {
            if (a.interval != b.interval || a.word != b.word || a.thread == b.thread) continue;
            if (a.write && b.write) {
                raced.insert({a.interval, a.word, Race::Kind::write_write});
            } else if (a.write) {
                raced.insert({a.interval, a.word, Race::Kind::read_write});
            }
        }
    }
    return raced;
}

/// That thread really did so there.
bool took_place(const Trace& trace, const Race& race, const Race::Access& access, Event event) {
    for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
        const Row& at = trace.rows()[static_cast<std::size_t>(row)];
        if (at.interval != race.interval || at.step != access.step) continue;
        if (trace.event_of(at) != event) continue;
        if (trace.sites()[static_cast<std::size_t>(at.site)].line != access.line) continue;
        if (trace.lanes(race.block, row)[static_cast<std::size_t>(access.thread)] == race.word)
            return true;
    }
    return false;
}

TEST(Races, AreThoseThatAllPairsOfAccessesShow) {
    RandomExperiments draw{33};
    int found = 0;
    for (int round = 0; round < 150; ++round) {
        const auto trace = random_trace(draw);
        for (int block = 0; block < trace->blocks(); ++block) {
            std::set<Raced> raced;
            for (const Race& race : races_of_block(*trace, block)) {
                EXPECT_EQ(race.block, block);
                EXPECT_TRUE(raced.insert({race.interval, race.word, race.kind}).second) << "twice";
                EXPECT_NE(race.first.thread, race.second.thread);
                const bool reads = race.kind == Race::Kind::read_write;
                EXPECT_TRUE(
                    took_place(*trace, race, race.first, reads ? Event::load : Event::store));
                EXPECT_TRUE(took_place(*trace, race, race.second, Event::store));
            }
            EXPECT_EQ(raced, by_all_pairs(*trace, block)) << "round " << round;
            for (int step = 0; step < trace->step_count(); ++step) {
                std::vector<Race> of_step = races_of_block(*trace, block);
                std::erase_if(of_step, [step](const Race& race) {
                    return race.first.step != step && race.second.step != step;
                });
                EXPECT_EQ(races_of_step(*trace, block, step), of_step);
            }
            found += static_cast<int>(raced.size());
            if (HasFailure()) return;
        }
    }
    EXPECT_GT(found, 1000) << "the traces are to hold races";
}

TEST(Races, NoKernelOfTheCatalogueHasAny) {
    RandomExperiments draw{34};
    for (int round = 0; round < 120; ++round) {
        const Experiment e = draw.next();
        const auto trace = record(e);
        for (int block = 0; block < trace->blocks(); ++block) {
            EXPECT_TRUE(races_of_block(*trace, block).empty()) << command_line(e);
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
    made_.store({idle, 1, idle, idle}, Row::none);
    EXPECT_TRUE(races().empty());
}

TEST_F(ByHand, AStepWithoutABarrierDoesNot) {
    made_.step("scan", 1);
    made_.load({1, idle, idle, idle});
    made_.values({0, 0, 0, 0});
    made_.step("scan", 2);
    made_.store({idle, 1, idle, idle}, Row::none);
    const auto found = races();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, Race::Kind::read_write);
    EXPECT_EQ(found[0].word, 1);
    EXPECT_EQ(found[0].first.thread, 0);
    EXPECT_EQ(found[0].first.step, 0);
    EXPECT_EQ(found[0].second.thread, 1);
    EXPECT_EQ(found[0].second.step, 1);
    const std::string text = sentence(made_.trace(), found[0]);
    EXPECT_NE(text.find("Threads 0 and 1 race for word 1"), std::string::npos) << text;
    EXPECT_NE(text.find("in scan 1"), std::string::npos) << text;
    EXPECT_NE(text.find("in scan 2"), std::string::npos) << text;
}

TEST_F(ByHand, AThreadDoesNotRaceItself) {
    made_.step("scan", 1);
    made_.load({1, idle, idle, idle});
    made_.store({1, idle, idle, idle}, Row::none, 1);
    EXPECT_TRUE(races().empty());
}

TEST_F(ByHand, ReadersAloneDoNotRace) {
    made_.step("scan", 1);
    made_.load({2, 2, 2, 2});
    EXPECT_TRUE(races().empty());
}

TEST_F(ByHand, TwoWritersOfOneRequestDo) {
    made_.step("scan", 1);
    made_.store({3, idle, 3, 3}, Row::none);
    const auto found = races();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, Race::Kind::write_write);
    EXPECT_EQ(found[0].first.thread, 0);
    EXPECT_EQ(found[0].second.thread, 2);
}

}  // namespace
}  // namespace stridescope
