// A run that nobody wants any more ends soon, wherever it is; and what resident blocks take is
// known before it is taken.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <system_error>
#include <thread>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace cancel_test {

using namespace std::chrono_literals;

/// Wants a run no more after a while: from a thread, or, where there is none to be had (in a page),
/// when the machine lets it look on.
class Impatience {
  public:
    explicit Impatience(Settings& settings) {
        settings.cancel = &cancel_;
        try {
            thread_ = std::thread([this] {
                std::this_thread::sleep_for(patience);
                cancel_ = true;
            });
        } catch (const std::system_error&) {
            settings.look_on = &look_on_;
            settings.workers = 1;
        }
    }
    ~Impatience() {
        if (thread_.joinable()) thread_.join();
    }
    Impatience(const Impatience&) = delete;
    Impatience& operator=(const Impatience&) = delete;

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto patience = 50ms;

    std::atomic<bool> cancel_ = false;
    Clock::time_point begin_ = Clock::now();
    std::function<void()> look_on_ = [this] { cancel_ = Clock::now() - begin_ > patience; };
    std::thread thread_;  // not std::jthread, which libc++ 16 does not have
};

/// That the endless text ends when it is cancelled, though it may go on for hours.
void expect_ends(const std::string& text, Settings settings, std::uint32_t blocks,
                 std::uint32_t threads) {
    RunText run(text);
    run.array("a", std::vector<int>(64));
    settings.budget = ~std::uint64_t{0};
    run.settings = settings;
    const Impatience impatience(run.settings);
    run.launch({blocks, 1, 1}, {threads, 1, 1});
    EXPECT_FALSE(run.record.complete) << text;
}

TEST(Cancel, WithinABlock) {
    const std::string stores = "__global__ void k(int *a) { while (true) a[threadIdx.x]++; }";
    expect_ends(stores, {}, 1, 64);
    expect_ends(stores, {.record = false}, 1, 64);
    expect_ends(stores, {.order = WarpOrder::lanes}, 1, 64);
    expect_ends("__global__ void k(int *a) { while (true) __syncthreads(); }", {}, 1, 64);
}

TEST(Cancel, OfBlocksSideBySide) {
    expect_ends("__global__ void k(int *a) { int i = 0; while (true) i++; a[0] = i; }",
                {.workers = 2}, 4, 32);
}

TEST(Cancel, OfBlocksThatHaveToDoWithEachOther) {
    expect_ends(
        "__global__ void k(int *a) { atomicAdd(a, 1); while (true) { a[blockIdx.x + 1]++; } }", {},
        4, 32);
}

TEST(Cancel, OfAMain) {
    for (const std::string body :
         {"int i = 0; while (true) i++;",
          "int *p = new int[10000000]; while (true) memcpy(p, p + 5000000, 20000000);",
          "while (true) k<<<1, 1>>>(nullptr);"}) {
        language::Parsed parsed =
            language::parse("t.cu", "__global__ void k(int *a) { }\nint main() { " + body + " }");
        ASSERT_TRUE(parsed.faults.empty()) << parsed.faults.front().message;
        GlobalMemory memory;
        Settings settings;
        const Impatience impatience(settings);
        const auto begin = std::chrono::steady_clock::now();
        (void)run_main(*parsed.unit, memory, settings);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, 60s) << body;
    }
}

/// Each block waits until all have come, then reads more the later it is.
const char* const all_at_once = R"(
__global__ void k(int *a) {
    atomicAdd(a, 1);
    while (*(volatile int *)a < gridDim.x) { }
    int sum = 0;
    for (int i = 0; i < 200; i++) sum += a[1 + i];
    a[300 + blockIdx.x] = sum;
}
)";

