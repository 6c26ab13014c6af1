// Another schedule under which a text comes to something else is found where there is one, and
// nowhere else.
#include "app/engine/schedule_search.h"

#include <gtest/gtest.h>

#include <string>

namespace stridescope {
namespace schedule_search_test {

constexpr std::chrono::milliseconds patience{20'000};

Experiment of(const std::string& text) {
    Experiment experiment;
    experiment.text = {.text = text};
    return experiment;
}

/// The last element of each block is the first one's of the next, whoever comes first.
const std::string racy =
    "// launch: k<<<2, 64>>>(out)\n"
    "// out: int[128]\n"
    "__global__ void k(int *out) {\n"
    "    __shared__ int s[64];\n"
    "    int t = threadIdx.x;\n"
    "    s[t] = 1;\n"
    "    __syncthreads();\n"
    "    if (t >= 32) s[t - 32] += t;\n"
    "    out[blockIdx.x * 64 + t] = s[t];\n"
    "}\n";

TEST(ScheduleSearch, FindsWhereARaceShows) {
    const Experiment experiment = of(racy);
    const auto trace = record(experiment);
    const ScheduleSearch search = search_schedules(experiment, *trace, patience);
    ASSERT_TRUE(search.found);
    // Warp 0 reads before warp 1 has added, unless warp 1 runs first.
    EXPECT_EQ(search.found->flags, "--schedule descending");
    EXPECT_EQ(search.found->words, "out[0] is 33, not 1");
    EXPECT_EQ(search.tried, 1) << "the plainest first";
    // What it says is what such a run comes to.
    const auto other = record(search.found->experiment);
    EXPECT_EQ(where_results_differ(*trace, *other), search.found->words);
    EXPECT_FALSE(search.found->experiment == experiment);
}

TEST(ScheduleSearch, FindsNothingWhereBarriersOrderAll) {
    std::string ordered = racy;
    const std::string store = "    out[blockIdx";
    ordered.insert(ordered.find(store), "    __syncthreads();\n");
    const Experiment experiment = of(ordered);
    const auto trace = record(experiment);
    const ScheduleSearch search = search_schedules(experiment, *trace, patience);
    EXPECT_FALSE(search.found);
    EXPECT_EQ(search.tried, static_cast<int>(other_schedules(experiment).size()));
    EXPECT_GT(search.tried, 20);
}

TEST(ScheduleSearch, NeverTriesTheExperimentItself) {
    Experiment experiment = of(racy);
    experiment.schedule = parse_schedule("descending");
    for (const Experiment& other : other_schedules(experiment)) EXPECT_FALSE(other == experiment);
    const auto trace = record(experiment);
    const ScheduleSearch search = search_schedules(experiment, *trace, patience);
    ASSERT_TRUE(search.found);
    EXPECT_EQ(search.found->flags, "--schedule ascending");
}

TEST(ScheduleSearch, EndsWithItsPatience) {
    const Experiment experiment = of(racy);
    const auto trace = record(experiment);
    EXPECT_EQ(search_schedules(experiment, *trace, std::chrono::milliseconds{0}).tried, 0);
    RunOptions cancelled;
    cancelled.progress = [](double) { return false; };
    EXPECT_THROW(search_schedules(experiment, *trace, patience, cancelled), Cancelled);
}

}  // namespace schedule_search_test
}  // namespace stridescope
