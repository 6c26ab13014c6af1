// What happens between the blocks of CUDA texts: what must hold whatever room there is and in
// whatever order blocks start.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/grid.h"
#include "app/analysis/races.h"
#include "app/engine/engine.h"
#include "app/engine/machine/text_engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/machine/resident_blocks.h"
#include "app/trace/trace_file.h"
#include "tests/support/left_out.h"

namespace stridescope {
namespace text_grid_test {

using Kind = GridEvent::Kind;

const std::vector<std::string> chains{"chained", "decoupled_lookback", "decoupled_lookback_warp"};

Experiment of_text(const std::string& id, int n, int block, int sms, int resident) {
    Experiment e;
    const LibraryText* text = find_text(id);
    if (text == nullptr) ADD_FAILURE() << id;
    e.text = spec_of(*text);
    e.text.defines = {
        {"N", std::to_string(n)}, {"BLOCK", std::to_string(block)}, {"COARSEN", "1"}, {"T", "int"}};
    e.sms = sms;
    e.resident = resident;
    return e;
}

Experiment of_source(const std::string& text) {
    Experiment e;
    e.text = TextSpec{.path = "test.cu", .text = text};
    return e;
}

std::int32_t number_of(const GridEvent& event) {
    std::int32_t number = 0;
    std::memcpy(&number, &event.value, sizeof number);
    return number;
}

/// Blocks start and end once, nothing happens to those that are not there, there is never more of
/// them than there is room for, and what is read was there.
void expect_sound(const Trace& trace, bool deadlocks) {
    const Experiment& e = trace.experiment();
    std::map<std::int64_t, std::set<int>> resident;
    std::map<int, std::int64_t> place;
    std::map<int, int> starts, ends, steps;
    std::map<std::pair<ArrayId, std::int64_t>, std::set<std::int32_t>> written;
    std::int64_t time = 0;
    for (const GridEvent& event : trace.grid_events()) {
        ASSERT_GE(event.time, time);
        time = event.time;
        const std::pair at{event.array, event.element};
        if (event.kind == Kind::launch) continue;
        if (event.kind == Kind::start) {
            ASSERT_LT(event.element, e.sms);
            place[event.block] = event.element;
            EXPECT_TRUE(resident[event.element].insert(event.block).second);
            EXPECT_LE(std::ssize(resident[event.element]), e.resident);
            ++starts[event.block];
            continue;
        }
        ASSERT_TRUE(resident[place[event.block]].contains(event.block));
        if (event.kind == Kind::end) {
            resident[place[event.block]].erase(event.block);
            ++ends[event.block];
        } else if (event.kind == Kind::step) {
            EXPECT_TRUE(!steps.contains(event.block) || event.step > steps[event.block]);
            steps[event.block] = event.step;
        } else if (event.kind == Kind::store || event.kind == Kind::atomic) {
            written[at].insert(number_of(event));
        } else {
            EXPECT_TRUE(number_of(event) == 0 || written[at].contains(number_of(event)))
                << event_text(trace, event);
        }
    }
    for (const auto& [block, times] : starts) EXPECT_EQ(times, 1) << block;
    if (deadlocks) return;
    EXPECT_EQ(std::ssize(starts), trace.grid());
    EXPECT_EQ(starts, ends);
}

TEST(TextGrid, IsSoundWithAnyRoomInAnyOrder) {
    int round = 0;
    for (const std::string& id : chains) {
        for (const auto& [sms, resident] : {std::pair{1, 1}, {1, 3}, {2, 2}, {5, 1}, {16, 4}}) {
            for (const int n : {1, 31, 33, 300, 777}) {
                if (testing::left_out(round++)) continue;
                Experiment e = of_text(id, n, 32, sms, resident);
                const Schedule::Kind kinds[]{Schedule::Kind::ascending, Schedule::Kind::descending,
                                             Schedule::Kind::random, Schedule::Kind::lane_random};
                e.schedule = {.kind = kinds[round % 4], .seed = static_cast<std::uint64_t>(round)};
                SCOPED_TRACE(command_line(e));
                const auto trace = record(e);
                ASSERT_FALSE(first_wrong(*trace));
                ASSERT_TRUE(trace->diagnostics().empty()) << trace->diagnostics().front().message;
                EXPECT_TRUE(races_between_blocks(*trace).empty());
                expect_sound(*trace, false);
                EXPECT_EQ(trace->clock(), "tick");
                // What is not recorded is told of as well.
                e.first_blocks = 1;
                const auto first = record(e);
                EXPECT_EQ(first->blocks(), 1);
                EXPECT_EQ(first->grid(), trace->grid());
                expect_sound(*first, false);
            }
        }
    }
}

/// Of each block of the chain: what it waited for, and what it handed on.
TEST(TextGrid, TheChainHandsOnTheSumSoFar) {
    const auto text = record(of_text("chained", 500, 32, 16, 1));
    const auto count = [](const Trace& trace, Kind kind, const std::string& array) {
        return std::ranges::count_if(trace.grid_events(), [&](const GridEvent& event) {
            return event.kind == kind && trace.name_of(event.array) == array;
        });
    };
    EXPECT_EQ(count(*text, Kind::atomic, "ticket"), 16);
    EXPECT_EQ(count(*text, Kind::store, "S"), 16);
    EXPECT_EQ(count(*text, Kind::store, "flag"), 16);
    // Who read whose flag.
    const auto hops = [](const Trace& trace) {
        std::set<std::pair<int, int>> pairs;
        for (const GridMessage& message : grid_timeline(trace).messages) {
            const auto& events = trace.grid_events();
            if (trace.name_of(events[message.read].array) != "flag") continue;
            pairs.emplace(events[message.written].block, events[message.read].block);
        }
        return pairs;
    };
    std::set<std::pair<int, int>> neighbours;
    for (int block = 1; block < 16; ++block) neighbours.emplace(block - 1, block);
    EXPECT_EQ(hops(*text), neighbours);
    // The sums are those of the input up to there.
    const auto input = text->input().as<std::int32_t>();
    for (const GridEvent& event : text->grid_events()) {
        if (event.kind != Kind::store || text->name_of(event.array) != "S") continue;
        const std::int64_t end = std::min<std::int64_t>(32 * event.element, 500);
        EXPECT_EQ(number_of(event), std::accumulate(input.begin(), input.begin() + end, 0));
    }
    for (const GridMessage& message : grid_timeline(*text).messages)
        EXPECT_LT(message.sent, message.received);
    // A wait is told once, however long it is, and all wait for their own flag.
    const GridTimeline line = grid_timeline(*text);
    EXPECT_EQ(totals_of(line).waits, 15U);
    EXPECT_EQ(count(*text, Kind::wait, "flag"), 15);
}

// Blocks that do other things between the same barriers.
TEST(TextGrid, ABlockComesToTheStepsThatItDoes) {
    Experiment e;
    e.text = spec_of(*find_text("lookback_ahead"));
    e.text.defines = {{"N", "3000"}};
    const auto trace = record(e);
    std::map<bool, std::set<std::string>> phases;  // of block 0, which carries, and of others
    for (const GridEvent& event : trace->grid_events()) {
        if (event.kind != Kind::step) continue;
        phases[event.block == 0].insert(trace->steps()[static_cast<std::size_t>(event.step)].phase);
    }
    EXPECT_EQ(phases[true], std::set<std::string>{"carry"});
    EXPECT_EQ(phases[false],
              (std::set<std::string>{"tell the sum", "take the carry", "forget the carries"}));
}

TEST(TextGrid, LookingBackEndsSoonerThanTheChain) {
    const auto ticks = [](const std::string& id) {
        return record(of_text(id, 64 * 32, 32, 64, 1))->grid_events().back().time;
    };
    EXPECT_GE(ticks("chained"), 64);
    EXPECT_LT(ticks("decoupled_lookback"), 64 / 2);
    EXPECT_LT(ticks("decoupled_lookback_warp"), 64 / 2);
}

TEST(TextGrid, DeadlocksUnlessThereIsRoomForAll) {
    for (const int blocks : {1, 2, 7, 8, 9, 16}) {
        for (const auto& [sms, resident] : {std::pair{1, 1}, {2, 4}, {3, 3}, {4, 4}, {5, 3}}) {
            const Experiment e = of_text("spin_barrier", 32 * blocks, 32, sms, resident);
            SCOPED_TRACE(command_line(e));
            const auto text = record(e);
            EXPECT_EQ(text->diagnostics().size(), sms * resident < blocks ? 1U : 0U);
            EXPECT_EQ(first_wrong(*text).has_value(), sms * resident < blocks);
            expect_sound(*text, sms * resident < blocks);
        }
    }
    const auto trace = record(of_text("spin_barrier", 16 * 32, 32, 2, 4));
    ASSERT_EQ(trace->diagnostics().size(), 1U);
    const std::string& message = trace->diagnostics().front().message;
    EXPECT_EQ(trace->diagnostics().front().kind, "deadlock");
    EXPECT_NE(message.find("blocks 0–7 are resident and deadlock (block 0 at line "),
              std::string::npos)
        << message;
    EXPECT_NE(
        message.find("waiting for arrived[0]): blocks 8–15 cannot start until one of them ends"),
        std::string::npos)
        << message;
    Experiment backwards = of_text("spin_barrier", 16 * 32, 32, 2, 4);
    backwards.schedule = {.kind = Schedule::Kind::descending};
    EXPECT_NE(record(backwards)->diagnostics().front().message.find("blocks 8–15 are resident"),
              std::string::npos);
}

TEST(TextGrid, FindsRoomForAllWhereAGpuHasIt) {
    // Four multiprocessors with room for 16 blocks each are nobody's GPU: only who asks for them
    // is told that blocks found no room.
    const Experiment usual;
    for (const auto& [blocks, threads] : {std::pair{65, 32}, {100, 64}, {132, 1024}, {264, 1024}}) {
        // Under a sanitizer a hundred thousand threads take a minute.
        if (blocks * threads > 7000 && testing::left_out(1)) continue;
        const Experiment e =
            of_text("spin_barrier", blocks * threads, threads, usual.sms, usual.resident);
        SCOPED_TRACE(command_line(e));
        const auto trace = record(e);
        EXPECT_TRUE(trace->diagnostics().empty());
        EXPECT_FALSE(first_wrong(*trace).has_value());
    }
    // 132 multiprocessors have room for two blocks of 1,024 threads each.
    const auto none = record(of_text("spin_barrier", 265 * 1024, 1024, usual.sms, usual.resident));
    ASSERT_EQ(none->diagnostics().size(), 1U);
    EXPECT_NE(none->diagnostics().front().message.find("blocks 0–263 are resident and deadlock"),
              std::string::npos)
        << none->diagnostics().front().message;
    EXPECT_EQ(record(of_text("spin_barrier", 65 * 32, 32, 4, 15))->diagnostics().size(), 1U);
}

TEST(TextGrid, IsTheSameForAnyNumberOfWorkersAndInItsFile) {
    std::vector<std::string> all = chains;
    all.emplace_back("spin_barrier");
    for (const std::string& id : all) {
        const Experiment e = of_text(id, 500, 32, 4, 4);
        const auto trace = record_text(e, {.workers = 1, .progress = {}});
        const auto bytes = encode_trace(*trace);
        EXPECT_EQ(bytes, encode_trace(*record_text(e, {.workers = 5, .progress = {}}))) << id;
        const auto again = decode_trace(bytes, "a trace");
        EXPECT_EQ(again->grid_events(), trace->grid_events()) << id;
        EXPECT_EQ(again->scratch().size(), trace->scratch().size()) << id;
        EXPECT_EQ(encode_trace(*again), bytes) << id;
        EXPECT_FALSE(trace->grid_events().empty()) << id;
    }
}

Experiment of_three(int n, int block, int coarsen, int sms, int resident) {
    Experiment e = of_text("three_kernel", n, block, sms, resident);
    for (auto& [name, value] : e.text.defines) {
        if (name == "COARSEN") value = std::to_string(coarsen);
    }
    return e;
}

/// Who did what to which element, launch by launch; of threads that read the same together, one.
/// As (launch, block, kind, element).
std::set<std::tuple<int, int, Kind, std::int64_t>> accesses_of(const Trace& trace) {
    std::set<std::tuple<int, int, Kind, std::int64_t>> all;
    int launch = -1;
    for (const GridEvent& event : trace.grid_events()) {
        if (event.kind == Kind::launch) ++launch;
        if (event.kind == Kind::load || event.kind == Kind::store || event.kind == Kind::atomic)
            all.insert({launch, event.block, event.kind, event.element});
    }
    return all;
}

/// Each value that is read is the total that stands there; nothing else is told to be handed on.
TEST(TextGrid, TellsWhatLaunchesHandOn) {
    for (const int n : {1, 31, 33, 1000, 4000}) {
        for (const int coarsen : {1, 4}) {
            Experiment e = of_three(n, 64, coarsen, 4, 2);
            const auto trace = record(e);
            SCOPED_TRACE(command_line(e));
            ASSERT_FALSE(first_wrong(*trace));
            const int section = 64 * coarsen, sections = (n + section - 1) / section;
            if (sections == 1) {
                // A block finds what it left itself.
                EXPECT_TRUE(trace->grid_events().empty());
                continue;
            }
            const auto input = trace->input().as<std::int32_t>();
            std::vector<std::int32_t> totals(static_cast<std::size_t>(sections));
            for (std::size_t i = 0; i < input.size(); ++i)
                totals[i / static_cast<std::size_t>(section)] += input[i];
            std::vector<std::int32_t> sums = totals;
            std::partial_sum(sums.begin(), sums.end(), sums.begin());
            int launch = -1;
            std::map<int, int> stores, loads;
            for (const GridEvent& event : trace->grid_events()) {
                if (event.kind == Kind::launch) ++launch;
                if (event.kind != Kind::store && event.kind != Kind::load) continue;
                ASSERT_EQ(trace->name_of(event.array), "S");
                const bool before = launch == 0 || (launch == 1 && event.kind == Kind::load);
                const auto at = static_cast<std::size_t>(event.element);
                EXPECT_EQ(number_of(event), before ? totals[at] : sums[at])
                    << event_text(*trace, event);
                ++(event.kind == Kind::store ? stores : loads)[launch];
            }
            EXPECT_EQ(launch, 2);
            EXPECT_EQ(stores, (std::map<int, int>{{0, sections}, {1, sections}}));
            EXPECT_EQ(loads[1], sections);
            EXPECT_FALSE(loads.contains(0));
            std::set<int> adding;
            launch = -1;
            for (const GridEvent& event : trace->grid_events()) {
                if (event.kind == Kind::launch) ++launch;
                if (launch == 2 && event.kind == Kind::load) adding.insert(event.block);
            }
            EXPECT_EQ(std::ssize(adding), sections - 1);
            EXPECT_TRUE(races_between_blocks(*trace).empty());
            // All blocks are told of, recorded or not, whoever helps.
            e.first_blocks = 1;
            const auto first = record_text(e, {.workers = 1, .progress = {}});
            EXPECT_EQ(first->blocks(), 1);
            EXPECT_EQ(accesses_of(*first), accesses_of(*trace));
            EXPECT_EQ(encode_trace(*first),
                      encode_trace(*record_text(e, {.workers = 5, .progress = {}})));
            const auto again = decode_trace(encode_trace(*trace), "a trace");
            EXPECT_EQ(again->grid_events(), trace->grid_events());
        }
    }
}

// An array with an expectation is an output, and yet what blocks hand on in it is told.
TEST(TextGrid, TellsWhatIsHandedOnInAnOutput) {
    const auto trace = record(of_source(R"(// launch: up<<<4, 32>>>(a)
// launch: turn<<<4, 32>>>(a, b)
// a: int[128] zeros expect i + 1
// b: int[128] expect 128 - i
__global__ void up(int* a) { int i = blockIdx.x * 32 + threadIdx.x; a[i] = i + 1; }
__global__ void turn(const int* a, int* b) { int i = blockIdx.x * 32 + threadIdx.x; b[i] = a[127 - i]; })"));
    EXPECT_FALSE(first_wrong(*trace));
    EXPECT_TRUE(trace->scratch().empty());
    const std::vector<ArrayId> shared = shared_arrays(*trace);
    ASSERT_EQ(shared.size(), 1U);
    EXPECT_EQ(trace->name_of(shared[0]), "a");
    EXPECT_EQ(grid_timeline(*trace).messages.size(), 128U);
    for (const GridMessage& message : grid_timeline(*trace).messages) {
        const auto& events = trace->grid_events();
        EXPECT_EQ(events[message.written].block, 3 - events[message.read].block);
    }
    const auto after = shared_after(*trace, shared, trace->grid_events().size(), 200);
    EXPECT_EQ(after[0][127].text, "128");
    const auto again = decode_trace(encode_trace(*trace), "a trace");
    EXPECT_EQ(again->grid_events(), trace->grid_events());
}

// More than anybody looks at: what launches hand on is dropped, what blocks of one do is not.
TEST(TextGrid, DropsWhatIsTooMuchToBeHandedOn) {
    const auto text = [](int rounds) {
        return of_source(fmt::format(R"(// launch: fill<<<64, 256>>>(a)
// launch: turn<<<64, 256>>>(a, b)
// launch: chain<<<64, 256>>>(flag)
// a: int[16384] zeros
// b: int[16384] zeros
// flag: int[65] i == 0
__global__ void fill(int* a) {{ a[blockIdx.x * 256 + threadIdx.x] = 1; }}
__global__ void turn(const int* a, int* b) {{
    int i = blockIdx.x * 256 + threadIdx.x;
    for (int k = 0; k < {}; k++) b[i] += a[16383 - i];
}}
__global__ void chain(volatile int* flag) {{
    if (threadIdx.x == 0) {{
        while (flag[blockIdx.x] == 0) {{}}
        __threadfence();
        flag[blockIdx.x + 1] = 1;
    }}
}})",
                                     rounds));
    };
    const auto few = record(text(1)), many = record(text(40));
    const auto names = [](const Trace& trace) {
        std::vector<std::string> all;
        for (const ArrayId id : shared_arrays(trace)) all.emplace_back(trace.name_of(id));
        return all;
    };
    EXPECT_EQ(names(*few), (std::vector<std::string>{"a", "flag"}));
    EXPECT_EQ(names(*many), (std::vector<std::string>{"flag"}));
    const auto count = [](const Trace& trace, Kind kind) {
        return std::ranges::count(trace.grid_events(), kind, &GridEvent::kind);
    };
    EXPECT_EQ(count(*few, Kind::launch), 3);
    EXPECT_EQ(count(*many, Kind::launch), 1);
    EXPECT_EQ(count(*many, Kind::store), 64);
    EXPECT_EQ(count(*many, Kind::end), 64);
}

TEST(TextGrid, SaysNothingOfBlocksThatHaveNothingToDoWithEachOther) {
    const auto apart = record(of_source(R"(// launch: f<<<8, 32>>>(a)
// a: int[256] iota
__global__ void f(int* a) { int i = blockIdx.x * 32 + threadIdx.x; a[i] = 2 * a[i]; })"));
    EXPECT_TRUE(apart->grid_events().empty());
    EXPECT_TRUE(apart->scratch().empty());
    // Nobody wants what such atomics hand back.
    const auto bins = record(of_source(R"(// launch: f<<<8, 32>>>(a, bins)
// a: int[256] random  
// bins: int[10] zeros
__global__ void f(const int* a, int* bins) { atomicAdd(&bins[a[blockIdx.x * 32 + threadIdx.x]], 1); })"));
    EXPECT_TRUE(bins->grid_events().empty());
    EXPECT_TRUE(bins->scratch().empty());
}

// An array in which blocks see but their own is not one that they share; the last block that
// arrives reads what all have written.
TEST(TextGrid, FindsTheArraysThatBlocksShare) {
    const auto trace = record(of_source(R"(// launch: f<<<6, 32>>>(own, sums, arrived, total)
// own: int[192] iota
// sums: int[6] zeros
// arrived: unsigned int[1] zeros
// total: int[1] zeros
__global__ void f(int* own, volatile int* sums, unsigned int* arrived, int* total) {
    __shared__ bool last;
    int i = blockIdx.x * 32 + threadIdx.x;
    own[i] = 2 * own[i];
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < 32; k++) sum += own[blockIdx.x * 32 + k];
        sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(arrived, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int all = 0;
        for (int k = 0; k < gridDim.x; k++) all += sums[k];
        *total = all;
    }
})"));
    std::vector<std::string> names;
    for (const ArrayFacts& array : trace->scratch()) names.push_back(array.name);
    EXPECT_EQ(names, (std::vector<std::string>{"sums", "arrived"}));
    for (std::size_t k = 0; k < trace->facts().arrays.size(); ++k) {
        if (trace->facts().arrays[k].name == "total") {
            EXPECT_EQ(trace->contents(static_cast<ArrayId>(k)).after.as<std::int32_t>()[0],
                      191 * 192);
        }
    }
    int read = 0;
    for (const GridEvent& event : trace->grid_events())
        read += event.kind == Kind::load && trace->name_of(event.array) == "sums" ? 1 : 0;
    EXPECT_EQ(read, 6);
    EXPECT_TRUE(races_between_blocks(*trace).empty());
}

// Without the wait a block reads what another one writes at any time.
TEST(TextGrid, FindsRacesBetweenBlocks) {
    const auto trace = record(of_source(R"(// launch: f<<<4, 32>>>(S, n)
// S: int[5] zeros
// n: int[1] zeros
__global__ void f(volatile int* S, int* n) {
    if (threadIdx.x == 0) {
        int before = S[blockIdx.x];
        S[blockIdx.x + 1] = before + 1;
        __threadfence();
        atomicAdd(n, 1);
    }
})"));
    EXPECT_FALSE(races_between_blocks(*trace).empty());
}

TEST(TextGrid, BlocksStartInSomeOrderEachOnce) {
    using machine::WarpOrder;
    for (const WarpOrder order :
         {WarpOrder::ascending, WarpOrder::descending, WarpOrder::shuffled, WarpOrder::lanes}) {
        for (const std::uint32_t blocks : {1U, 2U, 33U, 100U}) {
            std::vector<std::uint32_t> made = machine::start_order(order, 5, blocks), all(blocks);
            EXPECT_EQ(made, machine::start_order(order, 5, blocks));
            std::ranges::sort(made);
            std::iota(all.begin(), all.end(), 0U);
            EXPECT_EQ(made, all);
        }
    }
    EXPECT_EQ(machine::start_order(WarpOrder::descending, 5, 3),
              (std::vector<std::uint32_t>{2, 1, 0}));
}

}  // namespace text_grid_test
}  // namespace stridescope
