// Lanes of a warp that go their own ways: locks taken within a warp, and schedules that let nothing
// be in lockstep.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace lanes_test {

std::vector<int> ints_of(RunText& run, std::size_t words, std::array<std::uint32_t, 3> grid,
                         std::array<std::uint32_t, 3> block) {
    const std::size_t out = run.array("out", std::vector<int>(words));
    run.launch(grid, block);
    // That a warp spins for its own lock is told, and all goes on.
    for (const Diagnostic& d : run.record.diagnostics)
        EXPECT_EQ(d.kind, Diagnostic::Kind::spinning) << d.place.line << ": " << d.message;
    EXPECT_TRUE(run.record.complete);
    return run.values<int>(out);
}

TEST(Lanes, ALockThatAllLanesOfAWarpTakeMakesProgress) {
    for (const bool counts : {false, true}) {
        RunText run(std::string{R"(
__device__ int lock = 0;
__global__ void k(int *out) {
    int n = 0;
    while (atomicCAS(&lock, 0, 1) != 0) )"} +
                    (counts ? "++n" : "") + R"(;
    __threadfence();
    volatile int* at = out;
    *at = *at + 1;
    __threadfence();
    atomicExch(&lock, 0);
    out[1 + blockIdx.x * blockDim.x + threadIdx.x] = 7;
    if (n < 0) out[0] = 0;
}
)");
        const std::vector<int> out = ints_of(run, 1 + 3 * 40, {3, 1, 1}, {40, 1, 1});
        EXPECT_EQ(out[0], 120);
        EXPECT_EQ(std::accumulate(out.begin() + 1, out.end(), 0), 7 * 120);
    }
}

TEST(Lanes, ALockInSharedMemoryAndABarrierBehindIt) {
    RunText run(R"(
__global__ void k(int *out) {
    __shared__ int lock, sum, first[64];
    if (threadIdx.x == 0) lock = sum = 0;
    __syncthreads();
    for (int round = 0; round < 2; ++round) {
        if (threadIdx.x % 3 != 1) {
            while (atomicExch(&lock, 1) == 1);
            volatile int* s = &sum;
            *s = *s + threadIdx.x;
            atomicExch(&lock, 0);
        }
        __syncthreads();
    }
    first[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x] = first[63 - threadIdx.x];
}
)");
    int sum = 0;
    for (int t = 0; t < 64; ++t) sum += t % 3 != 1 ? 2 * t : 0;
    EXPECT_EQ(ints_of(run, 64, {1, 1, 1}, {64, 1, 1}), std::vector<int>(64, sum));
}

TEST(Lanes, OneLaneWaitsForAnother) {
    RunText run(R"(
__global__ void k(int *out) {
    __shared__ volatile int flag[2];
    if (threadIdx.x < 2) flag[threadIdx.x] = 0;
    __syncthreads();
    int lane = threadIdx.x % 32;
    if (lane == 5) {
        while (flag[threadIdx.x / 32] == 0);
        out[threadIdx.x] = 1;
    } else if (lane == 9) {
        out[threadIdx.x] = 2;
        flag[threadIdx.x / 32] = 1;
    } else {
        out[threadIdx.x] = 3;
    }
    int sum = __reduce_add_sync(0xffffffff, out[threadIdx.x]);
    int left = __shfl_up_sync(0xffffffff, out[threadIdx.x], 1);
    unsigned who = __ballot_sync(0xffffffff, lane < 9);
    out[threadIdx.x] = sum * 1000 + left * 100 + __popc(who);
}
)");
    const std::vector<int> out = ints_of(run, 64, {1, 1, 1}, {64, 1, 1});
    for (int t = 0; t < 64; ++t) {
        const int lane = t % 32, from = lane == 0 ? 0 : lane - 1;
        const int left = from == 5 ? 1 : from == 9 ? 2 : 3;
        EXPECT_EQ(out[static_cast<std::size_t>(t)], (30 * 3 + 3) * 1000 + left * 100 + 9) << t;
    }
}

