// Weak memory: without fences blocks see what others store late and in any order, with them not.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace weak_memory_test {

/// A scan over all blocks in one pass: each waits for the sum of those before it.
constexpr const char* chained = R"(
#define SECTION 64
__device__ int flags[65];
__device__ int sums[65];
__global__ void chained(const int *X, int *Y) {
    __shared__ int XY[SECTION];
    __shared__ int before;
    int b = blockIdx.x, t = threadIdx.x, i = b * SECTION + t;
    XY[t] = X[i];
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        int v = 0;
        if (t >= stride) v = XY[t - stride];
        __syncthreads();
        XY[t] += v;
    }
    __syncthreads();
    if (t == 0) {
        before = 0;
        if (b > 0) {
            while (WAIT == 0);
            before = sums[b];
        }
        sums[b + 1] = before + XY[SECTION - 1];
        FENCE;
        SIGNAL;
    }
    __syncthreads();
    Y[i] = XY[t] + before;
}
)";

struct Outcome {
    bool right = false;
    std::vector<Diagnostic> found{};
};

Outcome scan(const std::vector<language::Definition>& definitions, MemoryOrder memory,
             std::uint64_t seed) {
    RunText run(chained, definitions);
    std::vector<int> in(64 * 64), expected(in.size());
    std::iota(in.begin(), in.end(), 1);
    std::partial_sum(in.begin(), in.end(), expected.begin());
    run.array("X", in);
    const std::size_t out = run.array("Y", std::vector<int>(in.size()));
    run.settings.memory = memory;
    run.settings.memory_seed = seed;
    run.settings.resident = 8;
    run.launch({64, 1, 1}, {64, 1, 1});
    EXPECT_TRUE(run.record.complete);
    return {run.values<int>(out) == expected, run.record.diagnostics};
}

std::vector<language::Definition> flags(const char* fence, bool by_atomics) {
    return {{"FENCE", fence},
            {"WAIT", by_atomics ? "atomicAdd(&flags[b], 0)" : "((volatile int*)flags)[b]"},
            {"SIGNAL",
             by_atomics ? "atomicExch(&flags[b + 1], 1)" : "((volatile int*)flags)[b + 1] = 1"}};
}

TEST(WeakMemory, AChainedScanNeedsItsFence) {
    for (const bool by_atomics : {true, false}) {
        for (const char* fence : {"__threadfence()", ";", "__threadfence_block()"}) {
            const bool fenced = std::string_view{fence} == "__threadfence()";
            int right = 0;
            for (std::uint64_t seed = 1; seed <= 4; ++seed) {
                const Outcome o = scan(flags(fence, by_atomics), MemoryOrder::weak, seed);
                right += o.right;
                ASSERT_EQ(o.found.size(), fenced ? 0u : 1u);
                if (fenced) continue;
                EXPECT_EQ(o.found[0].kind, Diagnostic::Kind::unfenced);
                EXPECT_EQ(o.found[0].place.line, 24u);
                EXPECT_EQ(o.found[0].thread, 0u);
                EXPECT_NE(o.found[0].message.find("__threadfence() is missing"), std::string::npos);
            }
            EXPECT_EQ(right, fenced ? 4 : 0) << fence << by_atomics;
            // As it was before, nothing shows.
            const Outcome o = scan(flags(fence, by_atomics), MemoryOrder::immediate, 1);
            EXPECT_TRUE(o.right);
            EXPECT_TRUE(o.found.empty());
        }
    }
}

/// The last block to come adds up what all have left.
constexpr const char* last_block = R"(
__device__ unsigned ticket;
__device__ int parts[100];
__global__ void sum(const int *in, int *out) {
    __shared__ bool last;
    if (threadIdx.x < 2) parts[blockIdx.x * 2 + threadIdx.x] = in[blockIdx.x * 2 + threadIdx.x];
    SYNC;
    if (threadIdx.x == 0) {
        FENCE;
        last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 100; ++i) sum += parts[i];
        out[0] = sum;
    }
}
)";

TEST(WeakMemory, AFenceCoversWhatABarrierMadeKnown) {
    for (const bool fenced : {true, false}) {
        for (const bool synced : {true, false}) {
            RunText run(last_block, {{"SYNC", synced ? "__syncthreads()" : ";"},
                                     {"FENCE", fenced ? "__threadfence()" : ";"}});
            std::vector<int> in(100);
            std::iota(in.begin(), in.end(), 1);
            run.array("in", in);
            const std::size_t out = run.array("out", std::vector<int>(1));
            run.settings.memory = MemoryOrder::weak;
            run.launch({50, 1, 1}, {32, 1, 1});
            // Thread 0's fence says nothing of thread 1's store if no barrier came between.
            EXPECT_EQ(run.values<int>(out)[0] == 5050, fenced && synced);
            EXPECT_EQ(run.record.diagnostics.empty(), fenced && synced);
        }
    }
}

TEST(WeakMemory, ABlockSeesItsOwnStoresAndInTheEndAllArrive) {
    RunText run(R"(
__global__ void k(int *out, int2 *pairs, int *same) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
    out[i] += 1;
    __syncthreads();
    out[i] = out[i] * 2 + (out[blockIdx.x * blockDim.x + (threadIdx.x ^ 1)] > 0 ? 0 : 1000);
    volatile int* p = i < 0 ? same : out;
    p[i] = p[i] + 1;
    pairs[i] = make_int2(i, -i);
    atomicAdd(&out[i], 5);
    char* bytes = (char*)same;
    bytes[i] = 7;
}
)");
    const std::size_t out = run.array("out", std::vector<int>(128));
    const std::size_t pairs = run.array("pairs", std::vector<int>(256));
    const std::size_t same = run.array("same", std::vector<int>(32));
    run.settings.memory = MemoryOrder::weak;
    run.launch({4, 1, 1}, {32, 1, 1});
    run.expect_clean();
    for (int i = 0; i < 128; ++i) {
        const auto n = static_cast<std::size_t>(i);
        EXPECT_EQ(run.values<int>(out)[n], (i + 1) * 2 + 1 + 5) << i;
        EXPECT_EQ(run.values<int>(pairs)[2 * n], i);
        EXPECT_EQ(run.values<int>(pairs)[2 * n + 1], -i);
    }
    EXPECT_EQ(run.values<int>(same), std::vector<int>(32, 0x07070707));
}

TEST(WeakMemory, BlocksThatShareNothingComputeTheSame) {
    for (const MemoryOrder memory : {MemoryOrder::immediate, MemoryOrder::weak}) {
        RunText run(R"(
__global__ void k(const int *in, int *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[in[i] & 15], 1);
}
)");
        std::vector<int> in(640);
        std::iota(in.begin(), in.end(), 5);
        run.array("in", in);
        const std::size_t bins = run.array("bins", std::vector<int>(16));
        run.settings.memory = memory;
        run.launch({10, 1, 1}, {64, 1, 1});
        run.expect_clean();
        EXPECT_EQ(run.values<int>(bins), std::vector<int>(16, 40));
    }
}

}  // namespace weak_memory_test
}  // namespace stridescope::machine
