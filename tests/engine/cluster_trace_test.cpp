// Clusters: what blocks store in each other's shared memory stands there in pictures, and their
// barrier is one.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/narration.h"
#include "app/analysis/value_origins.h"
#include "app/analysis/work.h"
#include "app/engine/machine/text_engine.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace cluster_trace_test {

std::shared_ptr<const Trace> recorded(std::string_view text, const std::string& schedule = "",
                                      int blocks = 0) {
    Experiment experiment;
    experiment.text = {.path = "t.cu", .text = std::string{text}};
    if (!schedule.empty()) experiment.schedule = parse_schedule(schedule);
    if (blocks > 0) experiment.first_blocks = blocks;
    return record_text(experiment, {.progress = {}});
}

/// The words of the block's shared memory after the step.
std::vector<std::int32_t> words_after(const Trace& trace, int block, int step) {
    std::vector<std::int32_t> words(static_cast<std::size_t>(trace.words()));
    std::memcpy(words.data(), trace.snapshot(block, step), words.size() * 4);
    return words;
}

/// What the text's last array holds in the end: what each block found in its own memory.
std::vector<std::int32_t> left(const Trace& trace, int block) {
    std::vector<std::int32_t> words(static_cast<std::size_t>(trace.words()));
    std::memcpy(words.data(),
                trace.output().bytes() + static_cast<std::size_t>(block) * words.size() * 4,
                words.size() * 4);
    return words;
}

constexpr std::string_view head = R"(
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
)";

/// Each block stores 100 · its number + t in the next one's memory.
constexpr std::string_view ring = R"(
__global__ void __cluster_dims__(4, 1, 1) ring(int *out) {
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    int t = threadIdx.x;
    s[t] = -1;
    c.sync();
    c.map_shared_rank(s, (c.block_rank() + 1) % 4)[t] = 100 * blockIdx.x + t;
    c.sync();
    out[blockIdx.x * 32 + t] = s[t];
}
int main() {
    int *out;
    cudaMalloc(&out, 8 * 32 * 4);
    ring<<<8, 32>>>(out);
}
)";

TEST(ClusterTrace, ShowsInABlocksMemoryWhatOthersStoredThere) {
    const auto trace = recorded(std::string{head} + std::string{ring});
    ASSERT_EQ(trace->blocks(), 8);
    ASSERT_EQ(trace->step_count(), 3);
    for (int block = 0; block < 8; ++block) {
        EXPECT_EQ(words_after(*trace, block, 0), std::vector<std::int32_t>(32, -1));
        const int from = block / 4 * 4 + (block + 3) % 4;
        std::vector<std::int32_t> sent(32);
        for (int t = 0; t < 32; ++t) sent[static_cast<std::size_t>(t)] = 100 * from + t;
        EXPECT_EQ(words_after(*trace, block, 1), sent) << block;
        EXPECT_EQ(words_after(*trace, block, 2), sent) << block;
        EXPECT_EQ(left(*trace, block), sent) << block;
    }
    EXPECT_TRUE(trace->data().shortened.empty());
    EXPECT_TRUE(trace->diagnostics().empty());
    EXPECT_TRUE(trace->data().races.empty());
}

/// Who stores there need not be recorded.
TEST(ClusterTrace, ShowsWhatBlocksStoredThatAreNotRecorded) {
    const auto trace = recorded(std::string{head} + std::string{ring}, "", 1);
    ASSERT_EQ(trace->blocks(), 1);
    std::vector<std::int32_t> sent(32);
    for (int t = 0; t < 32; ++t) sent[static_cast<std::size_t>(t)] = 300 + t;
    EXPECT_EQ(words_after(*trace, 0, 1), sent);
}

/// The barrier of a cluster is no atomic, and no step of its own.
TEST(ClusterTrace, CountsTheBarrierAsOne) {
    const auto trace = recorded(std::string{head} + std::string{ring});
    const WorkTable table = work_table(*trace);
    EXPECT_EQ(table.totals.barriers, 16);
    EXPECT_EQ(table.totals.global_atomic_requests, 0);
    EXPECT_EQ(table.totals.global_requests(), 8);
    EXPECT_EQ(table.totals.store_requests, 8);
    EXPECT_EQ(table.totals.remote_requests, 8);
    EXPECT_EQ(table.rows[1].counts.remote_requests, 8);
    EXPECT_EQ(table.totals.lane_slots, table.totals.lanes_used);
    EXPECT_NE(
        report(*trace, ReportFormat::text, ReportCut::step).find("cluster: 8 requests of warps"),
        std::string::npos);
    EXPECT_EQ(
        narrate_step(*trace, 1, 1),
        "Write s, line 11, in block 1: 32 threads store 32 words in shared memory of block 2.");
}