TEST(Lanes, WhatNobodyWritesIsADeadlockStill) {
    RunText run(R"(
__global__ void k(volatile int *out) {
    if (threadIdx.x == 3) {
        while (out[0] == 0);
    } else {
        out[1 + threadIdx.x] = 1;
    }
}
)");
    const std::size_t out = run.array("out", std::vector<int>(40));
    run.launch({1, 1, 1}, {32, 1, 1});
    ASSERT_EQ(run.record.diagnostics.size(), 1u);
    EXPECT_EQ(run.record.diagnostics[0].kind, Diagnostic::Kind::deadlock);
    EXPECT_EQ(run.record.diagnostics[0].place.line, 4u);
    EXPECT_EQ(run.values<int>(out)[32], 1);
}

constexpr const char* warp_sum = R"(
__global__ void k(int *out) {
    __shared__ SHARED int s[32];
    int t = threadIdx.x;
    s[t] = t + 1;
    SYNC;
    for (int d = 16; d > 0; d /= 2) {
        int v = 0;
        if (t < d) v = s[t + d];
        SYNC;
        if (t < d) s[t] += v;
        SYNC;
    }
    out[t] = s[0];
}
)";

TEST(Lanes, AMissingSyncwarpShowsWhenLanesRunAlone) {
    for (const bool synced : {true, false}) {
        int wrong = 0;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            RunText run(warp_sum,
                        {{"SYNC", synced ? "__syncwarp()" : ";"}, {"SHARED", "volatile"}});
            run.settings.order = WarpOrder::lanes;
            run.settings.seed = seed;
            const std::size_t out = run.array("out", std::vector<int>(32));
            run.launch({1, 1, 1}, {32, 1, 1});
            wrong += run.values<int>(out) != std::vector<int>(32, 32 * 33 / 2);
        }
        if (synced)
            EXPECT_EQ(wrong, 0);
        else
            EXPECT_EQ(wrong, 5);
        // In lockstep nothing shows.
        RunText run(warp_sum, {{"SYNC", synced ? "__syncwarp()" : ";"}, {"SHARED", "volatile"}});
        EXPECT_EQ(ints_of(run, 32, {1, 1, 1}, {32, 1, 1}), std::vector<int>(32, 32 * 33 / 2));
    }
}

TEST(Lanes, CollectivesMeetWhereverTheirLanesAre) {
    const char* text = R"(
__global__ void k(int *out) {
    int t = threadIdx.x, lane = t % 32;
    int v = t;
    for (int d = 1; d < 32; d *= 2) {
        int up = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += up;
    }
    unsigned half = lane < 16 ? 0x0000ffff : 0xffff0000;
    int sum = 0;
    if (lane < 16) sum = __reduce_add_sync(0x0000ffff, lane);
    else sum = __reduce_max_sync(0xffff0000, lane);
    long long wide = __shfl_xor_sync(0xffffffff, (long long)t << 40, 3) >> 40;
    unsigned same = __match_any_sync(0xffffffff, lane / 5);
    int all = __all_sync(0xffffffff, lane < 32), any = __any_sync(0xffffffff, lane == 31);
    int count = __syncthreads_count(t % 3 == 0);
    out[t] = v + sum * 3 + (int)wide * 5 + __popc(same) * 7 + all * 11 + any * 13 + count * 17 + (half ? 1 : 0);
}
)";
    RunText lockstep(text), alone(text);
    const std::vector<int> expected = ints_of(lockstep, 100, {1, 1, 1}, {96, 1, 1});
    alone.settings.order = WarpOrder::lanes;
    EXPECT_EQ(ints_of(alone, 100, {1, 1, 1}, {96, 1, 1}), expected);
    EXPECT_NE(expected[5], expected[6]);
}

