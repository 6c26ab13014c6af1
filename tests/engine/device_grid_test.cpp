// The recording CUDA build of kernels whose blocks cooperate, run by host threads one block after
// the other, against the emulator; and how what happened between blocks becomes the trace's events.
#include "app/engine/cuda/grid_events.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

#include "app/analysis/check.h"
#include "app/analysis/divergence.h"
#include "app/analysis/grid.h"
#include "app/engine/cuda/device_block.h"
#include "app/engine/engine.h"
#include "app/trace/trace_file.h"
#include "kernels/launches.h"
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

using testing::cuda_nanoseconds;

/// As a device launches it.
using Recording =
    std::function<void(std::byte* input, std::byte* output, int n, int section, int words, Op op,
                       Padding padding, const DeviceLog& log, const DeviceGrid& grid)>;

std::map<std::tuple<std::string_view, ElementType, int>, Recording>& recordings() {
    static std::map<std::tuple<std::string_view, ElementType, int>, Recording> list;
    return list;
}

template <class Kernel, class T, int coarsening>
void add(ElementType type) {
    recordings()[{Kernel::info.id, type, coarsening}] = [](std::byte* input, std::byte* output,
                                                           int n, int section, int words, Op op,
                                                           Padding padding, const DeviceLog& log,
                                                           const DeviceGrid& grid) {
        using Lane = RecordingLane<T, coarsening, true, Kernel::info.recording.barrier_begins_step,
                                   Kernel::info.recording.lanes_take_turns,
                                   Kernel::info.memory.storage, true>;
        Lane lane{log, section, words, n, op, padding, Scan::inclusive, grid};
        using Global = typename Lane::Global;
        Kernel::scan(lane, Global{&lane, reinterpret_cast<T*>(input), DeviceEvent::of_input},
                     Global{&lane, reinterpret_cast<T*>(output), DeviceEvent::of_output}, n);
        lane.finish();
    };
}

