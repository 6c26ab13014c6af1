// What the machine finds: each fault with its line, block, thread and values, and no crash or hang.
#include <gtest/gtest.h>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace faults_test {

using Kind = Diagnostic::Kind;

/// The findings of a kernel over an array of 64 ints.
std::vector<Diagnostic> findings(const std::string& text, std::uint32_t threads = 64,
                                 std::uint32_t blocks = 1, std::uint64_t budget = 1'000'000) {
    RunText run(text);
    run.array("out", std::vector<int>(64));
    run.settings.budget = budget;
    run.launch({blocks, 1, 1}, {threads, 1, 1});
    return run.record.diagnostics;
}

TEST(Faults, AnIndexBeyondItsArray) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    __shared__ int a[32];\n    a[threadIdx.x + 1 - 1] = "
        "5;\n    out[0] = 1;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::out_of_bounds);
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_EQ(found[0].thread, 32u);
    EXPECT_EQ(found[0].index, 32);
    EXPECT_EQ(found[0].value, 5u);
    EXPECT_EQ(found[0].count, 32u);
    EXPECT_EQ(found[0].message, "thread 32 of block 0 writes a[32], but a has 32 elements");
}

TEST(Faults, AnIndexBeforeItsArray) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int x = out[threadIdx.x - 1];\n    out[threadIdx.x] = "
        "x;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].index, -1);
    EXPECT_EQ(found[0].thread, 0u);
    EXPECT_EQ(found[0].count, 1u);
}

TEST(Faults, SharedMemoryThatNobodyWrote) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    __shared__ int a[64];\n    if (threadIdx.x != 7) "
        "a[threadIdx.x] = 1;\n"
        "    __syncthreads();\n    out[threadIdx.x] = a[63 - threadIdx.x];\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::uninitialized);
    EXPECT_EQ(found[0].place.line, 5u);
    EXPECT_EQ(found[0].thread, 56u);
    EXPECT_EQ(found[0].index, 7);
}

TEST(Faults, ABarrierThatNotAllReach) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    if (threadIdx.x < 40)\n        __syncthreads();\n    "
        "out[0] = 1;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::barrier);
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_EQ(found[0].thread, 40u);
}

TEST(Faults, ABarrierThatAWholeWarpMisses) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    if (threadIdx.x < 32)\n        __syncthreads();\n    "
        "else\n"
        "        __syncthreads();\n    out[0] = 1;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::barrier);
    EXPECT_NE(found[0].message.find("different barriers"), std::string::npos);
}

TEST(Faults, ALoopWithoutEnd) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int i = 1;\n    while (i != 0) { i += 2; }\n    out[0] "
        "= i;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::endless);
    EXPECT_EQ(found[0].place.line, 3u);
}

TEST(Faults, AWaitForWhatNobodyWrites) {
    const auto found =
        findings("__global__ void k(volatile int *out) {\n    while (out[3] == 0)\n        ;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::deadlock);
    EXPECT_EQ(found[0].place.line, 2u);
}

TEST(Faults, DivisionByZero) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    out[threadIdx.x] = 10 / (int)(threadIdx.x % 8);\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::division);
    EXPECT_EQ(found[0].count, 8u);
}

TEST(Faults, ANullPointer) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int *p = nullptr;\n    if (threadIdx.x == 3) *p = "
        "1;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::bad_pointer);
    EXPECT_EQ(found[0].thread, 3u);
}

TEST(Faults, AMisalignedVector) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int4 v = *(int4*)(out + threadIdx.x % 4);\n    "
        "out[threadIdx.x] = v.x;\n}",
        32);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::misaligned);
    EXPECT_EQ(found[0].place.line, 2u);
}

TEST(Faults, AnAssertionThatDoesNotHold) {
    const auto found = findings("__global__ void k(int *out) {\n    assert(threadIdx.x < 60);\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::assertion);
    EXPECT_EQ(found[0].thread, 60u);
}

TEST(Faults, LanesThatAreNamedButNotThere) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int v = threadIdx.x;\n    if (threadIdx.x < 16)\n"
        "        v = __shfl_down_sync(0xffffffff, v, 1);\n    out[threadIdx.x] = v;\n}",
        32);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::missing_lanes);
    EXPECT_EQ(found[0].place.line, 4u);
}