// The values are those that both arms hand over when they come to the same function.
TEST(Lanes, WarpFunctionsMeetInDifferentArms) {
    for (const auto order :
         {WarpOrder::ascending, WarpOrder::descending, WarpOrder::shuffled, WarpOrder::lanes}) {
        RunText run(R"(
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32;
    if (lane < 10) {
        s[t] = t;
        __syncwarp();
        out[t] = s[t ^ 16];
        out[64 + t] = __shfl_xor_sync(0xffffffff, 2 * t, 16);
        out[128 + t] = __ballot_sync(0xffffffff, lane % 2);
        out[192 + t] = __reduce_add_sync(0xffffffff, lane) + __any_sync(0xffffffff, lane == 12);
        out[256 + t] = __match_any_sync(0xffffffff, lane % 4);
    } else {
        s[t] = 100 + t;
        __syncwarp();
        out[t] = s[t ^ 16];
        out[64 + t] = __shfl_xor_sync(0xffffffff, 3 * t, 16);
        out[128 + t] = __ballot_sync(0xffffffff, lane % 3 == 0);
        out[192 + t] = __reduce_add_sync(0xffffffff, 2 * lane) + __any_sync(0xffffffff, lane == 13);
        out[256 + t] = __match_any_sync(0xffffffff, lane % 5);
    }
}
)");
        run.settings.order = order;
        const std::size_t out = run.array("out", std::vector<int>(320));
        run.launch({1, 1, 1}, {64, 1, 1});
        run.expect_clean();
        const std::vector<int> found = run.values<int>(out);
        const auto value = [](int k) { return k < 10 ? k % 4 : k % 5; };
        int sum = 0;
        unsigned odd = 0;
        for (int k = 0; k < 32; ++k) {
            sum += k < 10 ? k : 2 * k;
            odd |= ((k < 10 ? k % 2 == 1 : k % 3 == 0) ? 1U : 0U) << k;
        }
        for (int t = 0; t < 64; ++t) {
            const auto at = static_cast<std::size_t>(t);
            const int from = t ^ 16, lane = t % 32;
            const bool first = from % 32 < 10;
            unsigned same = 0;
            for (int k = 0; k < 32; ++k) same |= (value(k) == value(lane) ? 1U : 0U) << k;
            EXPECT_EQ(found[at], first ? from : 100 + from) << t;
            EXPECT_EQ(found[64 + at], from * (first ? 2 : 3)) << t;
            EXPECT_EQ(static_cast<unsigned>(found[128 + at]), odd) << t;
            EXPECT_EQ(found[192 + at], sum + 1) << t;
            EXPECT_EQ(static_cast<unsigned>(found[256 + at]), same) << t;
        }
    }
}

TEST(Lanes, WhoMissesACallMeetsTheOthersAtTheNextOne) {
    RunText run(R"(
__global__ void k(int *out) {
    if (threadIdx.x < 16)
        __syncwarp();
    out[threadIdx.x] = 1;
    __syncwarp();
})");
    run.array("out", std::vector<int>(32));
    run.launch({1, 1, 1}, {32, 1, 1});
    ASSERT_EQ(run.record.diagnostics.size(), 1u);
    EXPECT_EQ(run.record.diagnostics[0].place.line, 6);
    EXPECT_EQ(
        run.record.diagnostics[0].message,
        "16 lanes of warp 0 of block 0 are named in the mask, but are not there; before, some "
        "were at line 4 when others were at line 6");
}

TEST(Lanes, AWarpThatParted) {
    // Blocks after one whose warps parted begin whole.
    RunText run(R"(
__global__ void k(int *out) {
    __shared__ int lock;
    if (threadIdx.x == 0) lock = 0;
    __syncthreads();
    if (blockIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0);
        atomicExch(&lock, 0);
    }
    out[blockIdx.x * 32 + threadIdx.x] = __popc(__activemask());
}
)");
    const std::vector<int> out = ints_of(run, 64, {2, 1, 1}, {32, 1, 1});
    EXPECT_EQ(out[63], 32);
    EXPECT_LT(out[0], 32);
}

