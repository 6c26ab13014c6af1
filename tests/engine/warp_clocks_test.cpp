// Texts that tell times, run by fibers under a clock that goes on whenever somebody looks: what
// each warp wrote is in order, nobody leaves a barrier before the last one comes, and what the
// text computes is what it computes without.
#include "app/engine/nvrtc/warp_clocks.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

#include "app/analysis/warp_clock.h"
#include "app/engine/engine.h"
#include "app/engine/machine/text_launches.h"
#include "app/engine/nvrtc/gpu_text.h"
#include "app/engine/nvrtc/gpu_turn.h"
#include "app/engine/nvrtc/issued_rows.h"
#include "app/engine/nvrtc/times_text.h"
#include "app/experiment/text/library_texts.h"
#include "app/trace/trace_file.h"
#include "tests/support/places.h"
#include "tests/support/shared_by_fibers.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace warp_clocks_test {

using namespace nvrtc;

/// One launch of the text, which tells its times. Words put something else into its print.
ClockLog run_by_fibers(const TextLaunch& launch, const language::Launch& machine_launch,
                       const language::Program& program, machine::GlobalMemory& memory,
                       std::uint32_t room, const std::pair<std::string, std::string>& words = {},
                       language::Printing as = language::Printing::timed) {
    language::Function* const kernel = launch.kernel;
    const language::Printed printed = language::print(std::span{&kernel, 1}, as);
    std::string prelude{times_text};
    if (as == language::Printing::timed_accesses) {
        const std::string none = "#define SS_ACCESSES 0";
        prelude.replace(prelude.find(none), none.size(), "#define SS_ACCESSES 1");
    }
    if (!words.first.empty()) {
        const std::size_t at = prelude.find(words.first);
        EXPECT_NE(at, std::string::npos);
        prelude.replace(at, words.first.size(), words.second);
    }
    const testing::TemporaryFolder folder;
    const std::string source = folder / "text.cpp", library = folder / "text.so";
    std::ofstream{source} << fmt::format(
        "#include \"{}/tests/fibers/cuda_by_fibers.h\"\n"
        "template <typename T> inline T& ss_unnamed(T&& object) {{ return object; }}\n{}{}"
        "extern \"C\" void ss_call(void** a) {{ call_kernel({}, a); }}\n"
        "extern \"C\" void* const ss_run[] = {{(void*)fibers_run, (void*)&ss_log}};\n",
        binary_dir(), prelude, testing::with_shared_memory(printed.text, program),
        printed.names.at(kernel));
    const std::string said = (folder / "said").string();
    const std::string command = testing::library_by_fibers(folder.path(), binary_dir());
    ClockLog log;
    if (std::system(command.c_str()) != 0) {
        ADD_FAILURE() << testing::text_of_file(said) << "\n" << printed.text;
        return log;
    }
    void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(loaded, nullptr) << dlerror();
    if (loaded == nullptr) return log;
    const auto* functions = static_cast<void* const*>(dlsym(loaded, "ss_run"));
    std::vector<std::uint64_t> values;
    for (const language::Argument& argument : machine_launch.arguments) {
        const std::uint64_t value = argument.leaves.at(0);
        const machine::Allocation* array = memory.find(value);
        values.push_back(array != nullptr && value > 1'000'000'000
                             ? reinterpret_cast<std::uint64_t>(array->data)
                             : value);
    }
    std::vector<void*> pointers;
    for (std::uint64_t& value : values) pointers.push_back(&value);
    const std::uint32_t blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
    log.blocks = blocks;
    log.warps_of_block = warps_of(std::size_t{launch.block[0]} * launch.block[1] * launch.block[2]);
    log.room = room;
    log.edges.resize(2 * blocks * log.warps_of_block);
    log.barriers.resize(blocks * log.warps_of_block * room);
    const std::size_t warps = blocks * log.warps_of_block;
    constexpr std::uint32_t access_room = 4096;
    std::vector<IssuedAccess> accesses;
    std::vector<std::uint32_t> counts;
    if (as == language::Printing::timed_accesses) {
        accesses.resize(warps * access_room * lanes_of_warp);
        counts.resize(warps * lanes_of_warp);
    }
    *static_cast<TimesLog*>(functions[1]) = {
        .edges = reinterpret_cast<std::uint64_t>(log.edges.data()),
        .barriers = reinterpret_cast<std::uint64_t>(log.barriers.data()),
        .blocks = blocks,
        .room = room,
        .access_room = access_room,
        .accesses = reinterpret_cast<std::uint64_t>(accesses.data()),
        .counts = reinterpret_cast<std::uint64_t>(counts.data())};
    const auto run = reinterpret_cast<bool (*)(void (*)(void**), void**, const unsigned*,
                                               const unsigned*, unsigned long long)>(functions[0]);
    const auto call = reinterpret_cast<void (*)(void**)>(dlsym(loaded, "ss_call"));
    EXPECT_TRUE(run(call, pointers.data(), launch.grid.data(), launch.block.data(),
                    2 * testing::shared_bytes(program)))
        << "its threads wait forever";
    dlclose(loaded);
    if (accesses.empty()) return log;
    log.access_room = access_room;
    constexpr std::size_t of_warp = access_room * lanes_of_warp;
    for (std::size_t w = 0; w < warps; ++w) {
        log.issued.push_back(issues_of_warp(
            std::span{accesses}.subspan(w * of_warp, of_warp),
            std::span{counts}.subspan(w * lanes_of_warp, lanes_of_warp), log.edges[2 * w].clock));
    }
    for (const std::uint32_t count : counts) log.most_accesses = std::max(log.most_accesses, count);
    EXPECT_FALSE(log.overflowed());
    return log;
}