template <class Kernel>
bool enter() {
    if constexpr (Kernel::info.blocks_cooperate()) {
        for (const ElementType type : {ElementType::i32, ElementType::f32, ElementType::f64}) {
            with_element_type(type, [&]<class T>(T) {
                add<Kernel, T, 0>(type);
                add<Kernel, T, 1>(type);
            });
        }
    }
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

/// The order in which a launch's blocks run.
using Order = std::function<std::vector<int>(int grid)>;

std::vector<int> ascending(int grid) {
    std::vector<int> order(static_cast<std::size_t>(grid));
    std::iota(order.begin(), order.end(), 0);
    return order;
}
std::vector<int> descending(int grid) {
    std::vector<int> order = ascending(grid);
    std::ranges::reverse(order);
    return order;
}

constexpr std::uint32_t capacity = 1024, max_steps = 64, event_room = 1 << 16;

/// What a device would hold of one run.
class HostGrid {
  public:
    HostGrid(const Experiment& e, int constant)
        : trace_{e, "cuda", "host threads"},
          threads_{static_cast<std::size_t>(trace_.data().shape.threads)},
          blocks_{static_cast<std::size_t>(trace_.data().blocks)},
          snapshot_bytes_{static_cast<std::size_t>(trace_.data().words) * size_of(e.type)},
          kernel_{recordings().at({kernel_of(e).info.id, e.type, constant})} {
        const TraceData& data = trace_.data();
        events_.resize(blocks_ * threads_ * capacity);
        ends_.resize(blocks_ * threads_);
        steps_.resize(blocks_ * max_steps);
        snapshots_.resize(blocks_ * max_steps * snapshot_bytes_);
        intervals_.resize(blocks_);
        told_.resize(event_room);
        grid_ = {.events = told_.data(),
                 .count = &count_,
                 .capacity = event_room,
                 .intervals = intervals_.data(),
                 .recorded = data.blocks,
                 .given_up = &given_up_,
                 .patience = 1'000'000'000};
        for (std::size_t i = 0; i < data.scratch().size(); ++i) {
            const auto size = static_cast<std::size_t>(data.scratch()[i].size());
            scratch_.emplace_back(size * sizeof(double));
            grid_.arrays.at[i] = scratch_.back().data();
            grid_.sizes[i] = static_cast<int>(size);
        }
    }

    std::shared_ptr<const Trace> record(const Order& order) {
        const TraceData& data = trace_.data();
        const auto launches =
            launches_of(kernel_of(data.experiment).info, data.n, data.shape.section);
        std::vector<cuda::GridLaunchLog> logs;
        for (const LaunchLevel& level : launches) {
            const std::uint32_t before = count_;
            const auto first_step = static_cast<std::size_t>(grid_.first_step);
            grid_.arrays.level = level;
            for (const int block : order(level.grid)) run(block);
            grid_.first_step = static_cast<int>(ends_[0].steps);
            for (auto b = static_cast<std::size_t>(level.grid); b < blocks_; ++b) {
                sit_out(b, first_step, ends_[0].steps);
            }
            logs.push_back({level.grid, std::span{told_}.subspan(before, count_ - before)});
        }
        cuda::DeviceBlock joined{data.shape.threads};
        for (std::size_t block = 0; block < blocks_; ++block) {
            joined.join({.events = events_.data() + block * threads_ * capacity,
                         .ends = std::span{ends_}.subspan(block * threads_, threads_),
                         .steps = steps_.data() + block * max_steps,
                         .snapshots = snapshots_.data() + block * max_steps * snapshot_bytes_},
                        static_cast<int>(block), {.shared = data.words, .global = data.n});
            if (block == 0) trace_.learn_layout(joined);
            trace_.keep(joined, static_cast<int>(block));
            for (Diagnostic& found : joined.diagnostics()) trace_.add_diagnostic(std::move(found));
        }
        trace_.set_grid_events(cuda::grid_events_of(logs), "ns");
        return trace_.finish();
    }

  private:
    void run(int block) {
        const TraceData& data = trace_.data();
        const Experiment& e = data.experiment;
        const DeviceLog log{.events = events_.data(),
                            .ends = ends_.data(),
                            .steps = steps_.data(),
                            .snapshots = reinterpret_cast<unsigned char*>(snapshots_.data()),
                            .capacity = capacity,
                            .max_steps = max_steps};
        // What a launch finds in shared memory is anybody's.
        std::memset(shared_memory, 0xAB, sizeof shared_memory);
        testing::run_block(block, data.shape.threads, [&] {
            kernel_(trace_.input().bytes(), trace_.output().bytes(), static_cast<int>(data.n),
                    data.shape.section, data.words, e.op, e.padding, log, grid_);
        });
    }
    void sit_out(std::size_t block, std::size_t first, std::size_t end) {
        for (std::size_t step = first; step < end; ++step) {
            steps_[block * max_steps + step] = steps_[step];
            steps_[block * max_steps + step].barriers = 0;
            std::byte* to = snapshots_.data() + (block * max_steps + step) * snapshot_bytes_;
            std::copy_n(to - snapshot_bytes_, snapshot_bytes_, to);
        }
    }

    TraceBuilder trace_;
    std::size_t threads_, blocks_, snapshot_bytes_;
    const Recording& kernel_;
    std::vector<DeviceEvent> events_;
    std::vector<DeviceThreadEnd> ends_;
    std::vector<DeviceStep> steps_;
    std::vector<std::byte> snapshots_;
    std::vector<std::uint32_t> intervals_;
    std::vector<std::vector<std::byte>> scratch_;
    std::vector<DeviceGridEvent> told_;
    std::uint32_t count_ = 0;
    DeviceGivenUp given_up_;
    DeviceGrid grid_;
};

Experiment experiment(std::string_view kernel, int block, std::int64_t n) {
    Experiment e{
        .kernel = std::string{kernel}, .block = block, .n = n, .input = {}, .first_blocks = {}};
    e.engine = EngineChoice::cpu;
    e.type = ElementType::i32;
    e.input = parse_input("random:5");
    return e;
}

std::string difference(const Experiment& e, const Order& order, int constant = 0) {
    const auto expected = record(e), got = HostGrid{e, constant}.record(order);
    if (const auto wrong = first_wrong(*got)) return "wrong at " + std::to_string(wrong->index);
    return first_divergence(*expected, *got).value_or("identical");
}

class MeetingBlocks : public ::testing::TestWithParam<std::string_view> {};

TEST_P(MeetingBlocks, WriteWhatTheEmulatorsDo) {
    const KernelInfo& info = find_kernel(GetParam())->info;
    // Blocks run one after the other here: none may wait for a later one.
    const std::int64_t some = info.cooperation.needs_all_resident ? 16 : 90;
    for (const ElementType type : {ElementType::i32, ElementType::f32, ElementType::f64}) {
        Experiment e = experiment(GetParam(), 16, some);
        e.type = type;
        e.op = type == ElementType::f64 ? Op::last : Op::add;
        EXPECT_EQ(difference(e, ascending), "identical") << command_line(e);
        EXPECT_EQ(difference(e, descending, 1), "identical") << command_line(e);
    }
    Experiment e = experiment(GetParam(), 16, info.cooperation.needs_all_resident ? 47 : 300);
    e.coarsen = 3;
    e.padding = Padding::every32;
    EXPECT_EQ(difference(e, descending), "identical") << command_line(e);
    e.first_blocks = 2;
    EXPECT_EQ(difference(e, ascending), "identical") << command_line(e);
    EXPECT_EQ(difference(e, descending), "identical") << command_line(e);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, MeetingBlocks, ::testing::ValuesIn([] {
                             std::vector<std::string_view> ids;
                             for (const auto& entry : correct_kernels()) {
                                 if (entry.info.blocks_cooperate()) ids.push_back(entry.info.id);
                             }
                             return ids;
                         }()),
                         [](const auto& test) {
                             std::string name{test.param};
                             std::erase(name, '-');
                             return name;
                         });

// Totals that do not fit in one section are scanned in levels: seven launches, of which some blocks
// sit some out.
TEST(ThreeKernels, GoOnFromLaunchToLaunch) {
    const Experiment e = experiment("three-kernel", 4, 75);
    EXPECT_EQ(difference(e, ascending), "identical");
    const auto trace = HostGrid{e, 1}.record(descending);
    EXPECT_EQ(std::ranges::count(trace->grid_events(), GridEvent::Kind::launch, &GridEvent::kind),
              7);
}

// Chance decides which block takes which section: then the comparison still finds a fault.
TEST(Comparison, FindsWhatNoChanceExplains) {
    const Experiment e = experiment("decoupled-lookback", 8, 60);
    const auto expected = record(e), right = HostGrid{e, 0}.record(descending);
    ASSERT_EQ(first_divergence(*expected, *right).value_or("identical"), "identical");
    EXPECT_NE(right->first_element(0), 0);
    TraceData data = right->data();
    const std::size_t at = data.snapshots.size() / 2;
    data.snapshots.as<std::int32_t>()[at] += 1;
    EXPECT_NE(first_divergence(*expected, Trace{data}), std::nullopt);
    data = right->data();
    data.output.as<std::int32_t>()[17] += 1;
    EXPECT_NE(first_divergence(*expected, Trace{data}), std::nullopt);
    // A thread that did nothing where it should have.
    data = right->data();
    const auto rows = data.rows.size(), width = static_cast<std::size_t>(data.shape.threads);
    const std::size_t all = static_cast<std::size_t>(data.blocks) * rows * width;
    auto lanes = std::make_shared<std::uint16_t[]>(all);
    std::copy_n(data.lanes.get(), all, lanes.get());
    const auto last = static_cast<std::size_t>(right->rows_of_step(right->step_count() - 1).begin);
    lanes[(2 * rows + last) * width + 3] = Trace::idle;
    data.lanes = lanes;
    EXPECT_NE(first_divergence(*expected, Trace{data}), std::nullopt);
}

TEST(GridTrace, IsReadBackAndDrawn) {
    const auto trace = HostGrid{experiment("chained", 8, 60), 0}.record(descending);
    EXPECT_EQ(trace->clock(), "ns");
    const auto read = decode_trace(encode_trace(*trace), "the trace");
    EXPECT_EQ(read->grid_events(), trace->grid_events());
    const GridTimeline timeline = grid_timeline(*trace);
    EXPECT_EQ(timeline.rows.size(), 1U);  // one block after the other
    // Every section but the first is handed its sum.
    const auto& events = trace->grid_events();
    EXPECT_EQ(std::ranges::count_if(timeline.messages,
                                    [&](const GridMessage& message) {
                                        return trace->name_of(events[message.read].array) == "flag";
                                    }),
              trace->grid() - 1);
}

/// What a lane knows of waiting, without a lane.
class Waiter : GridRecorder {
  public:
    explicit Waiter(const DeviceGrid& grid) : GridRecorder{grid} {}
    using GridRecorder::begin_wait, GridRecorder::wait_on, GridRecorder::end_wait,
        GridRecorder::waiting;
    void look(std::uint32_t element, int seen) { note_look({1, element, 70}, seen); }
};

struct WaitLog {
    std::vector<DeviceGridEvent> events = std::vector<DeviceGridEvent>(8);
    std::uint32_t count = 0;
    DeviceGivenUp given_up;
    DeviceGrid grid{.events = events.data(),
                    .count = &count,
                    .capacity = 8,
                    .given_up = &given_up,
                    .patience = 1'000'000'000};
};

TEST(Waiting, IsOneEventHoweverOftenItLooks) {
    WaitLog log;
    Waiter waiter{log.grid};
    waiter.begin_wait(70);
    for (int i = 0; i < 100; ++i) {
        waiter.look(5, 0);
        EXPECT_TRUE(waiter.wait_on(3, 2));
    }
    waiter.look(5, 1);
    waiter.end_wait(3, 2);
    EXPECT_FALSE(waiter.waiting());
    ASSERT_EQ(log.count, 2U);
    EXPECT_EQ(log.events[0].kind, DeviceGridEvent::waits);
    EXPECT_EQ(log.events[0].integer, 0);
    EXPECT_EQ(log.events[1].kind, DeviceGridEvent::loads);
    EXPECT_EQ(log.events[1].integer, 1);
    EXPECT_EQ(log.events[1].element, 5U);
    EXPECT_EQ(log.given_up.anybody, 0U);
}

TEST(Waiting, IsGivenUpAfterAWhile) {
    WaitLog log;
    log.grid.patience = 1'000'000;
    Waiter waiter{log.grid}, other{log.grid};
    const std::uint64_t start = cuda_nanoseconds();
    waiter.begin_wait(70);
    do {
        waiter.look(6, 4);
    } while (waiter.wait_on(3, 2));
    EXPECT_GE(cuda_nanoseconds() - start, log.grid.patience);
    EXPECT_NE(log.given_up.anybody, 0U);
    EXPECT_EQ(log.given_up.block, 3);
    EXPECT_EQ(log.given_up.line, 70);
    EXPECT_EQ(log.given_up.element, 6U);
    EXPECT_EQ(log.given_up.integer, 4);
    // And so does everybody else, at once.
    other.begin_wait(71);
    other.look(7, 0);
    EXPECT_FALSE(other.wait_on(4, 2));
    EXPECT_EQ(log.given_up.block, 3);
}

DeviceGridEvent told(std::uint8_t kind, std::int32_t block, std::uint64_t time,
                     std::uint32_t element = 0, std::uint16_t thread = 0) {
    DeviceGridEvent event;
    event.kind = kind;
    event.block = block;
    event.time = time;
    event.element = element;
    event.thread = thread;
    event.line = 70;
    return event;
}

TEST(GridEvents, StandByTimeAndInEachBlocksOrder) {
    using Kind = GridEvent::Kind;
    const std::vector<DeviceGridEvent> log{
        told(DeviceGridEvent::starts, 1, 1200, 7),   told(DeviceGridEvent::starts, 0, 1000, 2),
        told(DeviceGridEvent::stores, 1, 1150, 3),  // a clock that lags
        told(DeviceGridEvent::loads, 0, 1300, 3, 0), told(DeviceGridEvent::loads, 0, 1310, 3, 32),
        told(DeviceGridEvent::ends, 0, 1400),        told(DeviceGridEvent::ends, 1, 1500)};
    const std::vector<DeviceGridEvent> next{told(DeviceGridEvent::starts, 0, 1450, 4),
                                            told(DeviceGridEvent::ends, 0, 1700)};
    const auto events = cuda::grid_events_of(std::vector<cuda::GridLaunchLog>{{2, log}, {1, next}});
    std::vector<std::tuple<Kind, int, std::int64_t>> got;
    for (const GridEvent& event : events) got.emplace_back(event.kind, event.block, event.time);
    const std::vector<std::tuple<Kind, int, std::int64_t>> expected{
        {Kind::launch, -1, 0}, {Kind::start, 0, 0}, {Kind::start, 1, 200}, {Kind::store, 1, 200},
        {Kind::load, 0, 300},  {Kind::end, 0, 400}, {Kind::end, 1, 500},   {Kind::launch, -1, 500},
        {Kind::start, 0, 500}, {Kind::end, 0, 700}};
    EXPECT_EQ(got, expected);
    EXPECT_EQ(events[0].element, 2);
    EXPECT_EQ(events[1].element, 2);
    EXPECT_EQ(events[2].element, 7);
}

}  // namespace
}  // namespace stridescope
