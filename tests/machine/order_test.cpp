// Races, as they are judged while a launch runs: what orders two accesses, and what does not.
#include "app/machine/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace order_test {

using Weight = RaceRecord::Weight;

/// Runs `kernel(int* a, int* b)` over arrays of 4096 zeros, under some schedules.
class OrderJudged : public ::testing::Test {
  protected:
    std::vector<RaceRecord> races(const std::string& text, std::uint32_t blocks,
                                  std::uint32_t threads, WarpOrder order = WarpOrder::ascending) {
        RunText run{text};
        run.settings.order = order;
        run.settings.workers = order == WarpOrder::descending ? 2 : 1;
        run.array("a", std::vector<int>(4096));
        run.array("b", std::vector<int>(4096));
        const LaunchRecord& record = run.launch({blocks, 1, 1}, {threads, 1, 1});
        EXPECT_TRUE(record.races.judged);
        return record.races.all;
    }
    void expect_none(const std::string& text, std::uint32_t blocks, std::uint32_t threads) {
        for (const auto order :
             {WarpOrder::ascending, WarpOrder::descending, WarpOrder::shuffled, WarpOrder::lanes}) {
            for (const RaceRecord& race : races(text, blocks, threads, order)) {
                ADD_FAILURE() << race.element << ": line " << race.first.place.line << " and "
                              << race.second.place.line;
                break;
            }
        }
    }
    void expect_some(const std::string& text, std::uint32_t blocks, std::uint32_t threads,
                     Weight weight = Weight::real) {
        for (const auto order :
             {WarpOrder::ascending, WarpOrder::descending, WarpOrder::shuffled, WarpOrder::lanes}) {
            EXPECT_TRUE(
                std::ranges::any_of(races(text, blocks, threads, order),
                                    [&](const RaceRecord& race) { return race.weight == weight; }));
        }
    }
};

TEST_F(OrderJudged, BlocksThatAddToAVolatileWordBetweenFences) {
    expect_some(
        "__global__ void k(int* a, int* b) {\n    volatile int* sum = a;\n"
        "    __threadfence();\n    *sum = *sum + 1;\n    __threadfence();\n}\n",
        8, 1);
}

TEST_F(OrderJudged, BlocksThatCountInOnePlaceWithoutAtomics) {
    const std::string text =
        "__global__ void k(int* a, int* b) {\n"
        "    a[b[blockIdx.x * blockDim.x + threadIdx.x]] += 1;\n}\n";
    expect_some(text, 4, 32);
    const auto found = races(text, 4, 1);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().element, "a[0]");
    EXPECT_EQ(found.front().first.place.line, 2);
    EXPECT_NE(found.front().first.block, found.front().second.block);
    expect_none(
        "__global__ void k(int* a, int* b) {\n"
        "    atomicAdd(&a[b[blockIdx.x * blockDim.x + threadIdx.x]], 1);\n}\n",
        4, 32);
}

TEST_F(OrderJudged, BlocksThatKeepApart) {
    expect_none(
        "__global__ void k(int* a, int* b) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    a[i] = b[i] + a[i];\n}\n",
        16, 64);
}

TEST_F(OrderJudged, BytesAndHalvesBesideEachOther) {
    expect_none(
        "__global__ void k(int* a, int* b) {\n"
        "    char* c = (char*)a;\n    short* h = (short*)b;\n"
        "    c[threadIdx.x] = 1;\n    h[threadIdx.x] = 2;\n}\n",
        1, 64);
    expect_some(
        "__global__ void k(int* a, int* b) {\n"
        "    char* c = (char*)a;\n    c[threadIdx.x / 2] = threadIdx.x;\n}\n",
        1, 64);
}

TEST_F(OrderJudged, SyncwarpOrdersTheLanesInItsMask) {
    const auto text = [](const std::string& between, const std::string& read) {
        return "__global__ void k(int* a, int* b) {\n"
               "    __shared__ int s[32];\n    int t = threadIdx.x;\n    s[t] = t;\n    " +
               between + "\n    a[t] = s[" + read + "];\n}\n";
    };
    expect_none(text("__syncwarp();", "31 - t"), 1, 32);
    expect_some(text("", "31 - t"), 1, 32);
    expect_some(text("int v = __shfl_sync(0xffffffffu, t, 0); a[64 + t] = v;", "31 - t"), 1, 32);
    // Halves that wait for themselves alone.
    const std::string halves = "if (t < 16) __syncwarp(0xffffu); else __syncwarp(0xffff0000u);";
    expect_none(text(halves, "t ^ 1"), 1, 32);
    expect_some(text(halves, "31 - t"), 1, 32);
}