/// An access by rank knows whose memory it is, and where.
TEST(ClusterTrace, TellsLanesOwnersAndWords) {
    const auto trace = recorded(std::string{head} + std::string{ring});
    int seen = 0;
    for (int row = 0; row < static_cast<int>(trace->rows().size()); ++row) {
        const TraceRow& at = trace->row(row);
        if (trace->event_of(at) != Event::remote_store) continue;
        EXPECT_FALSE(trace->writes_cells(row));
        for (int block = 0; block < trace->blocks(); ++block) {
            const auto lanes = trace->lanes(block, row);
            for (int t = 0; t < 32; ++t) {
                if (lanes[static_cast<std::size_t>(t)] == Trace::idle) continue;
                EXPECT_EQ(lanes[static_cast<std::size_t>(t)], t);
                EXPECT_EQ(owner_of(*trace, block, at), block / 4 * 4 + (block + 1) % 4);
                ++seen;
            }
        }
    }
    EXPECT_EQ(seen, 8 * 32);
}

/// What a thread loads there is not what its own block stored before.
TEST(ClusterTrace, DoesNotTakeABlocksOwnStoreForWhatAnotherPutThere) {
    const auto trace = recorded(std::string{head} + std::string{ring});
    const Origins origins{*trace, 2};
    int loads = 0;
    for (int row = 0; row < static_cast<int>(trace->rows().size()); ++row) {
        if (trace->event_of(trace->row(row)) != Event::load) continue;
        EXPECT_FALSE(origins.writers_of_cell({row, 5}).known);
        ++loads;
    }
    EXPECT_EQ(loads, 1);
    EXPECT_TRUE(origins.writers_after(5, 0).known);
    EXPECT_FALSE(origins.writers_after(5, 1).known);
}

/// Bins that lie in all blocks' memory, and each block in its own by its rank, too.
constexpr std::string_view bins = R"(
__global__ void __cluster_dims__(2, 2, 1) count(const int *in, int *out) {
    __shared__ int s[16];
    cg::cluster_group c = cg::this_cluster();
    int t = threadIdx.x, block = blockIdx.x + gridDim.x * blockIdx.y;
    if (t < 16) s[t] = 0;
    c.sync();
    for (int r = 0; r < 4; ++r) {
        int b = in[(block * 4 + r) * 64 + t];
        atomicAdd(c.map_shared_rank(s, b / 16) + b % 16, 1);
    }
    c.sync();
    if (t < 16) out[block * 16 + t] = s[t];
}
int main() {
    const int n = 16 * 4 * 64;
    int *in, *out, h[n];
    for (int i = 0; i < n; ++i) h[i] = i * 2654435761u >> 26;
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, 16 * 16 * 4);
    cudaMemcpy(in, h, n * 4, cudaMemcpyHostToDevice);
    count<<<dim3(4, 4), 64>>>(in, out);
}
)";

TEST(ClusterTrace, ShowsWhatAtomicsOfAllBlocksLeave) {
    for (const char* const schedule : {"", "random:3", "lane-random:5", "descending"}) {
        const auto trace = recorded(std::string{head} + std::string{bins}, schedule);
        ASSERT_EQ(trace->blocks(), 16);
        int all = 0;
        for (int block = 0; block < 16; ++block) {
            const auto last = words_after(*trace, block, trace->step_count() - 1);
            EXPECT_EQ(last, left(*trace, block)) << schedule << ", block " << block;
            for (const std::int32_t word : last) all += word;
        }
        EXPECT_EQ(all, 16 * 4 * 64);
        EXPECT_TRUE(trace->data().races.empty());
        EXPECT_TRUE(trace->diagnostics().empty());
    }
}

/// Lanes of one instruction that go to several blocks fill one instruction's slots.
TEST(ClusterTrace, CountsOneInstructionToSeveralBlocksOnce) {
    const auto trace = recorded(std::string{head} + std::string{bins});
    const WorkCounts totals = work_table(*trace).totals;
    EXPECT_EQ(totals.remote_requests, 16 * 4 * 2);
    EXPECT_EQ(totals.atomic_requests, 0);
}

TEST(ClusterTrace, IsTheSameInItsFile) {
    const auto trace = recorded(std::string{head} + std::string{bins});
    const testing::TemporaryFolder folder;
    write_trace(*trace, folder.path() / "t.npz");
    const auto read = read_trace(folder.path() / "t.npz");
    EXPECT_EQ(read->sites(), trace->sites());
    EXPECT_EQ(read->launches(), trace->launches());
    EXPECT_EQ(read->snapshots(), trace->snapshots());
    EXPECT_EQ(read->launches().front().cluster, (std::array<std::uint32_t, 3>{2, 2, 1}));
}

}  // namespace cluster_trace_test
}  // namespace stridescope
