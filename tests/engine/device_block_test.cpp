// The recording CUDA build, run by host threads, against the emulator: the joined logs must be the
// identical trace. The device itself is compared by `stridescope-cli verify` and scripts/gpu_check.
#include "app/engine/cuda/device_block.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>
#include <tuple>

#include "app/analysis/divergence.h"
#include "app/engine/engine.h"
#include "tests/support/random_experiment.h"
// After everything of the host's: from here on CUDA's names mean host threads.
#include "tests/support/cuda_on_host.h"
// And the kernels' own names on top of those. A thread reads a register again under the condition
// that it wrote it under, which GCC does not see through.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "kernels/simt.h"

namespace stridescope {
namespace {

using testing::RandomExperiments;

/// As a device launches it.
using Recording =
    std::function<void(std::byte* input, std::byte* output, int n, int section, int words, Op op,
                       Padding padding, Scan scan, const DeviceLog& log)>;

/// The last of the key: elements per thread as a constant of the build, or 0.
std::map<std::tuple<std::string_view, ElementType, int>, Recording>& recordings() {
    static std::map<std::tuple<std::string_view, ElementType, int>, Recording> list;
    return list;
}

template <class Kernel, class T, int coarsening>
void add(ElementType type) {
    recordings()[{Kernel::info.id, type, coarsening}] = [](std::byte* input, std::byte* output,
                                                           int n, int section, int words, Op op,
                                                           Padding padding, Scan scan,
                                                           const DeviceLog& log) {
        // Every kernel as the most demanding one needs it.
        using Lane = RecordingLane<T, coarsening, true, Kernel::info.recording.barrier_begins_step,
                                   true, Kernel::info.memory.storage>;
        Lane lane{log, section, words, n, op, padding, scan};
        using Global = typename Lane::Global;
        Kernel::scan(lane, Global{&lane, reinterpret_cast<T*>(input), DeviceEvent::of_input},
                     Global{&lane, reinterpret_cast<T*>(output), DeviceEvent::of_output}, n);
        lane.finish();
    };
}

template <class Kernel>
void enter_types() {
    for (const ElementType type : element_types) {
        with_element_type(type, [&]<class T>(T) {
            add<Kernel, T, 0>(type);
            if constexpr (Kernel::info.limits.max_coarsen > 1) {
                add<Kernel, T, 1>(type);
                add<Kernel, T, 2>(type);
            }
        });
    }
}

/// Kernels whose blocks cooperate have a test of their own.
template <class Kernel>
bool enter() {
    if constexpr (!Kernel::info.blocks_cooperate()) enter_types<Kernel>();
    return true;
}

}  // namespace
}  // namespace stridescope

#undef CATALOGUE_ENTRY
#define CATALOGUE_ENTRY(KERNEL) \
    static const bool KERNEL##_entered = stridescope::enter<stridescope::kernels::KERNEL>();
#include "kernels/catalog.h"
#include "kernels/catalog_list.h"

namespace stridescope {
namespace {

constexpr std::uint32_t capacity = 4096, max_steps = 256;

/// One block's memory, as it would lie on the device.
struct BlockMemory {
    std::vector<DeviceEvent> events;
    std::vector<DeviceThreadEnd> ends;
    std::vector<DeviceStep> steps = std::vector<DeviceStep>(max_steps);
    std::vector<std::byte> snapshots;
    DeviceLog log;

