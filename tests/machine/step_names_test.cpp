// Comments `// step: name` reach the accesses that stand behind them.
#include <gtest/gtest.h>

#include <set>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace step_names_test {

using Names = std::vector<std::set<std::string>>;

/// [interval]: what its accesses are called; "" where they are not.
Names names_of(const RunText& run) {
    const language::Program& program = *run.record.program;
    const BlockRecord& block = run.record.blocks.at(0);
    Names names(block.intervals);
    for (const Segment& segment : block.segments) {
        std::string last;
        segment.for_each_row([&](const Row& row) {
            if (program.sites[row.site()].kind >= language::SiteKind::op) return;
            const std::int32_t step = step_of(program, *block.rounds, row);
            last = step < 0 ? "" : program.step_names.at(static_cast<std::size_t>(step));
            names[segment.interval].insert(last);
        });
        const std::int32_t step = segment.step;
        EXPECT_EQ(step < 0 ? "" : program.step_names.at(static_cast<std::size_t>(step)), last);
    }
    return names;
}

Names names_of(const std::string& text) {
    RunText run(text);
    run.array("X", std::vector<float>(64, 1.0f));
    run.array("Y", std::vector<float>(64));
    run.launch({1, 1, 1}, {32, 1, 1});
    run.expect_clean();
    return names_of(run);
}

TEST(StepNames, HoldToTheNextOneOrTheBlocksEnd) {
    EXPECT_EQ(names_of(R"(
__global__ void brent_kung(float *X, float *Y) {
    __shared__ float XY[64];
    // step: load
    XY[threadIdx.x] = X[threadIdx.x];
    XY[threadIdx.x + 32] = X[threadIdx.x + 32];
    //   step:  up-sweep
    for (int stride = 1; stride <= 16; stride *= 16) {
        __syncthreads();
        int index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < 64) XY[index] += XY[index - stride];
    }
    for (int stride = 16; stride > 0; stride /= 16) {
        // step: down-sweep
        __syncthreads();
        int index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < 64) XY[index + stride] += XY[index];
    }
    __syncthreads(); XY[0] = 1; // stepwise: no name
    __syncthreads(); // step: store
    Y[threadIdx.x] = XY[threadIdx.x];
    // step:
    Y[threadIdx.x + 32] = XY[threadIdx.x + 32]; /* step: neither */
}
)"),
              (Names{{"load"},
                     {"up-sweep"},
                     {"up-sweep"},
                     {"down-sweep"},
                     {"down-sweep"},
                     {"up-sweep"},
                     {"store"}}));
}

TEST(StepNames, FunctionsHaveTheirOwnOrThoseOfTheirCallers) {
    EXPECT_EQ(
        names_of(R"(
__device__ void plain(float* s) { for (int i = 0; i < 2; ++i) { s[threadIdx.x] += 1; __syncthreads(); } }
__device__ void own(float* s) {
    s[threadIdx.x] *= 2;
    __syncthreads();
    // step: mine
    s[threadIdx.x] *= 2;
    __syncthreads();
}
__device__ void once(float* s) { s[threadIdx.x] += 1; __syncthreads(); }
__global__ void k(float *X, float *Y) {
    __shared__ float s[32];
    s[threadIdx.x] = X[threadIdx.x];
    __syncthreads();
    // step: a
    plain(s);
    own(s);
    // step: b
    plain(s);
    { // step: c
        own(s); once(s);
    }
    Y[threadIdx.x] = s[threadIdx.x];
}
)"),
        (Names{{""}, {"a"}, {"a"}, {"a"}, {"mine"}, {"b"}, {"b"}, {"c"}, {"mine"}, {"c"}, {"b"}}));
}

TEST(StepNames, OfGroupsThatAreNotCompiledThereAreNone) {
    EXPECT_EQ(names_of(R"(
__global__ void k(float *X, float *Y) {
#if 1
    // step: taken
#else
    // step: left out
#endif
    Y[threadIdx.x] = X[threadIdx.x];
    __syncthreads();
#ifdef UNKNOWN
    // step: left out
#endif
    Y[threadIdx.x] = 2 * X[threadIdx.x];
    switch (X[0] > 0 ? 1 : 0) {
        case 0: break;
        // step: one
        case 1: Y[0] = 1; break;
    }
    if (threadIdx.x == 0)
        // step: two
        Y[1] = 1;
    Y[2] = 1;
}
)"),
              (Names{{"taken"}, {"taken", "one", "two"}}));
}

}  // namespace step_names_test
}  // namespace stridescope::machine