/// A library's text as run, and what it left in its arrays.
struct Told {
    WarpTimes times{};
    std::vector<ClockLog> logs{};
    std::shared_ptr<const Trace> trace{};
    bool computes_the_same = true;
};

Told tell(const Experiment& experiment, const std::pair<std::string, std::string>& words = {},
          language::Printing as = language::Printing::timed) {
    Told told;
    told.trace = record(experiment);
    const TextRun text = resolve(experiment.text);
    machine::GlobalMemory memory, host;
    MachineRun run, on_host;
    machine::allocate_globals(*text.unit, memory);
    place_arrays(text, memory, run);
    machine::allocate_globals(*text.unit, host);
    place_arrays(text, host, on_host);
    for (const TextLaunch& launch : launches_of(text)) {
        const language::Launch l = launch_of(launch, memory, run);
        const auto program = language::compile(*text.unit, *launch.kernel, l, {.contract = false});
        constexpr std::uint32_t room = 64;
        told.logs.push_back(run_by_fibers(launch, launch_of(launch, host, on_host), *program, host,
                                          room, words, as));
        told.times.launches.emplace_back();
        machine::Settings settings;
        settings.contract = false;
        machine::run(*text.unit, *launch.kernel, l, memory, settings);
    }
    for (const MachineArray& array : run.arrays) {
        const std::size_t at = array.allocation;
        told.computes_the_same = told.computes_the_same &&
                                 std::memcmp(memory[at].data, host[at].data, memory[at].bytes) == 0;
    }
    put_on_axis(told.logs, told.times);
    if (as == language::Printing::timed_accesses) {
        // With one kernel its sites have the numbers that they have when all are printed.
        language::Function* const kernel = launches_of(text).front().kernel;
        const language::Printed printed = language::print(std::span{&kernel, 1}, as);
        put_on_rows(told.logs, text, printed.sites, *told.trace, told.times);
    }
    return told;
}

Experiment of(const std::string& id) {
    Experiment experiment;
    experiment.text = spec_of(*find_text(id));
    return experiment;
}

class TimedText : public ::testing::TestWithParam<const char*> {};

