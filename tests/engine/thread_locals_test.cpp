// A thread's variables at each step: against what the text says they are.

#include <gtest/gtest.h>

#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "tests/support/left_out.h"

namespace stridescope {
namespace thread_locals_test {

using Variables = std::vector<LocalVariable>;

Experiment experiment_of(const std::string& text) {
    Experiment experiment;
    experiment.text = TextSpec{.path = "own.cu", .text = text};
    return experiment;
}

ThreadLocals watched(const std::string& text, int block, int thread) {
    const Experiment experiment = experiment_of(text);
    const auto trace = record(experiment);
    return locals_of(experiment, *trace, block, thread);
}

TEST(ThreadLocals, AreWhatTheyWereBehindTheStepsLastStatement) {
    const ThreadLocals of7 = watched(R"(
// launch: scan<<<1, 8>>>(out, in)
// in: int[8] iota
__global__ void scan(int *out, const int *in) {
    __shared__ int temp[8];
    int tid = threadIdx.x;
    temp[tid] = in[tid];
    __syncthreads();
    for (int d = 1; d < 8; d *= 2) {
        int v = 0;
        if (tid >= d) v = temp[tid - d];
        __syncthreads();
        temp[tid] += v;
        __syncthreads();
    }
    out[tid] = temp[tid];
}
)",
                                     0, 7);
    // load; reads and sums for d = 1, 2, 4; store.
    ASSERT_EQ(of7.steps.size(), 8U);
    EXPECT_EQ(of7.steps[0], (Variables{{"tid", "7"}}));
    EXPECT_EQ(of7.steps[1], (Variables{{"tid", "7"}, {"d", "1"}, {"v", "6"}}));
    EXPECT_EQ(of7.steps[2], (Variables{{"tid", "7"}, {"d", "1"}, {"v", "6"}}));
    EXPECT_EQ(of7.steps[3], (Variables{{"tid", "7"}, {"d", "2"}, {"v", "9"}}));
    EXPECT_EQ(of7.steps[5], (Variables{{"tid", "7"}, {"d", "4"}, {"v", "6"}}));
    EXPECT_EQ(of7.steps[7], (Variables{{"tid", "7"}}));
}

/// Each kind of variable, and each way in which the machine keeps one: known beforehand, alike in a
/// warp, growing from lane to lane, its own in each lane, a truth value, one with an address.
TEST(ThreadLocals, HaveValuesOfEachType) {
    const ThreadLocals of = watched(R"(
// launch: k<<<4, 64>>>(a, b)
// a: float[256] i * 0.5
// b: float[256] zeros
__device__ void twice(float *x) { *x *= 2; }
__global__ void k(const float *a, float *b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned block = blockIdx.x;
    const int five = 5;
    float x = a[i];
    double wide = x / 3.0;
    bool odd = i % 2 == 1;
    long long big = 10000000000LL * i;
    float own = x;
    twice(&own);
    unsigned char small = i;
    b[i] = x + wide + odd + big + own + five + block + small;
}
)",
                                    2, 37);
    const Variables last = of.steps.back();
    const auto value = [&](const std::string& name) {
        for (const LocalVariable& each : last) {
            if (each.name == name) return each.value;
        }
        return std::string{"none"};
    };
    EXPECT_EQ(value("i"), "165");
    EXPECT_EQ(value("block"), "2");
    EXPECT_EQ(value("five"), "5");
    EXPECT_EQ(value("x"), "82.5");
    EXPECT_EQ(value("wide"), "27.5");
    EXPECT_EQ(value("odd"), "true");
    EXPECT_EQ(value("big"), "1650000000000");
    EXPECT_EQ(value("own"), "165");
    EXPECT_EQ(value("small"), "165");
}

/// To watch changes nothing of what is watched.
TEST(ThreadLocals, TheWatchedRunIsTheSame) {
    int round = 0;
    for (const LibraryText& text : library()) {
        if (!text.is_kernel || testing::left_out(round++)) continue;
        Experiment experiment;
        experiment.text = spec_of(text);
        const auto trace = record(experiment);
        RunOptions options;
        ThreadLocals locals{.block = 0, .thread = 1};
        options.locals = &locals;
        const auto again = record(experiment, options);
        EXPECT_EQ(again->steps(), trace->steps()) << text.path;
        EXPECT_EQ(again->data().rows, trace->data().rows) << text.path;
        EXPECT_EQ(locals.steps.size(), trace->steps().size());
    }
}

TEST(ThreadLocals, OfAGpuOrAFileAreNotThere) {
    const auto trace = record(experiment_of("__global__ void k(int *a) { a[threadIdx.x] = 1; }\n"));
    EXPECT_EQ(why_no_locals(*trace, false), "");
    EXPECT_NE(why_no_locals(*trace, true), "");
}

}  // namespace thread_locals_test
}  // namespace stridescope