    BlockMemory(int threads, std::size_t snapshot_bytes, int block)
        : events(static_cast<std::size_t>(threads) * capacity),
          ends(static_cast<std::size_t>(threads)),
          snapshots(max_steps * snapshot_bytes) {
        log = {.events = events.data(),
               .ends = ends.data(),
               .steps = steps.data(),
               .snapshots = reinterpret_cast<unsigned char*>(snapshots.data()),
               .capacity = capacity,
               .max_steps = max_steps,
               .first_block = block};
    }
};

/// Runs one block by host threads; what they wrote.
BlockMemory run(TraceBuilder& trace, int block, int constant) {
    const TraceData& data = trace.data();
    const Experiment& e = data.experiment;
    const Recording& kernel = recordings().at({kernel_of(e).info.id, e.type, constant});
    BlockMemory memory{data.shape.threads, static_cast<std::size_t>(data.cells()) * size_of(e.type),
                       block};
    // What a launch finds in shared memory is anybody's.
    std::memset(shared_memory, 0xAB, sizeof shared_memory);
    testing::run_block(0, data.shape.threads, [&] {
        kernel(trace.input().bytes(), trace.output().bytes(), static_cast<int>(data.n),
               data.shape.section, data.cells(), e.op, e.padding, e.scan, memory.log);
    });
    return memory;
}

std::shared_ptr<const Trace> record_by_threads(const Experiment& e, int constant) {
    TraceBuilder trace{e, "cuda", "host threads"};
    const TraceData& data = trace.data();
    cuda::DeviceBlock joined{data.shape.threads};
    for (int block = 0; block < data.grid; ++block) {
        const BlockMemory memory = run(trace, block, constant);
        if (block > 0 && block >= data.blocks) continue;
        joined.join({.events = memory.events.data(),
                     .ends = memory.ends,
                     .steps = memory.steps.data(),
                     .snapshots = memory.snapshots.data()},
                    block, {.shared = data.words, .global = data.n});
        if (block == 0) trace.learn_layout(joined);
        trace.keep(joined, block);
        for (Diagnostic& found : joined.diagnostics()) trace.add_diagnostic(std::move(found));
    }
    return trace.finish();
}

std::string difference(const Experiment& e, int constant = 0) {
    const auto expected = record(e), got = record_by_threads(e, constant);
    return first_divergence(*expected, *got).value_or("identical");
}

class RecordingBuilds : public ::testing::TestWithParam<std::string_view> {};

TEST_P(RecordingBuilds, WritesTheEmulatorsTrace) {
    const KernelInfo& info = find_kernel(GetParam())->info;
    for (const ElementType type : element_types) {
        for (const Padding padding : paddings) {
            Experiment e{.kernel = std::string{info.id},
                         .block = 64,
                         .n = 300,
                         .input = {},
                         .first_blocks = {}};
            e.engine = EngineChoice::cpu;
            e.type = type;
            e.padding = padding;
            e.op = padding == Padding::xor_swizzle ? Op::last : Op::add;
            e.input = parse_input("random:7");
            if (info.limits.one_thread) e.block = 32;
            EXPECT_EQ(difference(e), "identical") << command_line(e);
            if (info.takes_exclusive) {
                e.scan = Scan::exclusive;
                EXPECT_EQ(difference(e), "identical") << command_line(e);
            }
            if (info.limits.max_coarsen < 2) continue;
            if (padding == Padding::every32) {
                EXPECT_EQ(difference(e, 1), "identical") << command_line(e);
            }
            for (const int coarsen : {2, 3}) {
                if (!takes_coarsening(info, coarsen)) continue;
                e.block = 32;
                e.coarsen = coarsen;
                EXPECT_EQ(difference(e, coarsen == 2 ? 2 : 0), "identical") << command_line(e);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RecordingBuilds, ::testing::ValuesIn([] {
                             std::vector<std::string_view> ids;
                             for (const auto& entry : correct_kernels()) {
                                 if (!entry.info.blocks_cooperate()) ids.push_back(entry.info.id);
                             }
                             return ids;
                         }()),
                         [](const auto& test) {
                             std::string name{test.param};
                             std::erase(name, '-');
                             return name;
                         });

// Half of what is written in a tree depends on it: X[j] = X[j - s] + X[j] is one event.
TEST(RecordingBuild, WritesAnUpdateAsOneEvent) {
    Experiment e{.kernel = "brent-kung", .block = 64, .n = {}, .input = {}, .first_blocks = {}};
    TraceBuilder trace{e, "cuda", "host threads"};
    BlockMemory memory{64, static_cast<std::size_t>(trace.data().words) * size_of(e.type), 0};
    testing::run_block(0, 64, [&] {
        recordings().at({"brent-kung", e.type, 0})(trace.input().bytes(), trace.output().bytes(),
                                                   64, 64, trace.data().words, e.op, e.padding,
                                                   e.scan, memory.log);
    });
    // Load and store, six strides up, five down, load and store.
    EXPECT_EQ(memory.ends[0].events, 2U + 6U + 5U + 2U);
    EXPECT_EQ(memory.ends[63].events, 2U + 2U);
}

TEST(DeviceBlock, TakesAnyExperimentsLogs) {
    RandomExperiments experiments{20261121};
    for (int i = 0; i < 12;) {
        Experiment e = experiments.next();
        if (kernel_of(e).info.blocks_cooperate()) continue;
        const Shape shape = shape_of(e);
        if (shape.threads > 128 || shape.section > 1024 || shape.threads * 64 < shape.section) {
            continue;
        }
        EXPECT_EQ(difference(e), "identical") << command_line(e);
        ++i;
    }
}

// What a warp writes lies side by side: in strides below 32 half of its lanes work, and the others
// leave as many holes.
TEST(RecordingBuild, KeepsLanesThatTakeTurnsLevel) {
    Experiment e{.kernel = "sklansky", .block = 64, .n = 64, .input = {}, .first_blocks = {}};
    e.engine = EngineChoice::cpu;
    TraceBuilder trace{e, "cuda", "host threads"};
    const BlockMemory memory = run(trace, 0, 1);
    constexpr std::uint32_t threads = 64, moves = 4;  // load and store, to and from shared memory
    std::uint32_t holes = 0;
    for (std::uint32_t t = 0; t < threads; ++t) {
        const std::uint32_t slots = memory.ends[t].events;
        EXPECT_EQ(slots, moves + (t < 32 ? 5 : 6)) << t;
        for (std::uint32_t slot = 0; slot < slots; ++slot) {
            holes += memory.events[slot * threads + t].is_hole() ? 1 : 0;
        }
    }
    EXPECT_EQ(holes, 5 * threads / 2);
}

// --- Logs made by hand: what no catalogue kernel does ----------------------------------------

/// The log of a block of two threads, [event][thread].
struct ByHand {
    std::vector<DeviceEvent> events = std::vector<DeviceEvent>(16);
    std::vector<DeviceThreadEnd> ends{{0, 1}, {0, 1}};
    std::vector<DeviceStep> steps{{.phase_words = {0x6e616373}, .stride = 1, .barriers = 2}};
    std::vector<std::byte> snapshot = std::vector<std::byte>(64);
    cuda::DeviceBlock block{2};

    void add(std::uint32_t thread, std::uint32_t kind, int line, std::uint32_t word,
             std::uint32_t left = DeviceEvent::none, std::uint32_t right = DeviceEvent::none,
             int step = 0, std::uint32_t iteration = 0, std::uint32_t interval = 0) {
        events[ends[thread].events++ * 2 + thread] = DeviceEvent::pack(
            kind, line, word, step, iteration, interval, DeviceEvent::pack_origins(left, right));
    }
    void join() {
        block.join({.events = events.data(),
                    .ends = ends,
                    .steps = steps.data(),
                    .snapshots = snapshot.data()},
                   3, {.shared = 16, .global = 5});
    }
    std::uint64_t operand(std::size_t row) const {
        return (block.rows()[row].place >> EventKey::operand_shift) &
               ((1U << EventKey::operand_bits) - 1);
    }
};

TEST(DeviceBlock, TellsOperandsOfALineApart) {
    ByHand log;
    for (const std::uint32_t t : {0U, 1U}) {
        log.add(t, DeviceEvent::load, 7, 4 + t);
        log.add(t, DeviceEvent::load, 7, 2 + t);
        log.add(t, DeviceEvent::op, 7, 0, 1, 0);
        log.add(t, DeviceEvent::store, 7, 4 + t, 2);
    }
    log.join();
    ASSERT_EQ(log.block.rows().size(), 4U);
    for (std::size_t row = 0; row < 4; ++row) EXPECT_EQ(log.operand(row), row);
    EXPECT_EQ(log.block.words(0)[1], 5);
    EXPECT_EQ(log.block.words(1)[0], 2);
    EXPECT_EQ(log.block.rows()[2].left, 1U);
    EXPECT_EQ(log.block.rows()[2].right, 0U);
    EXPECT_EQ(log.block.rows()[3].left, 2U);
    EXPECT_EQ(log.block.barriers()[0], 2);
    EXPECT_EQ(log.block.step(0).phase, "scan");
}

// A thread that has less to say than its warp leaves holes, which are no events.
TEST(DeviceBlock, PassesOverHoles) {
    ByHand log;
    log.add(0, DeviceEvent::load, 7, 4);
    log.add(0, DeviceEvent::store, 8, 6, 0);
    log.events[1] = log.events[3] = DeviceEvent::hole();
    log.ends[1].events = 2;
    for (const std::uint32_t t : {0U, 1U}) log.add(t, DeviceEvent::load, 9, 2 + t);
    log.add(1, DeviceEvent::store, 10, 5, 2);
    log.join();
    ASSERT_EQ(log.block.rows().size(), 4U);
    EXPECT_EQ(log.block.words(0)[0], 4);
    EXPECT_EQ(log.block.words(0)[1], Trace::idle);
    EXPECT_EQ(log.block.words(1)[1], Trace::idle);
    EXPECT_EQ(log.block.words(2)[1], 3);
    EXPECT_EQ(log.block.words(3)[1], 5);
    EXPECT_EQ(log.block.rows()[3].left, 2U);
    EXPECT_TRUE(log.block.diagnostics().empty());
}

// Sums of two words, and updates, are one event; they come apart into what the text says.
TEST(DeviceBlock, TakesPairsApart) {
    ByHand log;
    log.events[0] = DeviceEvent::pack(DeviceEvent::op, 7, 2, 0, 0, 0, 4, DeviceEvent::update_left);
    log.events[2] = DeviceEvent::pack(DeviceEvent::op, 8, 5, 0, 0, 0, 6, DeviceEvent::left_first);
    log.ends[0].events = 2;
    log.add(0, DeviceEvent::store, 8, 9, 1);  // of the same line: its fourth
    log.events[6] = DeviceEvent::pack(DeviceEvent::op, 9, 1, 0, 0, 0, 3, DeviceEvent::update_right);
    log.ends[0].events = 4;
    log.join();
    ASSERT_EQ(log.block.rows().size(), 12U);
    const std::uint16_t words[]{2, 4, 0, 4, 5, 6, 0, 9, 1, 3, 0, 3};
    for (std::size_t row = 0; row < 12; ++row) {
        EXPECT_EQ(log.block.words(row)[0], words[row]);
        EXPECT_EQ(log.block.words(row)[1], Trace::idle);
        EXPECT_EQ(log.operand(row), row % 4);
    }
    EXPECT_EQ(log.block.rows()[2].left, 1U);
    EXPECT_EQ(log.block.rows()[2].right, 0U);
    EXPECT_EQ(log.block.rows()[3].left, 2U);
    EXPECT_EQ(log.block.rows()[6].left, 4U);
    EXPECT_EQ(log.block.rows()[6].right, 5U);
    EXPECT_EQ(log.block.rows()[7].left, 6U);
    EXPECT_EQ(log.block.rows()[10].left, 8U);
    EXPECT_EQ(log.block.rows()[10].right, 9U);
    EXPECT_EQ(log.block.rows()[11].left, 10U);
}

// A thread that sits out does not shift into its neighbour's request, and one whose value came
// another way has a row of its own.
TEST(DeviceBlock, KeepsWaysApart) {
    ByHand log;
    log.add(0, DeviceEvent::store, 5, 0);
    log.add(0, DeviceEvent::load, 6, 1, DeviceEvent::none, DeviceEvent::none, 0, 1);
    log.add(1, DeviceEvent::load, 6, 3, DeviceEvent::none, DeviceEvent::none, 0, 1);
    log.add(0, DeviceEvent::store, 8, 1, 1);
    log.add(1, DeviceEvent::store, 8, 3);
    log.join();
    ASSERT_EQ(log.block.rows().size(), 4U);
    EXPECT_EQ(log.block.words(0)[1], Trace::idle);
    EXPECT_EQ(log.block.words(1)[0], 1);
    EXPECT_EQ(log.block.words(1)[1], 3);
    EXPECT_EQ(log.block.words(2)[1], Trace::idle);
    EXPECT_EQ(log.block.words(3)[0], Trace::idle);
}

TEST(DeviceBlock, SaysWhatTheKernelDidWrong) {
    ByHand log;
    log.add(0, DeviceEvent::load, 5, 1);
    log.events[1] =
        DeviceEvent::pack(DeviceEvent::fault, 9, 0, 0, 0, 0, static_cast<std::uint32_t>(-3));
    log.ends[1] = {1, 2};
    log.join();
    ASSERT_EQ(log.block.diagnostics().size(), 2U);
    EXPECT_EQ(log.block.diagnostics()[0].message, "thread 1 marks 2 steps, thread 0 1");
    EXPECT_EQ(log.block.diagnostics()[1].message,
              "thread 1 accesses element -3 of the shared array, which has 16 (line 9)");
    EXPECT_EQ(log.block.diagnostics()[1].address, -3);
    EXPECT_EQ(log.block.diagnostics()[1].block, 3);
}

TEST(DeviceEvent, PacksWhatItUnpacks) {
    const auto event =
        DeviceEvent::pack(DeviceEvent::op, 16'383, 65'535, 65'534, (1U << 22) - 1, (1U << 24) - 1,
                          DeviceEvent::pack_origins(65'534, 12), DeviceEvent::update_right);
    EXPECT_EQ(event.kind(), DeviceEvent::op);
    EXPECT_EQ(event.line(), 16'383);
    EXPECT_EQ(event.word(), 65'535);
    EXPECT_EQ(event.step(), 65'534U);
    EXPECT_EQ(event.iteration(), (1U << 22) - 1);
    EXPECT_EQ(event.interval(), (1U << 24) - 1);
    EXPECT_EQ(event.pair(), DeviceEvent::update_right);
    EXPECT_EQ(event.left(), 65'534U);
    EXPECT_EQ(event.right(), 12U);
    EXPECT_EQ(sizeof event, 16U);
}

}  // namespace
}  // namespace stridescope