TEST_P(TimedText, TellsEachBarrierOfEachWarpInOrder) {
    const Told told = tell(of(GetParam()));
    EXPECT_TRUE(told.computes_the_same);
    for (const ClockLog& log : told.logs) {
        EXPECT_TRUE(log.complete());
        EXPECT_FALSE(log.out_of_order());
    }
    ASSERT_FALSE(told.times.warps.empty());
    TraceData data = told.trace->data();
    data.times = told.times;
    const Trace trace{data};
    const BarrierOrder order = barrier_order(told.times);
    EXPECT_EQ(order.broken, 0) << "by " << order.worst;
    for (const WarpSpan& warp : told.times.warps) {
        std::int64_t now = warp.begin;
        for (const BarrierTimes& barrier : told.times.barriers_of(warp)) {
            EXPECT_LE(now, barrier.arrived);
            EXPECT_LT(barrier.arrived, barrier.left);
            now = barrier.left;
        }
        EXPECT_LE(now, warp.end);
        // As many barriers as the machine's block passed.
        int passed = 0;
        for (int step = 0; step < trace.step_count(); ++step) {
            if (trace.steps()[static_cast<std::size_t>(step)].launch == warp.launch)
                passed += trace.barriers(warp.block, step);
        }
        if (warp.warp == 0) {
            EXPECT_EQ(warp.count, passed);
        }
    }
    // What a file has of it is the same.
    const auto again = decode_trace(encode_trace(trace), "times");
    EXPECT_EQ(*again->times(), told.times);
}

INSTANTIATE_TEST_SUITE_P(Library, TimedText,
                         ::testing::Values("kogge_stone", "brent_kung", "blelloch", "raking",
                                           "warp_shuffle", "reduce_modulo", "reduce_shuffle",
                                           "histogram_private", "transpose_tiled", "matmul_tiled",
                                           "convolution", "three_kernel", "access_strided"),
                         [](const auto& info) { return std::string{info.param}; });

/// Rows of the trace in which the warp reached memory or another lane's register.
std::vector<int> rows_of_warp(const Trace& trace, const WarpSpan& warp) {
    std::vector<int> rows;
    for (int row = 0; std::cmp_less(row, trace.rows().size()); ++row) {
        const Event event = trace.event_of(trace.row(row));
        if (is_inner(event) || event == Event::register_store) continue;
        if (trace.mask(warp.block, row, warp.warp) != 0) rows.push_back(row);
    }
    return rows;
}

class TimedAccesses : public ::testing::TestWithParam<const char*> {};

TEST_P(TimedAccesses, TellsWhenEachWasIssuedWithinItsInterval) {
    const Told told = tell(of(GetParam()), {}, language::Printing::timed_accesses);
    EXPECT_TRUE(told.computes_the_same);
    TraceData data = told.trace->data();
    data.times = told.times;
    const Trace trace{data};
    ASSERT_FALSE(told.times.accesses.empty());
    for (const WarpSpan& warp : told.times.warps) {
        const auto passed = told.times.barriers_of(warp);
        std::vector<int> rows;
        std::int64_t before = warp.begin;
        for (const AccessTime& access : told.times.accesses_of(warp)) {
            rows.push_back(access.row);
            EXPECT_LE(before, access.issued);
            before = access.issued;
            const auto interval = static_cast<std::size_t>(trace.row(access.row).interval);
            ASSERT_LE(interval, passed.size());
            EXPECT_LE(interval > 0 ? passed[interval - 1].left : warp.begin, access.issued);
            EXPECT_LE(access.issued,
                      interval < passed.size() ? passed[interval].arrived : warp.end);
        }
        std::ranges::sort(rows);
        EXPECT_EQ(rows, rows_of_warp(trace, warp)) << "block " << warp.block;
    }
    // So each stretch is of one step, or of none.
    for (const WarpStretch& stretch : warp_stretches(trace)) {
        if (!stretch.waits) {
            EXPECT_EQ(stretch.first_step, stretch.last_step);
        }
    }
    const auto again = decode_trace(encode_trace(trace), "times");
    EXPECT_EQ(*again->times(), told.times);
}

