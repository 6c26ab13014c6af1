// Steps of texts that neither barriers nor comments part: against what a reader of the text says.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/analysis/narration.h"
#include "app/analysis/races.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace step_units_test {

using testing::TextToRecord;

std::vector<std::string> names(const Trace& trace) {
    std::vector<std::string> all;
    for (const Step& step : trace.steps()) all.push_back(name_of(step));
    return all;
}

constexpr const char* no_barrier = R"(
__global__ void reduce(const float *in, float *out) {
    __shared__ float sdata[128];
    unsigned int t = threadIdx.x;
    sdata[t] = in[t];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) {
            float other = sdata[t + s];
            sdata[t] = sdata[t] + other;
        }
    }
    if (t == 0) out[0] = sdata[0];
}
)";

TEST(StepUnits, RoundsThatHandValuesOnAreSteps) {
    const auto trace = TextToRecord{no_barrier}.floats("in", 128).floats("out", 1).record(1, 128);
    EXPECT_EQ(names(*trace),
              (std::vector<std::string>{"load", "s = 64", "s = 32", "s = 16", "s = 8", "s = 4",
                                        "s = 2", "s = 1", "store"}));
    // A variable is called as it is written.
    EXPECT_TRUE(narrate_step(*trace, 0, 2).starts_with("s = 32: 32 threads read 64 words"))
        << narrate_step(*trace, 0, 2);
    EXPECT_TRUE(narrate_step(*trace, 0, 0).starts_with("Load: "));
    // What the round of 32 reads, warps 1 to 3 wrote in that of 64.
    const auto races = races_of_step(*trace, 0, 2);
    ASSERT_FALSE(races.empty());
}

TEST(StepUnits, StatementsAreStepsAndCalledByWhatTheyDo) {
    const auto trace = TextToRecord{R"(
__global__ void histogram(const int *data, int *bins) {
    int i = threadIdx.x;
    int bin = data[i] % 8;
    bins[bin] = bins[bin] +
                1;
    bins[0] = 5;
    bins[1] = 6;
}
)"}
                           .array("data", ElementType::i32, {64})
                           .array("bins", ElementType::i32, {8})
                           .record(1, 64);
    EXPECT_EQ(names(*trace),
              (std::vector<std::string>{"read data", "update bins", "store", "store"}));
}

TEST(StepUnits, WhatGoesOnBehindALoopIsAnotherStep) {
    const auto trace = TextToRecord{R"(
__global__ void scan(const float *in, float *out) {
    __shared__ float temp[64];
    int t = threadIdx.x;
    temp[t] = in[t];
    for (int d = 1; d < 8; d *= 2) {
        __syncthreads();
        float v = t >= d ? temp[t - d] : 0.0f;
        temp[t] += v;
    }
    out[t] = temp[t];
}
)"}
                           .floats("in", 64)
                           .floats("out", 64)
                           .record(1, 64);
    EXPECT_EQ(names(*trace),
              (std::vector<std::string>{"load", "d = 1", "d = 2", "d = 4", "store"}));
}

/// Nothing goes from thread to thread: the loop is one thing.
TEST(StepUnits, LoopsOverOnesOwnElementsAreOneStep) {
    const auto trace = TextToRecord{R"(
__global__ void own(float *a, float *b) {
    for (int k = 0; k < 3; ++k) a[threadIdx.x] += 1;
    b[threadIdx.x] = a[0];
    __syncthreads();
    a[threadIdx.x] = 0;
}
)"}
                           .floats("a", 64)
                           .floats("b", 64)
                           .record(1, 64);
    EXPECT_EQ(names(*trace), (std::vector<std::string>{"update a", "write b", "store"}));
}

TEST(StepUnits, OfOneNameAreToldApartByTheirLines) {
    const auto trace = TextToRecord{R"(
__global__ void twice(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    s[63 - t] += 1;
    s[t ^ 1] += 2;
    out[t] = s[t];
}
)"}
                           .array("in", ElementType::i32, {64})
                           .array("out", ElementType::i32, {64})
                           .record(1, 64);
    EXPECT_EQ(names(*trace),
              (std::vector<std::string>{"load", "update s, line 6", "update s, line 7", "store"}));
}

}  // namespace step_units_test
}  // namespace stridescope