TEST_F(OrderJudged, EachMaskThatLanesNameIsABarrierOfItsOwn) {
    const auto text = [](const std::string& mask, const std::string& read) {
        return "__global__ void k(int* a, int* b) {\n"
               "    __shared__ int s[64];\n    int t = threadIdx.x;\n    unsigned m = " +
               mask + ";\n    s[t] = t;\n    __syncwarp(m);\n    int v = s[t / 32 * 32 + (" + read +
               ")];\n    __syncwarp(m);\n    s[t] = v;\n    a[t] = s[t];\n}\n";
    };
    const std::string tiles = "0xffu << t % 32 / 8 * 8", stripes = "0x55555555u << t % 2";
    expect_none(text(tiles, "t % 32 ^ 7"), 1, 64);
    expect_some(text(tiles, "t % 32 ^ 8"), 1, 64);
    expect_none(text(stripes, "t % 32 ^ 6"), 1, 64);
    expect_some(text(stripes, "t % 32 ^ 1"), 1, 64);
    // A mask that only a vote gives.
    const std::string voted = "__match_any_sync(0xffffffffu, b[t] + t % 3)";
    expect_none(text(voted, "t % 32 < 29 ? t % 32 + 3 : t % 3"), 1, 32);
    expect_some(text(voted, "t % 32 < 31 ? t % 32 + 1 : 0"), 1, 32);
}

TEST_F(OrderJudged, TilesOfAWarpWaitForThemselvesAlone) {
    const auto text = [](const std::string& read) {
        return "#include <cooperative_groups.h>\n"
               "namespace cg = cooperative_groups;\n"
               "__global__ void k(int* a, int* b) {\n"
               "    __shared__ int s[64];\n    int t = threadIdx.x;\n"
               "    auto tile = cg::tiled_partition<16>(cg::this_thread_block());\n"
               "    s[t] = b[t];\n    tile.sync();\n    a[t] = s[" +
               read + "];\n}\n";
    };
    expect_none(text("t ^ 15"), 1, 64);
    expect_some(text("t ^ 16"), 1, 64);
}

// Lanes that fenced hand that on by __syncwarp, as threads do by a barrier.
TEST_F(OrderJudged, OneLaneSetsTheFlagForItsWarp) {
    const auto text = [](const std::string& fence, const std::string& sync) {
        return "__device__ int flag;\n"
               "__global__ void k(int* a, int* b) {\n    int t = threadIdx.x;\n"
               "    if (blockIdx.x == 0) {\n        a[t] = t;\n        " +
               fence + "\n        " + sync +
               "\n        if (t == 0) atomicExch(&flag, 1);\n    } else {\n"
               "        if (t == 0) {\n            while (atomicAdd(&flag, 0) == 0) { }\n"
               "            __threadfence();\n        }\n        __syncwarp();\n"
               "        b[t] = a[31 - t];\n    }\n}\n";
    };
    expect_none(text("__threadfence();", "__syncwarp();"), 2, 32);
    expect_none(text("", "__syncwarp(); __threadfence();"), 2, 32);
    expect_some(text("__threadfence();", ""), 2, 32);
    expect_some(text("", "__syncwarp();"), 2, 32);
    expect_some(text("if (t == 0) __threadfence();", "__syncwarp();"), 2, 32);
}