INSTANTIATE_TEST_SUITE_P(Library, TimedAccesses,
                         ::testing::Values("kogge_stone", "brent_kung", "warp_shuffle",
                                           "reduce_shuffle", "histogram_private", "transpose_tiled",
                                           "matmul_tiled", "access_float4"),
                         [](const auto& info) { return std::string{info.param}; });

// Lanes that go different ways issue by turns: each way's accesses have a time of their own.
TEST(TimedAccesses, OfLanesThatPartAreToldApart) {
    Experiment experiment;
    experiment.text.text = R"(// launch: k<<<1, 64>>>(out)
// out: int[64]
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i <= t % 4; i++)
        s[t] = i;
    if (t % 2 == 0)
        out[t] = s[t];
    else
        out[t] = -s[t];
})";
    const Told told = tell(experiment, {}, language::Printing::timed_accesses);
    TraceData data = told.trace->data();
    data.times = told.times;
    const Trace trace{data};
    ASSERT_EQ(told.times.warps.size(), 2);
    for (const WarpSpan& warp : told.times.warps) {
        std::vector<int> rows;
        for (const AccessTime& access : told.times.accesses_of(warp)) rows.push_back(access.row);
        std::ranges::sort(rows);
        EXPECT_EQ(rows, rows_of_warp(trace, warp));
    }
    for (const TimedAccess& access : timed_accesses(trace)) {
        const std::string text = access_text(trace, access);
        if (text.starts_with("writes s")) {
            EXPECT_TRUE(text.find("lanes in 1 wavefront (line 7)") != std::string::npos) << text;
        }
    }
}

// A pointer may lead to a thread's own memory: then it issues more than the trace has rows.
TEST(TimedAccesses, ThatCannotBeToldApartHaveNoTime) {
    Experiment experiment;
    experiment.text.text = R"(// launch: k<<<1, 64>>>(out)
// out: int[64]
__global__ void k(int *out) {
    int a[4];
    int *p = threadIdx.x < 32 ? out : a;
    p[threadIdx.x % 4] = 1;
    out[threadIdx.x] = threadIdx.x;
})";
    const Told told = tell(experiment, {}, language::Printing::timed_accesses);
    ASSERT_EQ(told.times.warps.size(), 2);
    // The second warp's pointer leads to its own memory.
    EXPECT_EQ(told.times.warps[0].accesses, rows_of_warp(*told.trace, told.times.warps[0]).size());
    EXPECT_EQ(told.times.warps[1].accesses, 1);
    TraceData data = told.trace->data();
    data.times = told.times;
    const auto all =
        static_cast<std::int64_t>(rows_of_warp(*told.trace, told.times.warps[0]).size());
    EXPECT_EQ(told_accesses(Trace{data}), (ToldAccesses{all + 1, all + 1}));
    --data.times->warps[1].accesses;
    data.times->accesses.pop_back();
    EXPECT_EQ(told_accesses(Trace{data}), (ToldAccesses{all, all + 1}));
}

TEST(TimedAccesses, OfOneClockAreOneIssue) {
    // Three lanes: the first two go together, the third comes later, and once more.
    const std::vector<IssuedAccess> written{{4294967290U, 7}, {4294967290U, 7}, {5, 7},
                                            {9, 8},           {9, 9},           {20, 8}};
    const std::vector<std::uint32_t> counts{2, 2, 2};
    const std::vector<WarpIssue> all = issues_of_warp(written, counts, 4294967280U);
    ASSERT_EQ(all.size(), 5);
    EXPECT_EQ(all[0].lanes, 3);  // also where the clock's lower half comes round
    EXPECT_EQ(all[1].lanes, 4);
    EXPECT_EQ(all[2].site, 8);
    EXPECT_EQ(all[3].site, 9);
    EXPECT_EQ(all[4].clock, 20);
}

