// Launches that do what earlier ones did need not run; whatever is seen of them is as if they had.
#include "app/machine/repeats.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace repeats_test {

HostRecord record_of(const std::string& text) {
    const language::Parsed parsed = language::parse("text.cu", text);
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    return run_main(*parsed.unit, memory);
}

/// main launches `kernel` in a hundred rounds, `beside` after each, and prints out[0] and out[63].
std::string text_of(const std::string& kernel, const std::string& beside = "") {
    return "#include <cstdio>\n__device__ int total; __constant__ int scale = 1;\n" + kernel + R"(
int main() {
    int *in, *out, numbers[64], sums[64];
    for (int i = 0; i < 64; i++) numbers[i] = i + 1;
    cudaMalloc(&in, 256);
    cudaMalloc(&out, 256);
    cudaMemcpy(in, numbers, 256, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 256);
    for (int round = 0; round < 100; round++) {
        k<<<2, 32>>>(in, out);
        )" +
           beside + R"(
    }
    cudaMemcpy(sums, out, 256, cudaMemcpyDeviceToHost);
    printf("%d %d\n", sums[0], sums[63]);
}
)";
}

constexpr const char* doubles =
    "__global__ void k(const int *in, int *out) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    out[i] = 2 * in[i] * scale;\n"
    "}\n";

TEST(Repeats, WhatChangesNothingRunsTwice) {
    const HostRecord record = record_of(text_of(doubles));
    EXPECT_EQ(record.output, "2 128\n");
    EXPECT_EQ(record.launches.size(), 2U);
    EXPECT_EQ(record.repeated, 98U);
}

TEST(Repeats, WhatTakesResultsAwayIsUndone) {
    // The result is gone behind each launch: the next one makes it again.
    const HostRecord record =
        record_of(text_of(doubles, "if (round < 99) cudaMemset(out, 0, 256);"));
    EXPECT_EQ(record.output, "2 128\n");
    EXPECT_EQ(record.launches.size(), 2U);
}

TEST(Repeats, WhatAddsUpRunsEachTime) {
    const HostRecord record =
        record_of(text_of("__global__ void k(const int *in, int *out) {\n"
                          "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "    out[i] += in[i];\n"
                          "}\n"));
    EXPECT_EQ(record.output, "100 6400\n");
    EXPECT_EQ(record.launches.size(), 100U);
    EXPECT_EQ(record.repeated, 0U);
}

TEST(Repeats, OtherInputsAreOtherLaunches) {
    // By a copy, through a constant, through a variable of the device: each round another one.
    const std::string copied = text_of(
        doubles, "numbers[63] = round; cudaMemcpy(in, numbers, 256, cudaMemcpyHostToDevice);");
    EXPECT_EQ(record_of(copied).output, "2 196\n");
    const std::string constant =
        text_of(doubles, "int s = round + 1; cudaMemcpyToSymbol(scale, &s, sizeof(int));");
    EXPECT_EQ(record_of(constant).output, "198 12672\n");
    const std::string variable = text_of(
        "__global__ void k(const int *in, int *out) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    out[i] = in[i] + total;\n"
        "}\n",
        "cudaMemcpyToSymbol(total, &round, sizeof(int));");
    EXPECT_EQ(record_of(variable).output, "99 162\n");
}