TEST_F(OrderJudged, WhoHasReadAFlagMayWriteIt) {
    const auto text = [](const std::string& give_back) {
        return "__device__ volatile int serving = 0;\n__device__ int next_ = 0;\n"
               "__global__ void k(int* a, int* b) {\n    if (threadIdx.x == 0) {\n"
               "        int mine = atomicAdd(&next_, 1);\n"
               "        while (serving != mine) { }\n        __threadfence();\n"
               "        a[0] += 1;\n        __threadfence();\n        " +
               give_back + "\n    }\n}\n";
    };
    expect_none(text("serving = mine + 1;"), 6, 32);
    const std::string lock =
        "__device__ int lock = 0;\n__global__ void k(int* a, int* b) {\n"
        "    if (threadIdx.x == 0) {\n        while (atomicCAS(&lock, 0, 1) != 0) { }\n"
        "        __threadfence();\n        a[0] += 1;\n        __threadfence();\n"
        "        lock = 0;\n    }\n}\n";
    expect_none(lock, 6, 32);
    // The word itself is the message; who waits for it takes it away.
    expect_none(
        "__global__ void k(int* a, int* b) {\n    volatile int* word = a;\n"
        "    if (blockIdx.x == 0) {\n        word[threadIdx.x] = 7;\n    } else {\n"
        "        while (word[threadIdx.x] == 0) { }\n        word[threadIdx.x] = 0;\n    }\n}\n",
        2, 32);
    expect_some(
        "__global__ void k(int* a, int* b) {\n    volatile int* word = a;\n"
        "    word[threadIdx.x] = 7 + blockIdx.x;\n}\n",
        2, 32);
    // Nobody reads it before.
    expect_some(
        "__global__ void k(int* a, int* b) {\n    __threadfence();\n"
        "    a[0] = blockIdx.x;\n    atomicAdd(&b[0], 1);\n}\n",
        4, 1);
}

// The first value of a lock, or of what is waited for, needs a barrier before anyone looks.
TEST_F(OrderJudged, ALockThatIsSetUpWhileOthersWaitForIt) {
    const auto text = [](const std::string& barrier) {
        return "__global__ void k(int* a, int* b) {\n    __shared__ int lock;\n"
               "    int t = threadIdx.x;\n    if (t == 0) lock = 0;\n    " +
               barrier +
               "\n    if (t % 32 == 0) {\n        while (atomicCAS(&lock, 0, 1) != 0) { }\n"
               "        __threadfence_block();\n        a[0] += t;\n"
               "        __threadfence_block();\n        atomicExch(&lock, 0);\n    }\n}\n";
    };
    expect_none(text("__syncthreads();"), 1, 128);
    // Where the first warp is the first to have it, the lock itself orders all others behind it.
    EXPECT_TRUE(std::ranges::any_of(races(text(""), 1, 128, WarpOrder::descending),
                                    [](const RaceRecord& race) { return race.element == "lock"; }));
}

TEST_F(OrderJudged, ATicketWithItsFence) {
    const auto text = [](const std::string& fence) {
        return "__device__ unsigned count = 0;\n"
               "__global__ void k(int* a, int* b) {\n"
               "    __shared__ bool last;\n"
               "    if (threadIdx.x == 0) {\n"
               "        a[blockIdx.x] = 1;\n        " +
               fence +
               "\n        last = atomicInc(&count, gridDim.x) == gridDim.x - 1;\n    }\n"
               "    __syncthreads();\n"
               "    if (last && threadIdx.x == 0) {\n"
               "        int v = 0;\n"
               "        for (int k = 0; k < gridDim.x; k++) v += a[k];\n"
               "        b[0] = v;\n        count = 0;\n    }\n}\n";
    };
    expect_none(text("__threadfence();"), 8, 32);
    expect_some(text(""), 8, 32);
    expect_some(text("__threadfence_block();"), 8, 32);
}

TEST_F(OrderJudged, ALockWithItsFences) {
    const auto text = [](const std::string& fence) {
        return "__device__ int lock = 0;\n"
               "__global__ void k(int* a, int* b) {\n"
               "    if (threadIdx.x == 0) {\n"
               "        while (atomicCAS(&lock, 0, 1) != 0) { }\n        " +
               fence + "\n        a[0] += 1;\n        " + fence +
               "\n        atomicExch(&lock, 0);\n    }\n}\n";
    };
    expect_none(text("__threadfence();"), 8, 32);
    expect_some(text(""), 8, 32);
}

TEST_F(OrderJudged, AFenceOfABlockIsNoneForTheNextInItsPlace) {
    // There is room for one block at a time. The first fences; the second does not.
    const std::string text =
        "__global__ void k(int* a, int* b) {\n    volatile int* flag = b;\n"
        "    if (blockIdx.x == 0) __threadfence();\n"
        "    if (blockIdx.x == 1) { a[0] = 1; *flag = 1; }\n"
        "    if (blockIdx.x == 2) {\n        while (*flag == 0) {}\n        __threadfence();\n"
        "        b[1] = a[0];\n    }\n}\n";
    RunText run{text};
    run.settings.multiprocessors = run.settings.resident = 1;
    run.settings.grows = false;
    run.array("a", std::vector<int>(64));
    run.array("b", std::vector<int>(64));
    EXPECT_EQ(run.launch({3, 1, 1}, {1, 1, 1}).races.all.size(), 1U);
}