// Lanes that name different partners, whatever order they come in.
TEST(Lanes, EachLaneNamesItsOwnPartners) {
    for (const auto order : {WarpOrder::ascending, WarpOrder::shuffled, WarpOrder::lanes}) {
        RunText run(R"(
__global__ void k(int *out) {
    int t = threadIdx.x, size = t < 16 ? 8 : 4, first = t / size * size;
    unsigned m = ((1u << size) - 1) << first;
    out[t] = __reduce_add_sync(m, t);
    out[32 + t] = __shfl_xor_sync(m, t * t, 3);
    out[64 + t] = __ballot_sync(m, t % 3 == 0);
    out[96 + t] = __match_any_sync(m, t % 2);
    out[128 + t] = __any_sync(m, t == 5) * 2 + __all_sync(m, t > 7);
}
)");
        run.settings.order = order;
        const std::size_t out = run.array("out", std::vector<int>(160));
        run.launch({1, 1, 1}, {32, 1, 1});
        run.expect_clean();
        const std::vector<int> found = run.values<int>(out);
        for (int t = 0; t < 32; ++t) {
            const int size = t < 16 ? 8 : 4, first = t / size * size;
            int sum = 0, any = 0, all = 1;
            unsigned third = 0, alike = 0;
            for (int k = first; k < first + size; ++k) {
                sum += k;
                third |= (k % 3 == 0 ? 1U : 0U) << k;
                alike |= (k % 2 == t % 2 ? 1U : 0U) << k;
                any |= k == 5;
                all &= k > 7;
            }
            const auto at = static_cast<std::size_t>(t);
            EXPECT_EQ(found[at], sum) << t;
            EXPECT_EQ(found[32 + at], (t ^ 3) * (t ^ 3)) << t;
            EXPECT_EQ(static_cast<unsigned>(found[64 + at]), third) << t;
            EXPECT_EQ(static_cast<unsigned>(found[96 + at]), alike) << t;
            EXPECT_EQ(found[128 + at], any * 2 + all) << t;
        }
    }
}

// Who has returned is not waited for; only what it would have handed over is missed.
TEST(Lanes, LanesThatAreNamedButGoneAreNotWaitedFor) {
    // Those that returned before need not come. Who went past is not waited for either, but told.
    for (const auto& [past, from] : {std::pair{4, 9}, {8, 9}, {8, 5}, {8, 2}}) {
        for (const auto order : {WarpOrder::ascending, WarpOrder::lanes}) {
            RunText run(R"(
__global__ void k(int *out) {
    if (threadIdx.x < 4) return;
    if (threadIdx.x < PAST) {
        out[threadIdx.x] = 5;
    } else {
        out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, FROM);
    }
}
)",
                        {{"PAST", std::to_string(past)}, {"FROM", std::to_string(from)}});
            run.settings.order = order;
            const std::size_t out = run.array("out", std::vector<int>(32));
            run.launch({1, 1, 1}, {32, 1, 1});
            if (from == 9) {
                EXPECT_EQ(run.values<int>(out)[20], 9);
            }
            if (past == 4) {
                run.expect_clean();
                continue;
            }
            ASSERT_GE(run.record.diagnostics.size(), 1u);
            EXPECT_EQ(run.record.diagnostics[0].kind, Diagnostic::Kind::missing_lanes);
        }
    }
}

// The other arm of an if leads past what stands in the first one.
TEST(Lanes, WhoReturnsInTheOtherArmHasPassedNothing) {
    for (const char* other : {"return;", "{ out[threadIdx.x] = 7; return; }"}) {
        for (const auto order : {WarpOrder::ascending, WarpOrder::lanes}) {
            RunText run(R"(
__global__ void k(int *out) {
    if (threadIdx.x < 16) {
        out[threadIdx.x] = 1;
        __syncwarp();
        if (threadIdx.x < 8) out[threadIdx.x] += out[threadIdx.x + 8];
    } else OTHER
    out[threadIdx.x] += __shfl_sync(0xffff, 5, 3);
}
)",
                        {{"OTHER", other}});
            run.settings.order = order;
            const std::size_t out = run.array("out", std::vector<int>(32));
            run.launch({1, 1, 1}, {32, 1, 1});
            run.expect_clean();
            EXPECT_EQ(run.values<int>(out)[3], 7);
        }
    }
}

// One mask for all in one place, one for each lane in another.
TEST(Lanes, MasksOfOnePlaceMeetThoseOfAnother) {
    for (const auto order : {WarpOrder::ascending, WarpOrder::shuffled, WarpOrder::lanes}) {
        RunText run(R"(
__global__ void k(int *out) {
    int t = threadIdx.x, v;
    unsigned m = t < 24 ? 0x00ffffff : 0xff000000;
    if (t < 16) {
        v = __shfl_sync(0x00ffffff, t, 20);
        v += __ballot_sync(0x00ffffff, t % 2) & 0xff;
    } else {
        v = __shfl_sync(m, t, t < 24 ? 3 : 30);
        v += __ballot_sync(m, t % 2) >> 16;
    }
    out[t] = v;
}
)");
        run.settings.order = order;
        const std::size_t out = run.array("out", std::vector<int>(32));
        run.launch({1, 1, 1}, {32, 1, 1});
        run.expect_clean();
        const std::vector<int> found = run.values<int>(out);
        EXPECT_EQ(found[0], 20 + 0xaa);
        EXPECT_EQ(found[15], 20 + 0xaa);
        EXPECT_EQ(found[16], 3 + 0xaa);
        EXPECT_EQ(found[31], 30 + 0xaa00);
    }
}