TEST(Repeats, WhatIsWrittenLaterOnIsSeen) {
    // When many rounds have been put down, and nobody has looked at memory for as long.
    const char* const writes[] = {
        "cudaMemset(in, 0, 256);",
        "cudaMemset(in + 63, 0, 4);",
        "numbers[0] = numbers[63] = 0; cudaMemcpy(in, numbers, 256, cudaMemcpyHostToDevice);",
        "numbers[0] = numbers[63] = 0; cudaMemcpyAsync(in, numbers, 256, cudaMemcpyHostToDevice);",
        "numbers[63] = 0; cudaMemcpy2D(in, 4, numbers, 4, 4, 64, cudaMemcpyHostToDevice);",
        "clear<<<1, 64>>>(in);",
        "cudaMemcpy(in + 63, in + 64 - 64, 4, cudaMemcpyDeviceToDevice);",
    };
    const std::string clears = "__global__ void clear(int *a) { a[threadIdx.x] = 0; }\n";
    const char* const want[] = {"0 0\n", "2 0\n", "0 0\n", "0 0\n", "2 0\n", "0 0\n", "2 2\n"};
    for (std::size_t n = 0; n < std::size(writes); ++n) {
        const HostRecord record = record_of(
            text_of(clears + doubles, "if (round == 50) { " + std::string{writes[n]} + " }"));
        EXPECT_EQ(record.output, want[n]) << writes[n];
        EXPECT_GE(record.repeated, 90U) << writes[n];
    }
}

TEST(Repeats, KernelsThatTakeTurnsArePutDown) {
    // Each finds memory as the other left it.
    const HostRecord record = record_of(text_of(
        "__global__ void back(int *out) { out[threadIdx.x] /= 2; }\n" + std::string{doubles},
        "if (round < 99) back<<<1, 64>>>(out);"));
    EXPECT_EQ(record.output, "2 128\n");
    EXPECT_EQ(record.launches.size() + record.repeated, 199U);
    EXPECT_GE(record.repeated, 190U);
}

TEST(Repeats, WhatHasSomethingToSayRuns) {
    const HostRecord printing =
        record_of(text_of("__global__ void k(const int *in, int *out) {\n"
                          "    if (threadIdx.x == 0) printf(\"%d\", blockIdx.x);\n"
                          "}\n"));
    EXPECT_EQ(printing.launches.size(), 100U);
    const HostRecord outside = record_of(
        text_of("__global__ void k(const int *in, int *out) { out[threadIdx.x] = in[64]; }\n"));
    EXPECT_EQ(outside.repeated, 0U);
}

TEST(Repeats, RacesAreToldOfTheRoundsThatRun) {
    const HostRecord record = record_of(
        text_of("__global__ void k(const int *in, int *out) { out[0] = threadIdx.x; }\n"));
    EXPECT_EQ(record.output, "31 0\n");
    EXPECT_GE(record.repeated, 90U);
    ASSERT_EQ(record.launches.size() + record.repeated, 100U);
    for (const LaunchRecord& launch : record.launches) EXPECT_FALSE(launch.races.all.empty());
}

TEST(Repeats, GridsThatMeetMeetAnew) {
    const HostRecord record = record_of(R"(
#include <cstdio>
#include <cooperative_groups.h>
__global__ void k(int *out) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    out[grid.thread_rank()] = grid.thread_rank();
    grid.sync();
    if (grid.thread_rank() == 0) {
        for (int i = 1; i < grid.size(); i++) out[0] += out[i];
    }
}
int main() {
    int *out, sum;
    cudaMalloc(&out, 256);
    void *arguments[] = {&out};
    for (int round = 0; round < 50; round++)
        cudaLaunchCooperativeKernel((void *)k, dim3(2), dim3(32), arguments, 0, NULL);
    cudaMemcpy(&sum, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
}
)");
    EXPECT_EQ(record.output, "2016\n");
    EXPECT_EQ(record.repeated, 48U);
}

TEST(Repeats, ManagedMemoryThatMainChanges) {
    EXPECT_EQ(output_of_main(R"(
__global__ void k(int *a, int *b) { b[threadIdx.x] = a[threadIdx.x] + 1; }
int main() {
    int *a, *b, sum = 0;
    cudaMallocManaged(&a, 256);
    cudaMallocManaged(&b, 256);
    for (int i = 0; i < 64; i++) a[i] = i;
    for (int round = 0; round < 40; round++) {
        if (round % 10 == 9) a[3] = round;
        k<<<1, 64>>>(a, b);
        cudaDeviceSynchronize();
        sum += b[3];
    }
    printf("%d\n", sum);
}
)"),
              "676\n");
}

}  // namespace repeats_test
}  // namespace stridescope::machine
