// The engine: what is recorded of a run, whatever the number of workers, and how a run ends early.
#include "app/engine/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "app/analysis/work.h"
#include "app/trace/trace_file.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"

namespace stridescope {
namespace engine_test {

using testing::RandomExperiments;

ScanRun experiment(const std::string& kernel, int block, std::int64_t n) {
    ScanRun e{.kernel = kernel, .block = block, .n = n};
    e.engine = EngineChoice::cpu;
    return e;
}

TEST(Engine, SaysWhatRanAndWhere) {
    const auto trace = record(experiment("brent-kung", 32, 100));
    EXPECT_EQ(trace->engine(), "machine");
    EXPECT_EQ(trace->device(), "warp machine");
    EXPECT_EQ(trace->n(), 100);
    EXPECT_EQ(trace->grid(), 4);
    EXPECT_EQ(trace->blocks(), 4);
    EXPECT_EQ(trace->threads(), 32);
    EXPECT_EQ(trace->warps(), 1);
    EXPECT_EQ(trace->section(), 32);
    EXPECT_EQ(record(experiment("sequential", 32, 100))->threads(), 1);
    EXPECT_EQ(record(experiment("kogge-stone", 64, 1))->warps(), 2);
}

TEST(Engine, WithoutNTakesOneSectionOrWhatTheInputHas) {
    ScanRun e = experiment("kogge-stone", 8, 1);
    e.coarsen = 3;
    e.n = std::nullopt;
    EXPECT_EQ(record(e)->n(), 24);
    e.input = parse_input("values:1,2,3,4,5");
    EXPECT_EQ(record(e)->n(), 5);
}

TEST(Engine, RefusesWhatCannotBe) {
    EXPECT_THROW((void)record(experiment("kogge-stone", 3, 3)), UsageError);
    EXPECT_THROW((void)record(experiment("no-such-kernel", 4, 4)), UsageError);
    EXPECT_THROW((void)record(experiment("kogge-stone", 4, -1)), UsageError);
    ScanRun e = experiment("kogge-stone", 4, 4);
    e.input = parse_input("values:1,2");
    EXPECT_THROW((void)record(e), UsageError);
}

// Blocks that are not recorded run all the same: the output is whole.
TEST(Engine, RecordsTheFirstBlocksAndRunsAll) {
    // Whole sections: the identities that fill a last one would be rows of their own.
    ScanRun e = experiment("brent-kung", 16, 112);
    e.input = parse_input("random:4");
    const auto all = record(e);
    for (const int first : {1, 3, 7, 100}) {
        e.first_blocks = first;
        const auto trace = record(e);
        EXPECT_EQ(trace->grid(), 7);
        EXPECT_EQ(trace->blocks(), std::min(first, 7));
        EXPECT_TRUE(trace->output() == all->output());
        for (int block = 0; block < trace->blocks(); ++block) {
            for (int row = 0; row < static_cast<int>(trace->rows().size()); ++row) {
                EXPECT_TRUE(std::ranges::equal(trace->lanes(block, row), all->lanes(block, row)));
            }
        }
    }
}

// Each element of the input that is wanted is loaded once and each of the output stored once, by
// the block whose section it is in.
TEST(Engine, RecordsTheAccessesToGlobalMemory) {
    RandomExperiments draw{17};
    for (int round = 0; round < 60; ++round) {
        ScanRun e = draw.next();
        e.first_blocks = {};
        const testing::ScanKernel& kernel = testing::scan_kernel(e.kernel);
        // They load or store again.
        if (kernel.beyond_a_block || e.kernel == "naive" || e.kernel == "kogge-stone-global")
            continue;
        const bool loads_again = e.kernel == "blelloch" && e.scan == Scan::inclusive;
        const auto trace = record(e);
        std::vector<int> loaded(static_cast<std::size_t>(trace->n())), stored = loaded;
        for (int block = 0; block < trace->blocks(); ++block) {
            for (int row = 0; row < static_cast<int>(trace->rows().size()); ++row) {
                const Event event = trace->event_of(trace->rows()[static_cast<std::size_t>(row)]);
                if (!is_global(event)) continue;
                const auto lanes = trace->lanes(block, row);
                const auto addresses = trace->addresses(block, row);
                for (std::size_t t = 0; t < lanes.size(); ++t) {
                    if (lanes[t] == Trace::idle) continue;
                    ASSERT_LT(addresses[t], trace->n());
                    EXPECT_EQ(static_cast<int>(addresses[t]) / e.section(), block)
                        << command_line(e);
                    ++(event == Event::global_load ? loaded : stored)[addresses[t]];
                }
            }
        }
        for (std::size_t i = 0; i < loaded.size(); ++i) {
            EXPECT_EQ(loaded[i], loads_again ? 2 : 1) << command_line(e);
            EXPECT_EQ(stored[i], 1) << command_line(e);
        }
    }
}

TEST(Engine, ToldToStopStops) {
    ScanRun long_one = experiment("naive", 1024, 1'000'000);  // half a billion additions
    long_one.first_blocks = 1;
    std::atomic<int> calls = 0;
    const RunOptions options{.workers = 3, .progress = [&](double) { return ++calls < 5; }};
    EXPECT_THROW((void)record(long_one, options), Cancelled);
    EXPECT_EQ(calls, 5) << "who said stop is not asked again";
    const RunOptions at_once{.workers = 1, .progress = [](double) { return false; }};
    EXPECT_THROW((void)record(long_one, at_once), Cancelled);
}

TEST(Engine, ToldToStopStopsAlsoWhileATraceIsMade) {
    // The machine is watched from another thread; what is asked from this one, the trace asks.
    const std::thread::id here = std::this_thread::get_id();
    int asked = 0;
    const RunOptions options{.progress = [&](double share) {
        return std::this_thread::get_id() != here || share < 1 || ++asked < 3;
    }};
    EXPECT_THROW((void)record(experiment("kogge-stone", 64, 640), options), Cancelled);
    EXPECT_EQ(asked, 3);
}

TEST(Engine, ToldToStopStopsAlsoWhileNumbersAreMade) {
    // Resolved to its end it is refused.
    Experiment numbers;
    numbers.text.text =
        "// launch: k<<<1, 32>>>(A)\n// A: float[1048576] random expect scan(A) + nobody\n"
        "__global__ void k(float *A) { A[0] = 1; }\n";
    EXPECT_THROW((void)record(numbers), UsageError);
    int asked = 0;
    const RunOptions options{.progress = [&](double) { return ++asked < 3; }};
    EXPECT_THROW((void)record(numbers, options), Cancelled);
    EXPECT_EQ(asked, 3);
    const RunOptions no_time{.progress = {}, .most_seconds = 1e-9};
    EXPECT_THROW((void)record(numbers, no_time), RunError);
}

// What a text did until its time was over is there to be seen, and compared with nothing. What
// resolving it took counts, too.
TEST(Engine, ShowsWhatATextDidThatIsComparedUntilItsTimeWasOver) {
    Experiment late;
    late.text.text =
        "// launch: k<<<2, 32>>>(x)\n// x: int[64] zeros expect iota\n"
        "__global__ void k(int *x) {\n"
        "    for (long long r = 0; r < 1000000000000; ++r) x[blockIdx.x * 32 + threadIdx.x] += r;\n"
        "}\n";
    // Of its hour a second is left; if what was before did not count, this would take the hour.
    const auto begun = std::chrono::steady_clock::now() - std::chrono::seconds{3599};
    const auto run = record(late, {.progress = {}, .most_seconds = 3600, .begun = begun});
    EXPECT_EQ(run->data().stopped,
              "the launch was stopped after 3600 seconds: give it more (--seconds)");
    EXPECT_GT(run->blocks(), 0);
    for (const ArrayContents& array : run->data().contents) {
        EXPECT_EQ(array.expected.size(), 0);
        EXPECT_TRUE(array.expected_name.empty());
    }
}

// Whole numbers add up to the same in every order; of others the last bits are the chip's.
TEST(Engine, SaysWhereSumsOfTensorCoresMayDiffer) {
    const auto run_of = [](const std::string& second, const std::string& third) {
        Experiment product;
        product.text.text =
            "// launch: k<<<1, 32>>>(x)\n// x: float[256] zeros\n#include <mma.h>\n"
            "using namespace nvcuda;\n"
            "__global__ void k(float *x) {\n"
            "    __shared__ half a[256], b[256];\n"
            "    for (int i = threadIdx.x; i < 256; i += 32) {\n"
            "        a[i] = (half)(float)(i % 7);\n        b[i] = (half)(i % 3 == 0 ? " +
            second + " : " + third +
            ");\n    }\n    __syncthreads();\n"
            "    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;\n"
            "    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;\n"
            "    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;\n"
            "    wmma::fill_fragment(fc, 0.0f);\n"
            "    wmma::load_matrix_sync(fa, a, 16);\n    wmma::load_matrix_sync(fb, b, 16);\n"
            "    wmma::mma_sync(fc, fa, fb, fc);\n"
            "    wmma::store_matrix_sync(x, fc, 16, wmma::mem_row_major);\n}\n";
        return record(product);
    };
    EXPECT_FALSE(run_of("3.0f", "-2.0f")->data().rounded_sums);
    EXPECT_EQ(run_of("1024.0f", "0.0625f")->device_words(), "warp machine");
    const auto rounded = run_of("32768.0f", "0.001f");
    EXPECT_TRUE(rounded->data().rounded_sums);
    EXPECT_EQ(rounded->device(), "warp machine");
    EXPECT_EQ(rounded->device_words(),
              "warp machine, whose tensor cores' sums may differ from a GPU's in their last bits");
}

TEST(Engine, TellsItsProgress) {
    std::vector<double> told;
    std::mutex mutex;
    const RunOptions options{.workers = 2, .progress = [&](double share) {
                                 const std::lock_guard lock{mutex};
                                 told.push_back(share);
                                 return true;
                             }};
    (void)record(experiment("kogge-stone", 32, 100'000), options);
    ASSERT_FALSE(told.empty());
    EXPECT_GE(told.front(), 0);
    EXPECT_LE(told.back(), 1);
    EXPECT_TRUE(std::ranges::is_sorted(told));
}

// Recordings share nothing but the cache of buffers.
TEST(Engine, RunsSeveralTimesAtOnce) {
    const auto want = encode_trace(*record(experiment("brent-kung", 64, 2000)));
    std::vector<std::thread> threads;  // not std::jthread, which libc++ 16 does not have
    std::atomic<int> same = 0;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 5; ++round) {
                same += encode_trace(*record(experiment("brent-kung", 64, 2000))) == want ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(same, 20);
}

// --- What every trace of a scan has ------------------------------------------------

class EveryTrace : public ::testing::Test {
  protected:
    /// Calls f(trace) for random experiments, and names the one that fails.
    template <class F>
    void for_random_traces(int rounds, std::uint64_t seed, F&& f) {
        RandomExperiments draw{seed};
        for (int round = 0; round < testing::rounds_of(rounds); ++round) {
            const Experiment e = draw.next();
            f(*record(e));
            if (HasFailure()) FAIL() << command_line(e);
        }
    }
};

TEST_F(EveryTrace, HasItsRowsInOrderAndNoneTwice) {
    for_random_traces(60, 41, [](const Trace& trace) {
        std::set<std::tuple<int, int, int, int, int, int>> seen;
        std::pair<int, int> last{-1, -1};
        for (const TraceRow& row : trace.rows()) {
            const std::pair at{row.step, row.interval};
            EXPECT_LE(last, at);
            last = at;
            EXPECT_TRUE(
                seen.emplace(row.step, row.interval, row.iteration, row.site, row.left, row.right)
                    .second);
        }
    });
}

// No row stands for nothing, and no thread is in two rows of one request.
TEST_F(EveryTrace, HasEventsInEveryRow) {
    for_random_traces(60, 42, [](const Trace& trace) {
        for (int r = 0; r < static_cast<int>(trace.rows().size()); ++r) {
            int events = 0;
            for (int block = 0; block < trace.blocks(); ++block) {
                for (const std::int32_t word : trace.lanes(block, r)) {
                    if (word == Trace::idle) continue;
                    ++events;
                    if (trace.reads_cells(r) || trace.writes_cells(r)) {
                        EXPECT_LT(word, trace.words());
                    }
                }
            }
            EXPECT_GT(events, 0) << "row " << r;
        }
    });
}

// A value's origin is an event of the same thread; loads have none, operations have two.
TEST_F(EveryTrace, HasOriginsThatTheThreadItselfMet) {
    for_random_traces(60, 43, [](const Trace& trace) {
        for (int r = 0; r < static_cast<int>(trace.rows().size()); ++r) {
            const TraceRow& row = trace.rows()[static_cast<std::size_t>(r)];
            const Event event = trace.event_of(row);
            if (event == Event::shuffle) continue;  // another thread met it
            if (event == Event::load) {
                EXPECT_EQ(row.left, TraceRow::none);
            } else if (event == Event::op) {
                EXPECT_FALSE(row.left == TraceRow::none && row.right == TraceRow::none);
            }
            if (event != Event::op) {
                EXPECT_EQ(row.right, TraceRow::none);
            }
            for (const int origin : {row.left, row.right}) {
                if (origin == TraceRow::none) continue;
                const TraceRow& from = trace.rows()[static_cast<std::size_t>(origin)];
                EXPECT_NE(trace.event_of(from), Event::store);
                EXPECT_LE(std::tuple(from.step, from.interval), std::tuple(row.step, row.interval));
                for (int block = 0; block < trace.blocks(); ++block) {
                    const auto here = trace.lanes(block, r), there = trace.lanes(block, origin);
                    for (std::size_t t = 0; t < here.size(); ++t) {
                        EXPECT_TRUE(here[t] == Trace::idle || there[t] != Trace::idle);
                    }
                }
            }
        }
    });
}

// --- Schedules ---------------------------------------------------------------------------------

std::vector<Schedule> some_schedules(int seeds) {
    std::vector<Schedule> list{{}, {.kind = Schedule::Kind::descending}};
    for (int seed = 0; seed < seeds; ++seed) {
        const auto number = static_cast<std::uint64_t>(seed);
        list.push_back({.kind = Schedule::Kind::random, .seed = number});
        list.push_back({.kind = Schedule::Kind::lane_random, .seed = number});
    }
    return list;
}

const int seeds = testing::rounds_of(20, 5);

// A right kernel does the same in every order of its warps: after each step shared memory holds the
// same, at the same cost. Lanes that go alone are requests by themselves, and cost more.
TEST(Schedules, ChangeNothingInARightKernel) {
    int round = 0;
    for (const testing::ScanKernel& kernel : testing::scan_kernels()) {
        for (const int block : {64, 256}) {
            if (testing::left_out(round++, 3, 3)) continue;
            ScanRun e{.kernel = kernel.id, .block = block, .n = 500};
            e.coarsen = std::min(2, kernel.coarsenings.back());
            e.engine = EngineChoice::cpu;
            e.input = parse_input("random:7");
            testing::make_room(e);
            const auto in_order = record(e);
            const WorkTable table = work_table(*in_order);
            for (const Schedule& schedule : some_schedules(seeds)) {
                e.schedule = schedule;
                SCOPED_TRACE(kernel.id + " in the order " + text_of(schedule));
                const auto trace = record(e);
                EXPECT_TRUE(trace->diagnostics().empty());
                ASSERT_TRUE(trace->output() == in_order->output());
                // Blocks that meet do so in another order, and have other sections.
                if (kernel.beyond_a_block) continue;
                ASSERT_TRUE(trace->snapshots() == in_order->snapshots());
                if (schedule.kind == Schedule::Kind::lane_random) continue;
                const WorkTable other = work_table(*trace);
                ASSERT_EQ(other.rows.size(), table.rows.size());
                for (std::size_t step = 0; step < table.rows.size(); ++step)
                    ASSERT_EQ(other.rows[step].counts, table.rows[step].counts);
            }
        }
    }
}

TEST(Schedules, AreTheSameAtEveryRun) {
    for (const Schedule& schedule : some_schedules(2)) {
        ScanRun e{.kernel = "kogge-stone", .block = 128, .n = 500};
        e.engine = EngineChoice::cpu;
        e.schedule = schedule;
        EXPECT_EQ(encode_trace(*record(e, {.workers = 1, .progress = {}})),
                  encode_trace(*record(e, {.workers = 3, .progress = {}})));
    }
}

TEST(Schedules, AreTheMachinesAlone) {
    Experiment e = ScanRun{};
    e.engine = EngineChoice::cuda;
    e.schedule.kind = Schedule::Kind::descending;
    EXPECT_NE(why_impossible(e).find("--engine cpu"), std::string::npos);
    EXPECT_THROW((void)record(e), UsageError);
}

}  // namespace engine_test
}  // namespace stridescope
