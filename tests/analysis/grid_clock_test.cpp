// One clock for steps and for what happens between blocks, held against a walk through the events.
#include "app/analysis/grid.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <string>

#include "app/engine/engine.h"
#include "tests/support/scan_run.h"

namespace stridescope {
namespace grid_clock_test {

std::shared_ptr<const Trace> run(const std::string& flags) {
    return record(experiment_of_line(
        flags + " --block 4 --sms 4 --resident 1 --input values:2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2"));
}

TEST(GridClock, AStepIsDoneBeforeTheBlocksNextOneBegins) {
    for (const char* kernel : {"--kernel chained", "--kernel decoupled-lookback"}) {
        const auto trace = run(kernel);
        const auto& events = trace->grid_events();
        ASSERT_FALSE(events.empty());
        for (int block = 0; block < trace->blocks(); ++block) {
            // What the block went through, by its own markers.
            std::optional<int> in;
            std::size_t told = 0;
            for (std::size_t i = 0; i < events.size(); ++i) {
                EXPECT_EQ(step_after(*trace, block, i), in) << kernel << ", block " << block;
                const GridEvent& event = events[i];
                if (event.block != block) continue;
                const bool next = event.kind == GridEvent::Kind::step;
                const bool end = event.kind == GridEvent::Kind::end;
                if (in && (next || end)) {
                    EXPECT_EQ(events_until(*trace, block, *in), end ? i + 1 : i)
                        << kernel << ", block " << block << ", step " << *in;
                    ++told;
                }
                if (next) in = event.step;
            }
            EXPECT_GT(told, 3U);
        }
        EXPECT_EQ(events_until(*trace, 99, 0), std::nullopt) << "there is no such block";
        EXPECT_EQ(step_after(*trace, 0, 0), std::nullopt);
    }
}

TEST(GridClock, AStepThatABlockPassesOverComesBehindItsLastOne) {
    // Nobody is before block 0: it does not look back.
    const auto trace = run("--kernel decoupled-lookback");
    std::set<int> does;
    for (const GridEvent& event : trace->grid_events()) {
        if (event.block == 0 && event.kind == GridEvent::Kind::step) does.insert(event.step);
    }
    int passed_over = 0;
    for (int step = *does.begin(); step < trace->step_count(); ++step) {
        if (does.contains(step)) continue;
        ++passed_over;
        const int last = *std::prev(does.lower_bound(step));
        EXPECT_EQ(events_until(*trace, 0, step), events_until(*trace, 0, last)) << step;
    }
    EXPECT_GT(passed_over, 0);
}

TEST(GridClock, TwoRunsAreComparedByWhatTheirBlocksWaitFor) {
    const auto chain = run("--kernel chained"), look_back = run("--kernel decoupled-lookback");
    const auto pair = grid_pair(*chain, *look_back);
    ASSERT_TRUE(pair);
    const auto all = grid_differences(*pair);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].words, "ticks");
    EXPECT_EQ(all[0].a, chain->grid_events().back().time + 1);
    EXPECT_EQ(all[0].b, look_back->grid_events().back().time + 1);
    EXPECT_EQ(all[1].words, "ticks waited");
    EXPECT_GT(all[1].a, 0) << "each block of a chain waits for the one before";
    const auto none = grid_differences(*pair, 0);
    EXPECT_EQ(none[0].a, 0);
    EXPECT_EQ(none[1].a, 0);
    // Half way as much as half of the picture shows, and never less than before.
    std::int64_t before = 0;
    for (int now = 0; now <= all[0].a; ++now) {
        const auto here = grid_differences(*pair, now);
        EXPECT_EQ(here[0].a, now);
        EXPECT_GE(here[1].a, before);
        before = here[1].a;
    }
    EXPECT_EQ(before, all[1].a);
    const auto alone = run("--kernel kogge-stone");
    EXPECT_FALSE(grid_pair(*chain, *alone)) << "its blocks have nothing to do with each other";
}

}  // namespace grid_clock_test
}  // namespace stridescope