/// One block may go on for ever: its rows are those of a whole recording as far as there is room,
/// and what it computes, and is told of it, is the same.
TEST(RecordedBytes, HoldWithinABlock) {
    const char* const text = R"(
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    for (int i = 0; i < n; i++) {
        s[threadIdx.x] = i;
        __syncthreads();
        out[threadIdx.x] += s[63 - threadIdx.x];
        if (i != 29000) __syncthreads();
    }
}
)";
    const auto bytes_of_rows = [](const LaunchRecord& record) {
        std::string all;
        for (const Segment& s : record.blocks.at(0).segments)
            all.append(reinterpret_cast<const char*>(s.begin),
                       reinterpret_cast<const char*>(s.end));
        return all;
    };
    std::string whole;
    std::vector<int> sums;
    for (const std::uint64_t most : {UINT64_MAX, std::uint64_t{1} << 20}) {
        RunText run(text);
        const std::size_t out = run.array("out", std::vector<int>(64));
        run.scalar(30000);
        run.settings.block_bytes = most;
        run.launch({1, 1, 1}, {64, 1, 1});
        EXPECT_TRUE(run.record.complete);
        EXPECT_EQ(run.record.races.all.size(), 64u);
        EXPECT_EQ(run.record.blocks.at(0).is_cut, most < UINT64_MAX);
        if (most == UINT64_MAX) {
            whole = bytes_of_rows(run.record);
            sums = run.values<int>(out);
            continue;
        }
        const std::string some = bytes_of_rows(run.record);
        EXPECT_GT(some.size(), most / 2);
        EXPECT_LT(some.size(), most + (std::uint64_t{5} << 20));
        EXPECT_LT(some.size(), whole.size() / 2);
        EXPECT_TRUE(whole.starts_with(some));
        EXPECT_EQ(run.values<int>(out), sums);
    }
}

TEST(RecordedBytes, HoldAlsoWhereAllBlocksAreThereAtOnce) {
    RunText all(all_at_once);
    all.array("a", std::vector<int>(1000));
    all.settings.resident = 64;
    all.launch({64, 1, 1}, {32, 1, 1});
    ASSERT_EQ(all.record.blocks.size(), 64u);
    const std::uint64_t each = recorded_bytes(all.record) / 64;

    RunText some(all_at_once);
    some.array("a", std::vector<int>(1000));
    some.settings.resident = 64;
    some.settings.recorded_bytes = each * 10;
    some.launch({64, 1, 1}, {32, 1, 1});
    EXPECT_TRUE(some.record.complete);
    EXPECT_LE(some.record.blocks.size(), 12u);
    EXPECT_GE(some.record.blocks.size(), 5u);
    EXPECT_LE(recorded_bytes(some.record), each * 14);
    // They are the first ones, and as if all had been recorded.
    for (std::size_t b = 0; b < some.record.blocks.size(); ++b) {
        EXPECT_EQ(some.record.blocks[b].block, b);
        std::size_t rows = 0, same = 0;
        for (const Segment& s : some.record.blocks[b].segments)
            s.for_each_row([&](const Row&) { ++rows; });
        for (const Segment& s : all.record.blocks[b].segments)
            s.for_each_row([&](const Row&) { ++same; });
        EXPECT_EQ(rows, same) << b;
    }
}

std::string refusal(const std::string& text, std::uint32_t blocks, const Settings& settings) {
    language::Parsed parsed = language::parse("t.cu", text);
    GlobalMemory memory;
    const std::size_t array = memory.allocate("a", 4000);
    language::Launch launch;
    launch.grid = {blocks, 1, 1};
    launch.block = {1024, 1, 1};
    launch.arguments = {{{memory[array].address}}};
    launch.memory = memory.layout();
    try {
        (void)run(*parsed.unit, *parsed.unit->kernels.at(0), launch, memory, settings);
    } catch (const language::FaultError& error) {
        return error.fault().message;
    }
    return {};
}

TEST(Memory, OfResidentBlocksIsKnownBeforeItIsTaken) {
    Settings settings;
    settings.resident = 8192;
    settings.order = WarpOrder::lanes;
    settings.most_memory = std::uint64_t{1} << 30;
    EXPECT_NE(refusal(all_at_once, 8192, settings).find("8192 resident blocks take"),
              std::string::npos);
}

TEST(Memory, OfABlocksVariablesIsKnownBeforeItIsTaken) {
    const std::string text =
        "__global__ void k(int *a) { double b[50000]; b[a[0]] = 1; a[1] = (int)b[a[2]]; }";
    Settings settings;
    settings.most_memory = std::uint64_t{256} << 20;  // and 1,024 threads want 410 MB
    EXPECT_NE(refusal(text, 2, settings).find("1024 threads take 0.4 GB"), std::string::npos)
        << refusal(text, 2, settings);
}

}  // namespace cancel_test
}  // namespace stridescope::machine
