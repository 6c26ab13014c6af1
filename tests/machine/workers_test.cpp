// Blocks on several cores: whatever their number, what comes out is the same to the last byte.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <atomic>

#include "tests/machine/run_text.h"
#include "tests/support/left_out.h"

namespace stridescope::machine {
namespace workers_test {

/// Everything that a launch left behind, as text.
std::string all_of(const LaunchRecord& record) {
    std::string text = fmt::format("{} {} {}\n", record.complete, record.lane_steps, record.output);
    for (const Diagnostic& d : record.diagnostics) {
        text += fmt::format("{}:{} {} {} {} {} {} {} {}\n", d.place.line, d.place.column, d.block,
                            d.thread, d.interval, d.index, d.value, d.count, d.message);
    }
    for (const BlockRecord& block : record.blocks) {
        text += fmt::format("block {} {}\n", block.block, block.intervals);
        for (const Round& r : *block.rounds)
            text += fmt::format("{} {} {} {} ", r.parent, r.loop, r.number, r.values[0]);
        for (const Segment& s : block.segments) {
            text += fmt::format("\n{} {} {} {} {} {}:", s.warp, s.interval, s.loop, s.round,
                                s.values[0], s.step);
            text.append(reinterpret_cast<const char*>(s.begin),
                        static_cast<std::size_t>(s.end - s.begin));
        }
    }
    return text;
}

struct Case {
    const char* name;
    const char* text;
    std::array<std::uint32_t, 3> grid, block;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"independent",
         R"(
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 1; d < blockDim.x; d *= 2) {
        __syncthreads();
        int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += v;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
)",
         {60, 1, 1},
         {64, 1, 1}},
        {"neighbours within a sector",
         R"(
__global__ void k(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + out[i];
}
)",
         {90, 1, 1},
         {33, 1, 1}},
        {"tiles",
         R"(
__global__ void k(const int *in, int *out) {
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    out[y * 48 + x] = in[x * 48 + y];
}
)",
         {12, 12, 1},
         {4, 4, 1}},
        {"all write one word",
         R"(
__global__ void k(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[in[i] & 7] += 1;
    if (threadIdx.x == 0) out[8] = blockIdx.x;
}
)",
         {50, 1, 1},
         {32, 1, 1}},
        {"each reads what the one before it wrote",
         R"(
__global__ void k(const int *in, int *out) {
    if (threadIdx.x == 0) out[blockIdx.x + 1] = out[blockIdx.x] + in[blockIdx.x];
}
)",
         {70, 1, 1},
         {32, 1, 1}},
        {"some only read what one writes",
         R"(
__global__ void k(const int *in, int *out) {
    if (blockIdx.x == 37) out[5] = 12345;
    else out[64 + blockIdx.x] = out[5];
}
)",
         {60, 1, 1},
         {1, 1, 1}},
        {"faults and printing",
         R"(
__global__ void k(const int *in, int *out) {
    __shared__ int s[40];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 20) s[threadIdx.x] = i;
    __syncthreads();
    if (i % 50 == 0) printf("%d of %d\n", i, blockIdx.x);
    if (blockIdx.x % 7 == 3) s[threadIdx.x + 10] = 1;
    if (blockIdx.x % 5 == 2 && threadIdx.x < 10) __syncthreads();
    out[i] = s[39 - threadIdx.x] / (int)(threadIdx.x % 3);
}
)",
         {64, 1, 1},
         {40, 1, 1}},
        {"one never ends",
         R"(
__global__ void k(const int *in, int *out) {
    out[blockIdx.x] = 1;
    for (int i = 0; blockIdx.x == 40 && i >= 0; i = (i + 1) & 1023) out[blockIdx.x] = i;
}
)",
         {64, 1, 1},
         {32, 1, 1}},
        {"atomics",
         R"(
__global__ void k(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[64 + i] = atomicAdd(&out[in[i] & 15], 1);
}
)",
         {40, 1, 1},
         {32, 1, 1}},
        {"by address",
         R"(
__global__ void k(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int *p = i < 0 ? in : out;
    out[i + 100] = p[blockIdx.x] + 1;
}
)",
         {40, 1, 1},
         {32, 1, 1}},
    };
    return all;
}