// Lanes that have returned keep nothing: then each barrier's times are stored behind it.
TEST(TimedTexts, OfWhichLanesReturnAreStoredAtEachBarrier) {
    Experiment experiment;
    experiment.text.text = R"(// launch: k<<<1, 64>>>(out, 40)
// out: int[64]
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    if (threadIdx.x % 32 == 1) return;
    for (int i = 0; i < n; i++) {
        s[threadIdx.x] += i;
        __syncthreads();
    }
    out[threadIdx.x] = s[threadIdx.x];
})";
    EXPECT_FALSE(tell(experiment).logs[0].complete());
    EXPECT_FALSE(tell(experiment, {"#define SS_KEPT 2", "#define SS_KEPT 1"}).logs[0].complete());
    const Told told = tell(experiment, {"#define SS_KEPT 2", "#define SS_KEPT 0"});
    EXPECT_TRUE(told.logs[0].complete());
    EXPECT_EQ(barrier_order(told.times).broken, 0);
    ASSERT_EQ(told.times.warps.size(), 2);
    EXPECT_EQ(told.times.warps[1].count, 40);
}

// More barriers than a warp has lanes.
TEST(TimedTexts, WithManyBarriersStoreTheirTimesNowAndThen) {
    Experiment experiment;
    experiment.text.text = R"(// launch: k<<<2, 64>>>(out, 50)
// out: int[128]
__global__ void k(int *out, int n) {
    for (int i = 0; i < n; i++) {
        out[blockIdx.x * 64 + threadIdx.x] += i;
        __syncthreads();
    }
})";
    EXPECT_FALSE(tell(experiment).logs[0].complete());
    const Told told = tell(experiment, {"#define SS_KEPT 2", "#define SS_KEPT 1"});
    EXPECT_TRUE(told.logs[0].complete());
    EXPECT_TRUE(told.computes_the_same);
    EXPECT_EQ(barrier_order(told.times).broken, 0);
    ASSERT_EQ(told.times.warps.size(), 4);
    EXPECT_EQ(told.times.warps[3].count, 50);
}

// What costs a block least is measured, of forms that tell the same.
TEST(TimedTexts, TellTheSameWhereOnlyTheLaneThatKeepsATimeReadsTheClock) {
    for (const std::string kernel : {"brent_kung", "kogge_stone_global"}) {
        const Told told = tell(of(kernel), {"#define SS_ASKED 0\n#define SS_TURNS 0",
                                            "#define SS_ASKED 1\n#define SS_TURNS 2"});
        EXPECT_TRUE(told.logs[0].complete()) << kernel;
        EXPECT_FALSE(told.logs[0].out_of_order()) << kernel;
        EXPECT_TRUE(told.computes_the_same) << kernel;
        EXPECT_EQ(barrier_order(told.times).broken, 0) << kernel;
        const Told as_ever = tell(of(kernel));
        ASSERT_EQ(told.times.warps.size(), as_ever.times.warps.size());
        for (std::size_t w = 0; w < told.times.warps.size(); ++w)
            EXPECT_EQ(told.times.warps[w].count, as_ever.times.warps[w].count) << kernel;
    }
}

// Loops with barriers are laid out as often as is asked, in what tells times alone.
TEST(TimedTexts, LayOutLoopsWithBarriersOnly) {
    const TextRun text = resolve(of("matmul_tiled_transposed").text);
    const std::string asked = "#pragma unroll ss_Own::turns";
    const std::string timed = prepare(text, language::Printing::timed).text;
    const std::size_t at = timed.find(asked);
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(timed.find(asked, at + 1), std::string::npos);
    EXPECT_LT(timed.find("ph = 0"), at);
    EXPECT_LT(at, timed.find("k = 0"));
    EXPECT_EQ(prepare(text, language::Printing::plain).text.find(asked), std::string::npos);
}

TEST(WarpClocks, TakeEachBlocksMedian) {
    // A block that waits for others in one run, and another in another.
    const std::vector<std::vector<double>> runs{{100, 200}, {110, 9000}, {8000, 210}};
    EXPECT_EQ(typical_block(runs), (110 + 210) / 2.0);
    EXPECT_EQ(typical_block({}), 0);
}