TEST_F(OrderJudged, AFlagThatIsReadPlainly) {
    const auto text = [](const std::string& flag) {
        return "__global__ void k(int* a, int* b) {\n"
               "    if (blockIdx.x == 0) {\n        a[5] = 7;\n        __threadfence();\n"
               "        atomicExch(&b[0], 1);\n    } else {\n        while (" +
               flag + " == 0) { }\n        __threadfence();\n        a[6] = a[5];\n    }\n}\n";
    };
    expect_none(text("*(volatile int*)&b[0]"), 2, 1);
    expect_none(text("atomicAdd(&b[0], 0)"), 2, 1);
    expect_some(text("b[0]"), 2, 1, Weight::polled);
    // Of what the flag keeps in order nothing is said.
    for (const RaceRecord& race : races(text("b[0]"), 2, 1)) EXPECT_EQ(race.element, "b[0]");
}

TEST_F(OrderJudged, WhatDoesNoHarmIsToldApart) {
    expect_some("__global__ void k(int* a, int* b) {\n    if (threadIdx.x > 3) a[0] = 1;\n}\n", 2,
                32, Weight::same_value);
    for (const RaceRecord& race : races(
             "__global__ void k(int* a, int* b) {\n    if (threadIdx.x > 3) a[0] = 1;\n}\n", 2, 32))
        EXPECT_EQ(race.weight, Weight::same_value);
    const std::string swap =
        "__global__ void k(int* a, int* b) {\n"
        "    int old = a[0], assumed;\n"
        "    do {\n        assumed = old;\n"
        "        old = atomicCAS(&a[0], assumed, assumed + 2);\n    } while (assumed != old);\n}\n";
    for (const RaceRecord& race : races(swap, 2, 32)) {
        EXPECT_EQ(race.weight, Weight::before_cas)
            << race.first.place.line << (race.first.writes ? " writes, " : " reads, ")
            << race.second.place.line << (race.second.writes ? " writes" : " reads");
    }
}

// What others have stored is not yet to be seen, and what stands there meanwhile is no value of
// theirs.
TEST_F(OrderJudged, EqualValuesAreThoseThatWereStoredAlsoWhereThatIsSeenLate) {
    const auto weights = [](const std::string& value, std::uint64_t seed) {
        RunText run{"__global__ void k(int* a, int* b) {\n    a[0] = " + value + ";\n}\n"};
        run.settings.memory = MemoryOrder::weak;
        run.settings.memory_seed = seed;
        run.array("a", std::vector<int>(64));
        run.array("b", std::vector<int>{2, 3, 5, 7});
        const LaunchRecord& record = run.launch({4, 1, 1}, {8, 1, 1});
        std::vector<Weight> found;
        for (const RaceRecord& race : record.races.all) {
            if (race.first.block != race.second.block) found.push_back(race.weight);
        }
        return found;
    };
    for (std::uint64_t seed = 1; seed < 8; ++seed) {
        EXPECT_EQ(weights("b[0] + b[1]", seed), std::vector{Weight::same_value});
        // 0 stood there before; a block that stores it differs from those that store something.
        for (const char* value : {"b[blockIdx.x]", "blockIdx.x == 1 ? 0 : b[0]"}) {
            const std::vector<Weight> found = weights(value, seed);
            EXPECT_NE(std::ranges::find(found, Weight::real), found.end()) << value;
        }
    }
}

// Who has read the place, or added to it, before a barrier is over.
TEST_F(OrderJudged, EqualValuesBehindABarrierAreToldApartWhateverWasBefore) {
    const auto text = [](const std::string& value) {
        return "__global__ void k(int* a, int* b) {\n"
               "    int old = a[0];\n    __syncthreads();\n    atomicAdd(&a[0], 1);\n"
               "    __syncthreads();\n    a[0] = old + " +
               value + ";\n}\n";
    };
    for (const RaceRecord& race : races(text("3"), 1, 96))
        EXPECT_EQ(race.weight, Weight::same_value);
    expect_some(text("3"), 1, 96, Weight::same_value);
    expect_some(text("threadIdx.x / 32"), 1, 96);
}