TEST(Workers, AnyNumberOfThemGivesTheSame) {
    int round = 0;
    for (const Case& c : cases()) {
        for (const WarpOrder order : {WarpOrder::ascending, WarpOrder::shuffled}) {
            std::string expected;
            for (const unsigned workers : {1u, 3u, 2u, 8u, 100u}) {
                // Some of the numbers of threads, others for other orders.
                if (workers != 1 && stridescope::testing::left_out(round++, 3)) continue;
                RunText run(c.text);
                std::vector<int> in(4096);
                for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 37 % 101);
                run.array("in", in);
                const std::size_t out = run.array("out", std::vector<int>(4096));
                std::atomic<std::uint64_t> done = 0;
                run.settings.workers = workers;
                run.settings.order = order;
                run.settings.budget =
                    static_cast<std::uint64_t>(stridescope::testing::rounds_of(100'000));
                run.settings.recorded_blocks = 33;
                run.settings.done = &done;
                run.launch(c.grid, c.block);
                std::string got = all_of(run.record);
                for (const int v : run.values<int>(out)) got += fmt::format(" {}", v);
                got += fmt::format(" {}", done.load());
                if (workers == 1)
                    expected = got;
                else
                    EXPECT_TRUE(got == expected) << c.name << " with " << workers;
            }
            EXPECT_GT(expected.size(), 1000u) << c.name;
        }
    }
}

TEST(Workers, ManyBlocksWithLongRecordings) {
    // More than a chunk's rows from each block.
    std::string expected;
    for (const unsigned workers : {1u, 3u}) {
        RunText run(R"(
__global__ void k(const int *in, int *out) {
    __shared__ int s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i & 1023];
    __syncthreads();
    for (int n = 0; n < 1500; ++n) s[threadIdx.x] = s[threadIdx.x] * 3 + n;
    out[i] = s[threadIdx.x];
}
)");
        run.array("in", std::vector<int>(1024, 3));
        const std::size_t out = run.array("out", std::vector<int>(1536));
        run.settings.workers = workers;
        run.launch({6, 1, 1}, {256, 1, 1});
        run.expect_clean();
        std::string got = all_of(run.record);
        for (const int v : run.values<int>(out)) got += fmt::format(" {}", v);
        if (workers == 1)
            expected = got;
        else
            EXPECT_TRUE(got == expected);
    }
    EXPECT_GT(expected.size(), std::size_t{10} << 20);
}

TEST(Workers, AsManyBlocksAreRecordedAsFit) {
    // Of all blocks the same rows, but that a waiting one's are its own business.
    for (const char* more : {"", "if (n < 0) while (((volatile int *)out)[n] == 0);"}) {
        std::uint64_t one_block = 0;
        for (const unsigned workers : {1u, 2u, 3u}) {
            for (const std::uint64_t blocks : {0u, 1u, 3u, 40u, 100u}) {
                RunText run(
                    fmt::format("__global__ void k(int *out, int n) {{ {} "
                                "out[blockIdx.x * blockDim.x + threadIdx.x] = n; }}",
                                more));
                run.array("out", std::vector<int>(40 * 64));
                run.scalar(1);
                run.settings.workers = workers;
                if (blocks > 0) run.settings.recorded_bytes = blocks * one_block;
                // So many are asked for, and there is no room for them.
                if (blocks == 3) run.settings.recorded_blocks = 20;
                run.launch({40, 1, 1}, {64, 1, 1});
                run.expect_clean();
                if (blocks == 0) {
                    ASSERT_EQ(run.record.blocks.size(), 40u);
                    ASSERT_EQ(recorded_bytes(run.record) % 40, 0u);
                    one_block = recorded_bytes(run.record) / 40;
                } else if (std::string_view{more}.empty()) {
                    EXPECT_EQ(run.record.blocks.size(), std::min<std::uint64_t>(40, blocks));
                } else {
                    // They begin together: what is there when one begins decides.
                    EXPECT_GE(run.record.blocks.size(), std::min<std::uint64_t>(40, blocks));
                }
            }
        }
    }
}

TEST(Workers, LaunchesShareWhatIsRecorded) {
    Settings settings;
    EXPECT_EQ(share_of(settings, 1000).recorded_bytes, settings.recorded_bytes);
    settings.recorded_blocks = 4;
    EXPECT_EQ(share_of(settings, 1000).recorded_blocks, 4u);
    EXPECT_EQ(share_of(settings, 300u << 20).recorded_blocks, 1u);
    EXPECT_EQ(share_of(settings, 600u << 20).recorded_blocks, 0u);
    settings.recorded_bytes = 1000;
    EXPECT_EQ(share_of(settings, 100).recorded_blocks, 4u);
    EXPECT_EQ(share_of(settings, 100).recorded_bytes, 900u);
    EXPECT_EQ(share_of(settings, 500).recorded_blocks, 1u);
    EXPECT_EQ(share_of(settings, 1000).recorded_blocks, 0u);
    settings = {};
    settings.recorded_bytes = 1000;
    EXPECT_EQ(share_of(settings, 0).recorded_bytes, 500u);
    EXPECT_EQ(share_of(settings, 499).recorded_bytes, 1u);
    EXPECT_GT(share_of(settings, 499).recorded_blocks, 1000u);
    EXPECT_EQ(share_of(settings, 500).recorded_bytes, 500u);
    EXPECT_EQ(share_of(settings, 500).recorded_blocks, 8u);
    EXPECT_EQ(share_of(settings, 1000).recorded_blocks, 0u);
    EXPECT_EQ(share_of(settings, 5000).recorded_blocks, 0u);
}

TEST(Workers, CancellingStopsThemAll) {
    RunText run(cases()[0].text);
    run.array("in", std::vector<int>(4096));
    run.array("out", std::vector<int>(4096));
    std::atomic<bool> cancel = true;
    run.settings.workers = 4;
    run.settings.cancel = &cancel;
    run.launch({60, 1, 1}, {64, 1, 1});
    EXPECT_FALSE(run.record.complete);
    EXPECT_TRUE(run.record.blocks.empty());
}

}  // namespace workers_test
}  // namespace stridescope::machine
