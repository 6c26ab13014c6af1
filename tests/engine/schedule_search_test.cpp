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
    // Warp 0 reads before warp 1 has added, unless warp 1 runs first behind the barrier: in turn 2
    // alone, since it makes no difference in others.
    EXPECT_EQ(search.found->flags, "--schedule descending@2");
    EXPECT_EQ(search.found->words, "out[0] is 33, not 1");
    EXPECT_EQ(search.tried, 1) << "the plainest first";
    // What it says is what such a run comes to.
    const auto other = record(search.found->experiment);
    EXPECT_EQ(where_results_differ(*trace, *other), search.found->words);
    EXPECT_FALSE(search.found->experiment == experiment);
}

TEST(ScheduleSearch, LeavesAsFewTurnsAsItTakes) {
    // Warp 1 has to be first three times in a row, from the third turn on.
    const std::string text =
        "// launch: k<<<1, 64>>>(out)\n"
        "// out: int[1]\n"
        "__global__ void k(int *out) {\n"
        "    __shared__ volatile int first[9];\n"
        "    int w = threadIdx.x / 32;\n"
        "    for (int i = 0; i < 9; ++i) {\n"
        "        if (threadIdx.x % 32 == 0 && (w == 1 || first[i] != 2)) first[i] = w + 1;\n"
        "        __syncthreads();\n"
        "    }\n"
        "    if (threadIdx.x == 0) out[0] = first[0];\n"
        "}\n";
    // Warp 0 sees what warp 1 left, or writes first and is written over: never another result.
    const Experiment same = of(text);
    EXPECT_FALSE(search_schedules(same, *record(same), patience).found);
    std::string other = text;
    other.replace(other.find("(w == 1 || first[i] != 2)"), 25, "true");
    other.replace(other.find("first[0];"), 9, "first[2] * first[3] * first[4] == 1;");
    // Who comes last stands there: 1 only where warp 0 does.
    const Experiment experiment = of(other);
    const auto trace = record(experiment);
    const ScheduleSearch search = search_schedules(experiment, *trace, patience);
    ASSERT_TRUE(search.found);
    EXPECT_EQ(search.found->flags, "--schedule descending@3-5");
    EXPECT_EQ(search.found->words, "out[0] is 1, not 0");
    // Fewer turns do not do, and the flag can be given.
    Experiment fewer = experiment;
    for (const char* turns : {"descending@3-4", "descending@4-5", "descending@6-9"}) {
        fewer.schedule = parse_schedule(turns);
        EXPECT_EQ(where_results_differ(*trace, *record(fewer)), "") << turns;
    }
    fewer.schedule = parse_schedule("descending@2-7");
    EXPECT_EQ(where_results_differ(*trace, *record(fewer)), "out[0] is 1, not 0");
}

/// Four values go to the other block, and a flag without a fence: the other one waits for it.
const std::string unfenced =
    "// launch: k<<<2, 1>>>(data, ready, out)\n"
    "// data: int[8] zeros    ready: int[1] zeros    out: int[1]\n"
    "__global__ void k(volatile int *data, volatile int *ready, int *out) {\n"
    "    if (blockIdx.x == 0) {\n"
    "        for (int i = 0; i < 8; ++i) data[i] = i + 1;\n"
    "        ready[0] = 1;\n"
    "    } else {\n"
    "        while (ready[0] == 0) {}\n"
    "        out[0] = data[4];\n"
    "    }\n"
    "}\n";

TEST(ScheduleSearch, LeavesAsFewStoresLateAsItTakes) {
    const Experiment experiment = of(unfenced);
    const auto trace = record(experiment);
    const ScheduleSearch search = search_schedules(experiment, *trace, patience);
    ASSERT_TRUE(search.found);
    EXPECT_EQ(search.found->words, "out[0] is 0, not 5");
    // The fifth store alone is late; the flag behind it is not.
    const auto& late = search.found->experiment.text.weak_memory;
    ASSERT_TRUE(late);
    EXPECT_EQ(late->first, 5u);
    EXPECT_EQ(late->last, 5u);
    EXPECT_EQ(search.found->flags,
              "--schedule ascending --memory weak:" + std::to_string(late->seed) + "@5");
    // Others do no harm, late or not, and what it says is what such a run comes to.
    Experiment others = search.found->experiment;
    others.text.weak_memory->first = others.text.weak_memory->last = 4;
    EXPECT_EQ(where_results_differ(*trace, *record(others)), "");
    EXPECT_EQ(where_results_differ(*trace, *record(search.found->experiment)), search.found->words);
}

TEST(ScheduleSearch, FindsNothingLateBehindAFence) {
    std::string fenced = unfenced;
    fenced.insert(fenced.find("        ready[0] = 1"), "        __threadfence();\n");
    const Experiment experiment = of(fenced);
    EXPECT_FALSE(search_schedules(experiment, *record(experiment), patience).found);
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