// A lane that leaves a loop by returning has passed what the others still come to, in rounds of
// which it was one.
TEST(Lanes, LanesThatReturnFromALoopHavePassedNothing) {
    for (const auto order : {WarpOrder::ascending, WarpOrder::lanes}) {
        RunText run(R"(
__global__ void k(int *out) {
    for (int i = 0; i < 40; ++i) {
        out[threadIdx.x] += __shfl_sync(0xffffffff, i, 31);
        if (i == threadIdx.x) return;
    }
}
)");
        run.settings.order = order;
        const std::size_t out = run.array("out", std::vector<int>(32));
        run.launch({1, 1, 1}, {32, 1, 1});
        run.expect_clean();
        EXPECT_EQ(run.values<int>(out)[4], 10);
    }
}

/// What is found where a block of so many threads runs the text, and what it makes.
std::vector<Diagnostic> found_beyond(const std::string& body, std::uint32_t threads,
                                     std::vector<int>* values = nullptr) {
    RunText run("__global__ void k(int *out) {\n    int t = threadIdx.x, v = t + 1;\n" + body +
                "\n}");
    const std::size_t out = run.array("out", std::vector<int>(64));
    run.launch({1, 1, 1}, {threads, 1, 1});
    if (values != nullptr) *values = run.values<int>(out);
    return run.record.diagnostics;
}

// The values are an H100's.
TEST(Lanes, WhatLanesThatDoNotExistHandOverIsNothing) {
    std::vector<int> values;
    const auto stored =
        found_beyond("    out[t] = __shfl_down_sync(0xffffffff, v, 5);", 20, &values);
    ASSERT_EQ(stored.size(), 1u);
    EXPECT_EQ(stored[0].kind, Diagnostic::Kind::missing_lanes);
    EXPECT_EQ(stored[0].place.line, 3);
    EXPECT_EQ(stored[0].count, 1u);
    EXPECT_EQ(
        stored[0].message,
        "lane 15 of warp 0 of block 0 takes the value of lane 20, which a block of 20 threads "
        "does not have: what it gets is undefined");
    EXPECT_EQ(values[14], 20);
    EXPECT_EQ(values[15], 0);
    const auto named = found_beyond("    out[t] = __shfl_sync(0xfffff, v, 25);", 20, &values);
    ASSERT_EQ(named.size(), 1u);
    EXPECT_EQ(values[3], 0);
    const auto sum = found_beyond(R"(
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    out[t] = v;)",
                                  20, &values);
    EXPECT_TRUE(sum.empty()) << "chips add up nothing from there";
    EXPECT_EQ(values[0], 210);
    EXPECT_EQ(found_beyond("    out[t] = __shfl_xor_sync(0xffffffff, v, 16);", 52).size(), 1u);
}

