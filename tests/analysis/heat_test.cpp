// The heatmap's numbers, against the conflict map and the work table, which are counted otherwise.
#include "app/analysis/heat.h"

#include <gtest/gtest.h>

#include "app/analysis/work.h"
#include "tests/support/hand_made.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace heat_test {

TEST(Heat, WorstIsTheConflictMap) {
    testing::RandomExperiments draw{17};
    for (int round = 0; round < 40; ++round) {
        const auto trace = record(draw.next());
        for (const HeatmapAxis axis : {HeatmapAxis::bank, HeatmapAxis::warp}) {
            const ConflictMap wanted = conflict_map(*trace, axis);
            const HeatMap map = heat_map(*trace, axis, HeatEvents::both);
            ASSERT_EQ(map.steps, wanted.steps);
            ASSERT_EQ(map.columns, wanted.columns);
            for (int step = 0; step < map.steps; ++step) {
                for (int column = 0; column < map.columns; ++column) {
                    ASSERT_EQ(map.at(step, column).worst, wanted.at(step, column))
                        << command_line(trace->experiment()) << " step " << step << " column "
                        << column;
                }
            }
        }
    }
}

TEST(Heat, WarpsTogetherTakeTheWavefrontsOfTheWorkTable) {
    testing::RandomExperiments draw{23};
    for (int round = 0; round < 40; ++round) {
        const auto trace = record(draw.next());
        const WorkTable work = work_table(*trace);
        for (const HeatEvents events : {HeatEvents::both, HeatEvents::loads, HeatEvents::stores}) {
            const HeatMap map = heat_map(*trace, HeatmapAxis::warp, events);
            for (int step = 0; step < map.steps; ++step) {
                std::int64_t requests = 0, wavefronts = 0;
                for (int warp = 0; warp < map.columns; ++warp) {
                    requests += map.at(step, warp).requests;
                    wavefronts += map.at(step, warp).wavefronts;
                }
                const WorkCounts& c = work.rows[static_cast<std::size_t>(step)].counts;
                const bool loads = events != HeatEvents::stores;
                const bool stores = events != HeatEvents::loads;
                EXPECT_EQ(requests,
                          (loads ? c.load_requests : 0) + (stores ? c.store_requests : 0));
                EXPECT_EQ(wavefronts,
                          (loads ? c.load_wavefronts : 0) + (stores ? c.store_wavefronts : 0));
            }
        }
    }
}

TEST(Heat, CountsWordsOnceHoweverManyLanesWantThem) {
    testing::HandMade made{32, 64};
    made.step("scan", 1);
    std::vector<int> words(32, Trace::idle);
    // Bank 3: words 3 and 35, the first wanted thrice; bank 7: one word.
    words[0] = words[1] = words[2] = 3;
    words[3] = 35;
    words[4] = 7;
    made.load(words);
    made.store(words, TraceRow::none);
    made.values(std::vector<std::int32_t>(64, 1));
    const Trace trace = made.trace();
    const auto banks = bank_loads(trace, 0, 0);
    EXPECT_EQ(banks[3], (HeatCell{.requests = 2, .wavefronts = 4, .worst = 2}));
    EXPECT_EQ(banks[7], (HeatCell{.requests = 2, .wavefronts = 2, .worst = 1}));
    EXPECT_EQ(banks[8], HeatCell{});
    const HeatMap loads = heat_map(trace, HeatmapAxis::bank, HeatEvents::loads);
    EXPECT_EQ(loads.at(0, 3), (HeatCell{.requests = 1, .wavefronts = 2, .worst = 2}));
    EXPECT_EQ(loads.most(HeatMeasure::total), 2);
    EXPECT_EQ(banks[3].value(HeatMeasure::per_request), 2);
    EXPECT_EQ(banks[8].value(HeatMeasure::per_request), 0);
}

}  // namespace heat_test
}  // namespace stridescope