TEST(Faults, AnIndexFarFromItsArray) {
    const auto found = findings(R"(__global__ void k(int *out) {
    __shared__ int a[32];
    a[threadIdx.x * 100000000] = 5;
    out[threadIdx.x + 2000000000] = 1;
})",
                                2);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].kind, Kind::out_of_bounds);
    EXPECT_EQ(found[0].index, 100000000);
    EXPECT_EQ(found[0].thread, 1u);
    EXPECT_EQ(found[1].kind, Kind::out_of_bounds);
    EXPECT_EQ(found[1].index, 2000000000);
    EXPECT_EQ(found[1].count, 2u);
}

// Of neighbouring lanes, not of whole warps.
TEST(Faults, EvenAndOddThreadsAtBarriersOfTheirOwn) {
    const auto found = findings(R"(__global__ void k(int *out) {
    if (threadIdx.x % 2 == 0)
        __syncthreads();
    else
        __syncthreads();
    out[threadIdx.x] = 1;
})",
                                64);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].kind, Kind::barrier);
}

TEST(Faults, ABarrierInALoopThatSomeThreadsLeaveEarlier) {
    const auto found = findings(R"(__global__ void k(int *out) {
    for (int i = 0; i < (threadIdx.x < 40 ? 3 : 2); i++) {
        __syncthreads();
        out[threadIdx.x] += i;
    }
    out[threadIdx.x] += 1;
})",
                                64);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].kind, Kind::barrier);
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_EQ(found[0].thread, 40u);
}

TEST(Faults, ALoopThatStandsStill) {
    const auto found = findings(R"(__global__ void k(int *out) {
    for (int i = 0; i < 64; i += out[63])
        out[0] = i;
})",
                                64, 1, 50'000);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::endless);
    EXPECT_EQ(found[0].place.line, 2u);
}

// The others wait at the barrier for one that waits for them.
TEST(Faults, AWaitForThreadsThatWaitAtABarrier) {
    const auto found = findings(R"(__global__ void k(volatile int *out) {
    if (threadIdx.x == 0)
        while (out[3] == 0)
            ;
    __syncthreads();
    if (threadIdx.x == 40) out[3] = 1;
})",
                                64);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::deadlock);
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_EQ(found[0].thread, 0u);
}

TEST(Faults, TooMuchSharedMemoryIsSaidBeforeItRuns) {
    RunText run(
        "__global__ void k(int *out) { __shared__ double a[40000]; a[0] = 1; out[0] = a[0]; }");
    run.array("out", std::vector<int>(1));
    language::Launch launch;
    launch.arguments = run.arguments;
    launch.memory = run.memory.layout();
    EXPECT_THROW(machine::run(*run.parsed.unit, *run.parsed.unit->kernels[0], launch, run.memory),
                 language::FaultError);
}

TEST(MachineCounts, ABarrierIsMissedOnceARound) {
    RunText run(
        "__global__ void k(int* a) {\n"
        "    if (threadIdx.x >= 32) return;\n"
        "    for (int r = 0; r < 3; r++) {\n        __syncthreads();\n        a[threadIdx.x] += "
        "r;\n    }\n}\n");
    run.array("a", std::vector<int>(64));
    const LaunchRecord& record = run.launch({1, 1, 1}, {64, 1, 1});
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_EQ(record.diagnostics[0].kind, Diagnostic::Kind::exited);
    EXPECT_EQ(record.diagnostics[0].count, 3U);
}

TEST(MachineCounts, AShuffleWithoutItsLanesIsOne) {
    RunText run(
        "__global__ void k(int* a) {\n    int v = threadIdx.x;\n    if (threadIdx.x < 16) {\n"
        "        for (int d = 8; d > 0; d /= 2)\n"
        "            v += __shfl_down_sync(0xffffffffu, v, d);\n"
        "        a[threadIdx.x] = v;\n    }\n}\n");
    run.array("a", std::vector<int>(64));
    const LaunchRecord& record = run.launch({1, 1, 1}, {32, 1, 1});
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_EQ(record.diagnostics[0].count, 4U);
    EXPECT_EQ(record.diagnostics[0].message,
              "16 lanes of warp 0 of block 0 are named in the mask, but are not there");
}

}  // namespace faults_test
}  // namespace stridescope::machine