// The same check sees a clock that is read where it must not be.
TEST(TimedTexts, ThatReadTheirClockTooEarlyAreSeen) {
    const Told told =
        tell(of("brent_kung"),
             {"    __syncthreads();\n    ss_together();\n    own.pass(arrived, own.went());",
              "    __syncthreads();\n    own.pass(arrived, arrived);"});
    EXPECT_GT(barrier_order(told.times).broken, 0);
    EXPECT_TRUE(told.logs[0].out_of_order());
}

TEST(TimedTexts, WorkAndWaitFromBeginToEnd) {
    const Told told = tell(of("brent_kung"));
    TraceData data = told.trace->data();
    data.times = told.times;
    const Trace trace{std::move(data)};
    const std::vector<WarpStretch> stretches = warp_stretches(trace);
    std::map<std::size_t, std::int64_t> now;
    for (const WarpStretch& stretch : stretches) {
        const WarpSpan& warp = told.times.warps[stretch.warp];
        const auto known = now.try_emplace(stretch.warp, warp.begin).first;
        EXPECT_EQ(stretch.begin, known->second);
        known->second = stretch.end;
        if (stretch.waits) {
            EXPECT_GE(stretch.end, stretch.last_arrival);
        }
        // Between two barriers of this text there is one step.
        EXPECT_EQ(stretch.first_step, stretch.last_step);
    }
    for (const auto& [warp, end] : now) EXPECT_EQ(end, told.times.warps[warp].end);
    const std::vector<WarpsAtTime> counts = warps_at_times(stretches);
    ASSERT_FALSE(counts.empty());
    EXPECT_EQ(counts.back().working + counts.back().waiting, 0);
    std::int64_t area = 0;
    for (std::size_t k = 0; k + 1 < counts.size(); ++k)
        area += (counts[k + 1].begin - counts[k].begin) * (counts[k].working + counts[k].waiting);
    const WorkAndWait sum = work_and_wait(stretches);
    EXPECT_EQ(area, sum.worked + sum.waited);
}

// Blocks that tell nothing take a body of their own, and write nothing.
TEST(TimedTexts, TellOfTheFirstBlocksAlone) {
    const Told all = tell(of("transpose_tiled"));
    const Told some = tell(of("transpose_tiled"),
                           {"return ss_block() < ss_log.blocks;", "return ss_block() == 0;"});
    EXPECT_TRUE(some.computes_the_same);
    const ClockLog& log = some.logs[0];
    ASSERT_GT(log.blocks, 1);
    const std::size_t of_one = 2 * log.warps_of_block;
    for (std::size_t e = 0; e < log.edges.size(); ++e)
        EXPECT_EQ(log.edges[e].timer != 0, e < of_one) << e;
    EXPECT_EQ(log.edges[1].number, all.logs[0].edges[1].number);
}

TEST(GpuTurn, IsOneProcessesAtATime) {
    const testing::TemporaryFolder folder;
    const char* const before = std::getenv("XDG_CACHE_HOME");
    const std::string kept = before != nullptr ? before : "";
    setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
    RunOptions stop;
    int asked = 0;
    stop.progress = [&](double) { return ++asked < 3; };
    {
        const Turn turn = gpu_turn({});
        EXPECT_THROW(gpu_turn(stop), Cancelled);
        EXPECT_EQ(asked, 3);
    }
    asked = 0;
    EXPECT_NO_THROW(gpu_turn(stop));
    EXPECT_EQ(asked, 0);
    if (before != nullptr)
        setenv("XDG_CACHE_HOME", kept.c_str(), 1);
    else
        unsetenv("XDG_CACHE_HOME");
}

TEST(Times, AreMeasuredOnAGpuAlone) {
    Experiment experiment = of("brent_kung");
    try {
        RunOptions options;
        options.times = true;
        record(experiment, options);
        ADD_FAILURE() << "the machine has no clock";
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(),
                     "The machine has no clock: times are measured on a GPU alone, --times needs "
                     "--engine cuda.");
    }
}

}  // namespace warp_clocks_test
}  // namespace stridescope
