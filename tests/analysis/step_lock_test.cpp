// Two runs on one slider: the lock's laws over many pairs, and its closed forms for textbook ones.
#include "app/analysis/step_lock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "app/engine/engine.h"
#include "tests/support/random_experiment.h"

namespace stridescope {
namespace step_lock_test {

StepPace with(std::vector<Step> steps, std::int64_t wavefronts = 2) {
    const std::size_t count = steps.size();
    return {std::move(steps), std::vector<std::int64_t>(count, wavefronts)};
}

StepPace kogge_stone(int length) {
    std::vector<Step> steps{{"load", 0}};
    for (int s = 1; s < length; s *= 2) steps.push_back({"scan", s});
    steps.push_back({"store", 0});
    return with(std::move(steps));
}

StepPace brent_kung(int length) {
    std::vector<Step> steps{{"load", 0}};
    for (int s = 1; s < length; s *= 2) steps.push_back({"up-sweep", s});
    for (int s = length / 4; s > 0; s /= 2) steps.push_back({"down-sweep", s});
    steps.push_back({"store", 0});
    return with(std::move(steps));
}

StepPace costs(std::initializer_list<std::int64_t> wavefronts) {
    StepPace pace;
    for (const std::int64_t each : wavefronts) {
        pace.steps.push_back({"scan", 1});
        pace.wavefronts.push_back(each);
    }
    return pace;
}

std::vector<StepPace> all_paces() {
    std::vector<StepPace> paces{kogge_stone(2), kogge_stone(16), kogge_stone(1024),
                                brent_kung(4),  brent_kung(16),  brent_kung(256)};
    paces.push_back(with({{"load", 0}}));
    paces.push_back(with({{"serial", 0}, {"serial", 0}, {"serial", 0}}));
    paces.push_back(with({{"scan", 1}, {"scan", 2}}));
    paces.push_back(with({{"a", 0}, {"b", 1}, {"a", 0}, {"b", 2}, {"c", 0}, {"c", 0}}));
    paces.push_back(costs({0, 0, 5, 0, 0, 7, 0}));
    paces.push_back(costs({3, 0, 0, 9}));
    for (const char* kernel : {"brent-kung", "kogge-stone-double", "blelloch", "sequential"}) {
        const auto trace = record(ScanRun{.kernel = kernel});
        paces.push_back(pace_of(*trace, work_table(*trace)));
    }
    return paces;
}

TEST(StepLock, GivesEachStepItselfWhereTheRunsAreTheSame) {
    for (const StepPace& pace : all_paces()) {
        std::vector<int> itself(pace.steps.size());
        std::iota(itself.begin(), itself.end(), 0);
        for (const StepLock lock : step_locks) {
            EXPECT_EQ(locked_steps(pace, pace, lock).steps, itself) << name_of(lock);
        }
    }
}

TEST(StepLock, NeverGoesBackAndEndsMeetEnds) {
    const std::vector<StepPace> paces = all_paces();
    for (const StepPace& a : paces) {
        for (const StepPace& b : paces) {
            for (const StepLock lock : step_locks) {
                const std::vector<int> steps = locked_steps(a, b, lock).steps;
                ASSERT_EQ(steps.size(), a.steps.size());
                EXPECT_TRUE(std::ranges::is_sorted(steps)) << name_of(lock);
                EXPECT_GE(steps.front(), 0);
                EXPECT_LT(steps.back(), static_cast<int>(b.steps.size()));
                if (lock == StepLock::wavefronts) continue;
                EXPECT_EQ(steps.back(), static_cast<int>(b.steps.size()) - 1) << name_of(lock);
                if (a.steps.size() > 1) {
                    EXPECT_EQ(steps.front(), 0) << name_of(lock);
                }
            }
        }
    }
}

TEST(StepLock, ByStrideGivesAsManyStrides) {
    const StepPace ks = kogge_stone(16), bk = brent_kung(16);
    // load, 1, 2, 4, 8, store: the tree up has as many; the tree down is over at the store.
    EXPECT_EQ(locked_steps(ks, bk, StepLock::stride).steps, (std::vector{0, 1, 2, 3, 4, 8}));
    // And back: Kogge-Stone waits after its last stride.
    EXPECT_EQ(locked_steps(bk, ks, StepLock::stride).steps,
              (std::vector{0, 1, 2, 3, 4, 4, 4, 4, 5}));
}

TEST(StepLock, ByPhaseGivesTheSameShareOfIt) {
    const StepPace small = brent_kung(16), large = brent_kung(256);
    const std::vector<int> steps = locked_steps(small, large, StepLock::phase).steps;
    // load, up 1 … 8, down 4 … 1, store against up 1 … 128, down 64 … 1: the first of each phase
    // meets the first, the last the last.
    EXPECT_EQ(steps, (std::vector{0, 1, 3, 6, 8, 9, 12, 15, 16}));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(large.steps[static_cast<std::size_t>(steps[i])].phase, small.steps[i].phase);
    }
    // Of Kogge-Stone's scan and the two sweeps neither has the other's: share by share between
    // load and store.
    EXPECT_EQ(locked_steps(kogge_stone(16), small, StepLock::phase).steps,
              (std::vector{0, 1, 3, 5, 7, 8}));
}

TEST(StepLock, ByProgressGivesTheSameShareOfTheSteps) {
    const StepPace nine = brent_kung(16), five = with({{"a"}, {"b"}, {"c"}, {"d"}, {"e"}});
    EXPECT_EQ(locked_steps(five, nine, StepLock::progress).steps, (std::vector{0, 2, 4, 6, 8}));
    EXPECT_EQ(locked_steps(nine, five, StepLock::progress).steps,
              (std::vector{0, 1, 1, 2, 2, 3, 3, 4, 4}));
}

TEST(StepLock, ByWavefrontsNeverSpendsMore) {
    const StepPace cheap = costs({1, 1, 1, 1}), dear = costs({1, 2, 4, 8});
    // Spent by then: 1 2 3 4 and 1 3 7 15. The cheap one is done first.
    EXPECT_EQ(locked_steps(cheap, dear, StepLock::wavefronts).steps, (std::vector{0, 0, 1, 1}));
    EXPECT_EQ(locked_steps(dear, cheap, StepLock::wavefronts).steps, (std::vector{0, 2, 3, 3}));
    for (const StepPace& a : all_paces()) {
        for (const StepPace& b : all_paces()) {
            const std::vector<int> steps = locked_steps(a, b, StepLock::wavefronts).steps;
            std::int64_t spent = 0;
            for (std::size_t i = 0; i < steps.size(); ++i) {
                spent += a.wavefronts[i];
                const auto there = std::accumulate(
                    b.wavefronts.begin(), b.wavefronts.begin() + steps[i] + 1, std::int64_t{0});
                if (steps[i] > 0) {
                    EXPECT_LE(there, spent);
                }
            }
        }
    }
}

TEST(StepLock, SaysSoWhereTheTwoLackWhatTheyAreToBeLockedBy) {
    const StepPace serial = with({{"serial", 0}, {"serial", 0}}), scan = kogge_stone(16);
    EXPECT_EQ(locked_steps(serial, scan, StepLock::phase).note,
              "The runs have no phase in common: locked by progress.");
    EXPECT_EQ(locked_steps(serial, scan, StepLock::stride).note,
              "Only one of the runs has strides: locked by progress.");
    EXPECT_EQ(locked_steps(serial, serial, StepLock::stride).note,
              "Neither run has strides: locked by progress.");
    EXPECT_EQ(locked_steps(serial, scan, StepLock::phase).steps,
              locked_steps(serial, scan, StepLock::progress).steps);
    EXPECT_EQ(locked_steps(scan, scan, StepLock::phase).note, "");
    EXPECT_EQ(locked_steps(scan, {}, StepLock::phase).steps, std::vector<int>(6, 0));
}

TEST(StepLock, IsCalledByItsName) {
    for (const StepLock lock : step_locks) EXPECT_EQ(step_lock_called(name_of(lock)), lock);
    EXPECT_EQ(step_lock_called("hop"), std::nullopt);
}

}  // namespace step_lock_test
}  // namespace stridescope
