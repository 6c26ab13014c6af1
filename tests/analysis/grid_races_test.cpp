// Races between blocks: the same as following what happened before what, event by event, finds.
#include "app/analysis/races.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "tests/support/random_experiment.h"
#include "tests/support/random_trace.h"

namespace stridescope {
namespace grid_races_test {

using testing::random_trace;
using testing::RandomExperiments;
using Kind = GridEvent::Kind;

// As random_trace has them.
constexpr ArrayId values{2}, flags{3};

bool reads(const GridEvent& event) {
    return event.kind == Kind::load || event.kind == Kind::wait || event.kind == Kind::atomic;
}
bool writes(const GridEvent& event) {
    return event.kind == Kind::store || event.kind == Kind::atomic;
}

std::vector<GridEvent> random_events(RandomExperiments& draw) {
    std::vector<GridEvent> events;
    const std::int64_t blocks = draw.between(1, 5), count = draw.between(0, 60);
    for (std::int64_t i = 0; i < count; ++i) {
        GridEvent event{.time = i / 4, .block = static_cast<int>(draw.between(0, blocks - 1))};
        event.thread = static_cast<int>(draw.between(0, 3));
        event.line = static_cast<int>(draw.between(1, 9));
        event.step = 0;
        if (draw.once_in(30)) {
            event.kind = Kind::launch;
            event.block = GridEvent::nobody;
        } else if (draw.once_in(20)) {
            event.kind = Kind::step;
        } else if (draw.once_in(2)) {
            event.array = values;
            event.kind = draw.once_in(3) ? Kind::store : Kind::load;
            event.element = draw.between(0, 5);
        } else {
            event.array = flags;
            event.kind =
                draw.one_of(std::vector{Kind::store, Kind::load, Kind::wait, Kind::atomic});
            event.element = draw.between(0, 2);
            event.integer = static_cast<std::int32_t>(draw.between(0, 2));
        }
        events.push_back(event);
    }
    return events;
}

/// [later][earlier]: whether that happened before, by steps of one reason each.
std::vector<std::vector<bool>> happened_before(const std::vector<GridEvent>& events) {
    const std::size_t count = events.size();
    std::vector<std::vector<bool>> before(count, std::vector<bool>(count, false));
    for (std::size_t b = 0; b < count; ++b) {
        const GridEvent& later = events[b];
        const auto follow = [&](std::size_t a) {
            before[b][a] = true;
            for (std::size_t i = 0; i < a; ++i) {
                if (before[a][i]) before[b][i] = true;
            }
        };
        for (std::size_t a = 0; a < b; ++a) {
            const bool launch = events[a].kind == Kind::launch || later.kind == Kind::launch;
            if (launch || events[a].block == later.block) follow(a);
        }
        if (later.array != flags || !reads(later)) continue;
        for (std::size_t a = b; a-- > 0;) {
            if (events[a].kind == Kind::launch) break;
            if (events[a].array != flags || !writes(events[a])) continue;
            if (events[a].element != later.element) continue;
            if (later.kind != Kind::atomic && events[a].integer != later.integer) continue;
            follow(a);
            break;
        }
    }
    return before;
}

using Raced = std::tuple<ArrayId, std::int64_t, Race::Kind>;

std::set<Raced> by_all_pairs(const std::vector<GridEvent>& events) {
    const auto before = happened_before(events);
    std::set<Raced> raced;
    for (std::size_t b = 0; b < events.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
            const GridEvent &first = events[a], &second = events[b];
            if (first.array != values || second.array != values) continue;
            if (first.element != second.element || before[b][a]) continue;
            if (!writes(first) && !writes(second)) continue;
            const bool both = writes(first) && writes(second);
            raced.insert(
                {values, first.element, both ? Race::Kind::write_write : Race::Kind::read_write});
        }
    }
    return raced;
}

TEST(RacesBetweenBlocks, AreThoseThatAllPairsOfEventsShow) {
    RandomExperiments draw{35};
    std::size_t found = 0, none = 0;
    for (int round = 0; round < 1000; ++round) {
        TraceData data = random_trace(draw, true)->data();
        data.grid_events = random_events(draw);
        data.clock = "tick";
        const Trace trace{data};
        std::set<Raced> raced;
        for (const Race& race : races_between_blocks(trace)) {
            EXPECT_TRUE(raced.insert({race.array, race.element, race.kind}).second) << "twice";
            EXPECT_TRUE(race.between_blocks());
            EXPECT_NE(race.block, race.second_block);
            const bool read = race.kind == Race::Kind::read_write;
            const auto made = [&](int block, const Race::Access& at, Kind kind) {
                return std::ranges::any_of(data.grid_events, [&](const GridEvent& event) {
                    return event.kind == kind && event.block == block &&
                           event.thread == at.thread && event.line == at.line &&
                           event.array == race.array && event.element == race.element;
                });
            };
            EXPECT_TRUE(made(race.block, race.first, read ? Kind::load : Kind::store));
            EXPECT_TRUE(made(race.second_block, race.second, Kind::store));
        }
        EXPECT_EQ(raced, by_all_pairs(data.grid_events)) << "round " << round;
        if (HasFailure()) return;
        found += raced.size();
        if (raced.empty()) ++none;
    }
    EXPECT_GT(found, 500U);
    EXPECT_GT(none, 50U);
}

}  // namespace grid_races_test
}  // namespace stridescope