// Idle threads set back what thread 0 still reads; that all of them write the same is beside it.
TEST_F(OrderJudged, WhatDoesNoHarmHidesNothing) {
    expect_some(
        "__global__ void k(int* a, int* b) {\n"
        "    __shared__ int s;\n"
        "    for (int r = 0; r < 3; r++) {\n"
        "        s = 0;\n        __syncthreads();\n"
        "        atomicAdd(&s, 1);\n        __syncthreads();\n"
        "        if (threadIdx.x == 0) a[r] = s;\n    }\n}\n",
        1, 64);
}

// Of many readers of a place some are enough to find who is in their way.
TEST_F(OrderJudged, OneWritesWhatManyBlocksRead) {
    for (const int writer : {0, 1, 5, 7}) {
        const std::string block = std::to_string(writer);
        expect_some(
            "__global__ void k(int* a, int* b) {\n    int sum = 0;\n"
            "    for (int i = 0; i < 64; ++i) sum += a[i];\n"
            "    b[blockIdx.x * blockDim.x + threadIdx.x] = sum;\n"
            "    if (blockIdx.x == " +
                block + " && threadIdx.x == 3) a[9] = sum + 1;\n}\n",
            8, 96);
        expect_some(
            "__global__ void k(int* a, int* b) {\n"
            "    if (blockIdx.x == " +
                block +
                ") atomicAdd(&a[0], 1);\n"
                "    else b[blockIdx.x * blockDim.x + threadIdx.x] = a[0] + a[0];\n}\n",
            8, 64);
    }
    expect_none(
        "__global__ void k(int* a, int* b) {\n    int sum = 0;\n"
        "    for (int i = 0; i < 64; ++i) sum += a[i];\n"
        "    a[64 + blockIdx.x * blockDim.x + threadIdx.x] = sum;\n}\n",
        8, 96);
}

/// Lanes that fence one after the other have loaded at as many moments: another block's load is
/// remembered beside all of them.
TEST_F(OrderJudged, LoadsOfManyMomentsAreRemembered) {
    RunText run{
        "__global__ void k(int* a, int* b) {\n    int t = threadIdx.x, v = 0;\n"
        "    for (int i = 0; i < 32; ++i)\n        if (t == i) {\n            v = a[2];\n"
        "            if (blockIdx.x == 0) __threadfence();\n        }\n"
        "    if (blockIdx.x == 1 && t == 0) *(volatile int*)&b[0] = 1;\n"
        "    if (blockIdx.x == 0) {\n        while (*(volatile int*)&b[0] == 0) {}\n"
        "        __syncwarp();\n        if (t == 0) a[2] = 1;\n    }\n"
        "    b[64 + blockIdx.x * 32 + t] = v;\n}\n"};
    run.array("a", std::vector<int>(64));
    run.array("b", std::vector<int>(256));
    const LaunchRecord& record = run.launch({2, 1, 1}, {32, 1, 1});
    EXPECT_TRUE(std::ranges::any_of(record.races.all, [](const RaceRecord& race) {
        return race.element == "a[2]" && race.first.block != race.second.block;
    }));
}

/// Who arrives and does not wait is not kept apart from the others.
TEST_F(OrderJudged, BarriersOfCudaOrderThoseWhoWait) {
    const auto text = [](const std::string& wait, const std::string& again) {
        return "#include <cuda/barrier>\n"
               "__global__ void k(int* a, int* b) {\n"
               "    __shared__ cuda::barrier<cuda::thread_scope_block> bar;\n"
               "    __shared__ int s[128];\n"
               "    int t = threadIdx.x;\n"
               "    if (t == 0) init(&bar, blockDim.x);\n"
               "    __syncthreads();\n"
               "    for (int r = 0; r < 3; ++r) {\n"
               "        s[t] = r + t;\n"
               "        auto token = bar.arrive();\n" +
               wait + "        int v = s[t + 32 & 127];\n" + again +
               "        b[blockIdx.x * 128 + t] = v;\n    }\n}\n";
    };
    const std::string wait = "        bar.wait(std::move(token));\n",
                      again = "        bar.arrive_and_wait();\n";
    expect_none(text(wait, again), 2, 128);
    expect_some(text("", again), 2, 128);
    expect_some(text(wait, ""), 2, 128);
}