TEST(Lanes, WhatNobodyTakesFromLanesThatDoNotExistIsNotTold) {
    for (const std::string body :
         {// each lane looks whether there is another
          "for (int d = 1; d < 32; d *= 2) {\n"
          "    int u = __shfl_down_sync(0xffffffff, v, d);\n"
          "    if (t + d < blockDim.x) v += u;\n}\nout[t] = v;",
          "int u = __shfl_down_sync(0xffffffff, v, 24);\nif (t + 24 < blockDim.x) v += u;\n"
          "out[t] = v;",
          "int u = __shfl_down_sync(0xffffffff, v, 1);\nout[t] = t + 1 < blockDim.x ? u : 0;",
          // groups of four lanes, whose first ones have the sums, twice
          "for (int r = 0; r < 2; ++r) {\n"
          "    for (int d = 2; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);\n"
          "    if (t % 4 == 0) out[t] = v;\n}",
          // none of them is named
          "for (int d = 2; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);\nout[t] = v;",
          "for (int d = 1; d < 32; d *= 2) {\n"
          "    int u = __shfl_up_sync(0xffffffff, v, d);\n    if (t >= d) v += u;\n}\nout[t] = v;",
          "out[t] = __shfl_sync(0xffffffff, v, 0);",
          // what the last lane has is asked for, and wanted where the warp is full
          "int all = __shfl_sync(0xffffffff, v, 31);\nif (blockDim.x >= 32) out[t] = all;",
          "for (int d = 1; d < 32; d *= 2) {\n"
          "    int u = __shfl_down_sync(0xffffffff, v, d);\n"
          "    if (t + d < 32 && t + d < blockDim.x) v += u;\n}\nif (t == 0) out[t] = v;",
          "out[t] = __shfl_down_sync(0xffffffff, v, 1, 4);"}) {
        EXPECT_TRUE(found_beyond(body, 20).empty()) << body;
    }
}

/// `values` under a function of each lane, as its text and as C++ has it; to the bit, in warps that
/// are full and not.
template <typename T>
void expect_function(const std::string& call, T (*function)(T)) {
    const bool is_float = sizeof(T) == 4;
    const std::string type = is_float ? "float" : "double";
    RunText run{fmt::format(
        "__global__ void k(const {0} *in, {0} *out) {{ int i = blockIdx.x * blockDim.x + "
        "threadIdx.x; if (i % 7 != 3) out[i] = {1}{2}(in[i]); }}",
        type, call, is_float ? "f" : "")};
    using Limits = std::numeric_limits<T>;
    std::vector<T> values{0,
                          -T{0},
                          1,
                          -1,
                          T(0.5),
                          T(-0.5),
                          T(1.5),
                          T(2.5),
                          T(-2.5),
                          Limits::infinity(),
                          -Limits::infinity(),
                          Limits::denorm_min(),
                          Limits::min(),
                          Limits::max(),
                          T(1e-20),
                          T(88.8)};
    std::mt19937 draw{3};
    while (values.size() < 60)
        values.push_back(std::ldexp(T(draw()) - T(2e9), static_cast<int>(draw() % 60) - 50));
    run.array("in", values);
    const std::size_t out = run.array("out", std::vector<T>(values.size(), T(5)));
    run.launch({3, 1, 1}, {20, 1, 1});
    const std::vector<T> found = run.values<T>(out);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T expected = i % 7 == 3 ? T(5) : function(values[i]);
        if (expected != expected)
            EXPECT_NE(found[i], found[i]) << call << " of " << values[i];
        else
            EXPECT_EQ(std::memcmp(&found[i], &expected, sizeof expected), 0)
                << call << " of " << values[i] << ": " << found[i] << ", not " << expected;
    }
}
template <typename T>
void expect_functions() {
    expect_function<T>("sqrt", [](T v) { return std::sqrt(v); });
    expect_function<T>("rsqrt",
                       [](T v) { return static_cast<T>(1.0 / std::sqrt(static_cast<double>(v))); });
    expect_function<T>("fabs", [](T v) { return std::fabs(v); });
    expect_function<T>("floor", [](T v) { return std::floor(v); });
    expect_function<T>("ceil", [](T v) { return std::ceil(v); });
    expect_function<T>("trunc", [](T v) { return std::trunc(v); });
    expect_function<T>("rint", [](T v) { return std::nearbyint(v); });
    expect_function<T>("exp", [](T v) { return std::exp(v); });
    expect_function<T>("exp2", [](T v) { return std::exp2(v); });
    expect_function<T>("log", [](T v) { return std::log(v); });
    expect_function<T>("log2", [](T v) { return std::log2(v); });
    expect_function<T>("sin", [](T v) { return std::sin(v); });
    expect_function<T>("cos", [](T v) { return std::cos(v); });
    expect_function<T>("tanh", [](T v) { return std::tanh(v); });
    expect_function<T>("log1p", [](T v) { return std::log1p(v); });
}

TEST(FunctionsOfLanes, AreThoseOfTheLibrary) {
    expect_functions<float>();
    expect_functions<double>();
}

}  // namespace lanes_test
}  // namespace stridescope::machine