// One block after the other accesses rows by elements of one width, and then of another: what a
// lane did before is no longer at its own place. The atomic has all of it looked at closely.
TEST_F(OrderJudged, AWarpsRowsByElementsOfOtherWidths) {
    const auto text = [](const std::string& first, const std::string& second) {
        return "__global__ void k(int* a, int* b) {\n    __shared__ double d[64];\n"
               "    __shared__ int n;\n    int t = threadIdx.x, v = 0;\n"
               "    int *words = (int *)d;\n    int4 *fours = (int4 *)d;\n"
               "    if (t == 0) n = 0;\n    d[t] = 0;\n    __syncthreads();\n    atomicAdd(&n, "
               "1);\n    " +
               first + "\n    " + second + "\n    b[t] = v;\n}\n";
    };
    const std::string doubles = "d[t] = t;", loads = "v += (int)d[t];", words = "words[t] = t;",
                      upper = "words[t + 32] = t;", reads = "v += words[t];",
                      fours = "fours[t] = make_int4(t, 0, 0, 0);", four = "v += fours[t].x;";
    for (const auto& [first, second] :
         {std::pair{doubles, reads},
          {doubles, words},
          {loads, words},
          {loads, upper},
          {words, loads},
          {fours, loads},
          {fours, reads},
          {words, doubles},
          {loads, fours},
          {std::string{"if (t < 9) d[t] = t;"}, std::string{"if (t == 20) v += words[3];"}},
          {std::string{"if (t < 9) v += (int)d[t];"}, std::string{"if (t == 20) words[3] = 1;"}}})
        expect_some(text(first, second), 1, 32);
    for (const auto& [first, second] : {std::pair{doubles, loads},
                                        {loads, doubles},
                                        {words, reads},
                                        {reads, loads},
                                        {fours, four},
                                        {doubles + " __syncwarp();", reads},
                                        {fours + " __syncthreads();", words},
                                        {loads + " __syncwarp();", upper}})
        expect_none(text(first, second), 1, 32);
}

// What nobody is in the way of is put aside (see order_aside.h): lanes at one word, in reverse, in
// steps, words in pairs, below the array while they sit out, and a store that comes late.
TEST_F(OrderJudged, WhatIsPutAsideIsLookedAtWhereItMust) {
    const auto text = [](const std::string& body) {
        return "__global__ void k(int* a, int* b) {\n    __shared__ int s[256];\n"
               "    __shared__ double d[128];\n    int t = threadIdx.x;\n    s[t] = a[t];\n"
               "    s[t + 128] = 0;\n    d[t] = t;\n    __syncthreads();\n" +
               body + "}\n";
    };
    const std::string store = "    if (t == 0) a[1] = s[5];\n";
    for (const std::string alone :
         {"    b[t] = s[127 - t];\n", "    b[t] = s[t / 4];\n", "    b[t] = (int)d[127 - t];\n",
          "    if (t > 0) b[t] = s[t - 1];\n", "    b[t] = s[0];\n", "    b[t] = s[2 * t];\n"})
        expect_none(text(alone), 1, 128);
    for (const std::string late :
         {"    b[t] = s[127 - t];\n    s[t] = 1;\n",
          "    b[t] = s[t / 4];\n    if (t == 1) s[0] = 2;\n",
          "    b[t] = (int)d[127 - t];\n    d[t] = 1;\n",
          "    if (t > 0) b[t] = s[t - 1];\n    s[t] = t;\n", "    b[t] = s[0];\n    s[t] = 3;\n",
          "    s[t / 2] = t;\n", "    if (t < 3) s[t / 2] = t;\n",
          "    s[2 * t] = t;\n    b[t] = s[t];\n", "    b[t] = b[t ^ 1] + 1;\n"})
        expect_some(text(late + store), 1, 128);
    for (const std::string own :
         {"    s[t] = s[t] + 1;\n    b[t] = s[t];\n", "    d[t] += 1;\n    b[t] = (int)d[t];\n",
          "    s[t ^ 5] = t;\n    b[t] = s[t ^ 5];\n", "    s[2 * t] = t;\n    s[2 * t] += 1;\n",
          "    s[t] = 1;\n    __syncwarp();\n    b[t] = s[t ^ 3];\n"
          "    __syncwarp();\n    s[t ^ 7] = 4;\n",
          "    b[t] = b[t] + 1;\n    b[t + 2048] = b[t];\n"})
        expect_none(text(own), 1, 128);
}

// Loads that meet no store between two barriers are not judged (see find_lone_loads). Stores that
// come from elsewhere: of threads at another barrier, of the loop's next round, by an address.
TEST_F(OrderJudged, LoadsAreLeftOutOnlyWhereNobodyStores) {
    const auto text = [](const std::string& body) {
        return "__device__ int* at(int* p, int n) { return p + n; }\n"
               "__global__ void k(int* a, int* b) {\n    __shared__ int s[128];\n"
               "    int t = threadIdx.x, w = t / 32;\n    s[t] = t;\n    __syncthreads();\n" +
               body + "}\n";
    };
    const std::string barrier = "    __syncthreads();\n", load = "    b[t] = s[t ^ 64];\n";
    const std::string store = "    s[t] = t + 1;\n";
    const std::string rounds = "    for (int r = 0; r < 3; ++r) {\n";
    const std::vector<std::string> racy{
        load + store,
        store + load,
        rounds + store + barrier + load + "    }\n",
        rounds + load + barrier + store + "    }\n",
        "    if (w < 2) {\n" + barrier + load + "    } else {\n" + barrier + store + "    }\n",
        "    if (w < 2) {\n" + barrier + load + "    } else {\n" + barrier + "    }\n" + barrier +
            "    if (w < 2) {\n" + barrier + load + "    } else {\n" + barrier + store + "    }\n",
        load + "    int* p = w > 5 ? a : s; p[t] = 5;\n",
        load + "    *at(s, t) = 5;\n",
        load + "    atomicAdd(&s[t], 1);\n",
        "    if (t > 100) return;\n" + barrier + load + barrier + load + store,
        "    a[t] = t;\n    b[t] = a[t ^ 64];\n",
        rounds + "    a[t] = t;\n" + barrier + "    b[t] = a[t ^ 64];\n    }\n"};
    for (const std::string& body : racy) expect_some(text(body), 1, 128);
    const std::vector<std::string> clean{
        load + barrier + store,
        rounds + load + barrier + store + barrier + "    }\n",
        rounds + store + barrier + load + barrier + "    }\n",
        "    if (w < 2) {\n" + barrier + load + "    } else {\n" + barrier + load + "    }\n",
        "    a[t] = t;\n" + barrier + "    b[t] = a[t ^ 64] + s[t ^ 1];\n",
        "    if (t > 63) return;\n    s[t] = 3;\n" + barrier + "    b[t] = s[t ^ 32];\n"};
    for (const std::string& body : clean) expect_none(text(body), 1, 128);
}

TEST_F(OrderJudged, MoreBarriersThanAreCountedAtOnce) {
    for (const std::string barrier : {"__syncthreads()", "__syncwarp()"}) {
        const auto text = [&](const std::string& last) {
            return "__global__ void k(int* a, int* b) {\n    __shared__ int s[32];\n"
                   "    int t = threadIdx.x;\n    s[t] = t;\n"
                   "    for (int i = 0; i < 530000; ++i) " +
                   barrier + ";\n    b[t] = s[31 - t];\n    " + last + ";\n    s[t] = 1;\n}\n";
        };
        EXPECT_TRUE(races(text(barrier), 1, 32).empty());
        EXPECT_FALSE(races(text("b[t] += 1"), 1, 32).empty());
    }
}

/// One warp fills what another one empties, by barriers that have numbers.
std::string handed_over(const std::string& full, const std::string& empty,
                        const std::string& emptied) {
    return "__device__ void sync(int name, int count) {\n"
           "    asm volatile(\"bar.sync %0, %1;\" ::\"r\"(name), \"r\"(count) : \"memory\");\n}\n"
           "__device__ void arrive(int name, int count) {\n"
           "    asm volatile(\"barrier.cta.arrive.aligned %0, %1;\" ::\"r\"(name), "
           "\"r\"(count));\n}\n"
           "__global__ void k(int* a, int* b) {\n    __shared__ int s[32];\n"
           "    int t = threadIdx.x % 32, w = threadIdx.x / 32;\n"
           "    for (int r = 0; r < 4; ++r) {\n        if (w == 0) {\n"
           "            s[t] = a[32 * r + t] + r;\n            " +
           full + "            " + empty +
           "        } else if (w == 1) {\n            sync(1, 64);\n"
           "            b[32 * r + t] = s[31 - t];\n            " +
           emptied +
           "        }\n    }\n    __syncthreads();\n    b[1024 + threadIdx.x] = s[t];\n}\n";
}

TEST_F(OrderJudged, NamedBarriersOrderThoseWhoComeToThem) {
    expect_none(handed_over("arrive(1, 64);\n", "sync(2, 64);\n", "arrive(2, 64);\n"), 1, 96);
    expect_none(handed_over("sync(1, 64);\n", "sync(2, 64);\n", "sync(2, 64);\n"), 1, 70);
    expect_some(handed_over("arrive(1, 64);\n", "", ""), 1, 96);
    const std::string two =
        "__global__ void k(int* a, int* b) {\n    __shared__ int s[128];\n"
        "    int t = threadIdx.x;\n    s[t] = t;\n"
        "    asm volatile(\"bar.sync %0, 64;\" ::\"r\"(1 + t / 64));\n"
        "    b[t] = s[t ^ ";
    expect_none(two + "32];\n}\n", 1, 128);
    expect_some(two + "64];\n}\n", 1, 128);
    // All of a block, by a number alone; and with a fence a flag behind it tells of all.
    expect_none(
        "__global__ void k(int* a, int* b) {\n    __shared__ int s[100];\n"
        "    int t = threadIdx.x;\n    s[t] = t;\n    asm volatile(\"bar.sync 3;\");\n"
        "    b[t] = s[99 - t];\n}\n",
        1, 100);
    const auto flag = [](const std::string& fence) {
        return "__global__ void k(int* a, int* b) {\n    int t = threadIdx.x;\n"
               "    if (blockIdx.x == 0) {\n        a[t] = t;\n        " +
               fence +
               "        asm volatile(\"bar.sync 1, 64;\" ::: \"memory\");\n"
               "        if (t == 0) atomicExch(&a[100], 1);\n    } else {\n"
               "        if (t == 0) while (atomicAdd(&a[100], 0) == 0) {}\n"
               "        __threadfence();\n        asm volatile(\"bar.sync 1, 64;\" ::: "
               "\"memory\");\n"
               "        b[t] = a[63 - t];\n    }\n}\n";
    };
    expect_none(flag("__threadfence();\n"), 2, 64);
    expect_some(flag(""), 2, 64);
}

TEST(NamedBarriers, WhoWaitsForNobodyIsTold) {
    for (const auto order : {WarpOrder::ascending, WarpOrder::lanes}) {
        RunText run{
            "__global__ void k(int* a) {\n    if (threadIdx.x < 32)\n"
            "        asm volatile(\"bar.sync 5, 64;\");\n    a[threadIdx.x] = 7;\n}\n"};
        run.settings.order = order;
        const std::size_t a = run.array("a", std::vector<int>(96));
        run.launch({1, 1, 1}, {96, 1, 1});
        ASSERT_EQ(run.record.diagnostics.size(), 1u);
        EXPECT_EQ(run.record.diagnostics[0].message,
                  "barrier 5 waits for 64 threads, and only 32 of block 0 ever come to it");
        EXPECT_EQ(run.values<int>(a)[3], 7);
    }
}

TEST_F(OrderJudged, LaunchesAreInOrder) {
    RunText run{
        "__global__ void k(int* a) { a[threadIdx.x] += blockIdx.x + a[threadIdx.x ^ 1]; }\n"
        "__global__ void l(int* a) { if (threadIdx.x == 0) a[5] = 1; }\n"};
    run.array("a", std::vector<int>(64));
    EXPECT_TRUE(run.launch({1, 1, 1}, {1, 1, 1}, 0, 1).races.all.empty());
    EXPECT_TRUE(run.launch({1, 1, 1}, {1, 1, 1}, 0, 1).races.all.empty());
    EXPECT_FALSE(run.launch({1, 1, 1}, {64, 1, 1}, 0, 0).races.all.empty());
}

TEST_F(OrderJudged, NobodyIsAskedToJudge) {
    RunText run{"__global__ void k(int* a) { a[0] += 1; }\n"};
    run.settings.judge = false;
    run.array("a", std::vector<int>(64));
    const LaunchRecord& record = run.launch({4, 1, 1}, {64, 1, 1});
    EXPECT_FALSE(record.races.judged);
    EXPECT_TRUE(record.races.all.empty());
}

}  // namespace order_test
}  // namespace stridescope::machine
