// The work table: counted again from the raw events, and against closed forms written apart from
// the catalogue's.
#include "app/analysis/work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/engine.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_trace.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace work_test {

using testing::random_trace;
using testing::RandomExperiments;

std::shared_ptr<const Trace> recorded(const std::string& kernel, int block, int coarsen = 1,
                                      std::int64_t blocks = 1) {
    ScanRun e{.kernel = kernel,
              .block = block,
              .coarsen = coarsen,
              .n = blocks * block * coarsen,
              .input = {},
              .first_blocks = {}};
    e.engine = EngineChoice::cpu;
    return record(e);
}

/// Activity and operations of each step, counted event by event.
void expect_counts_of_events(const Trace& trace) {
    struct Counted {
        std::set<std::pair<int, int>> threads, warps;
        std::int64_t adds = 0, barriers = 0;
    };
    std::vector<Counted> steps(static_cast<std::size_t>(trace.step_count()));
    std::vector<std::int64_t> adds_of_warp(static_cast<std::size_t>(trace.warps())),
        adds_of_site(trace.sites().size());
    std::vector<std::set<std::pair<int, int>>> threads_of_warp(adds_of_warp.size());
    for (int block = 0; block < trace.blocks(); ++block) {
        for (std::size_t r = 0; r < trace.rows().size(); ++r) {
            const TraceRow& row = trace.rows()[r];
            Counted& step = steps[static_cast<std::size_t>(row.step)];
            const auto lanes = trace.lanes(block, static_cast<int>(r));
            for (int thread = 0; thread < trace.threads(); ++thread) {
                if (lanes[static_cast<std::size_t>(thread)] == Trace::idle) continue;
                const auto warp = static_cast<std::size_t>(thread / 32);
                step.threads.insert({block, thread});
                step.warps.insert({block, thread / 32});
                if (trace.event_of(row) != Event::op) continue;
                ++step.adds;
                ++adds_of_warp[warp];
                ++adds_of_site[static_cast<std::size_t>(row.site)];
            }
        }
        for (int step = 0; step < trace.step_count(); ++step) {
            steps[static_cast<std::size_t>(step)].barriers += trace.barriers(block, step);
        }
    }
    const WorkTable table = work_table(trace);
    ASSERT_EQ(table.rows.size(), steps.size());
    std::int64_t threads = 0, adds = 0;
    for (std::size_t s = 0; s < steps.size(); ++s) {
        const WorkCounts& counts = table.rows[s].counts;
        EXPECT_EQ(table.rows[s].step, trace.steps()[s]);
        EXPECT_EQ(counts.active_threads, static_cast<std::int64_t>(steps[s].threads.size()));
        EXPECT_EQ(counts.active_warps, static_cast<std::int64_t>(steps[s].warps.size()));
        EXPECT_EQ(counts.adds, steps[s].adds);
        EXPECT_EQ(counts.barriers, steps[s].barriers);
        threads += counts.active_threads;
        adds += counts.adds;
    }
    EXPECT_EQ(table.totals.active_threads, threads);
    EXPECT_EQ(table.totals.adds, adds);

    const auto by_warp = work_by_warp(trace);
    ASSERT_EQ(by_warp.size(), adds_of_warp.size());
    WorkCounts all_warps;
    for (std::size_t w = 0; w < by_warp.size(); ++w) {
        EXPECT_EQ(by_warp[w].adds, adds_of_warp[w]);
        EXPECT_EQ(by_warp[w].barriers, table.totals.barriers);
        all_warps += by_warp[w];
    }
    EXPECT_EQ(all_warps.active_threads, table.totals.active_threads);
    EXPECT_EQ(all_warps.active_warps, table.totals.active_warps);
    const auto by_site = work_by_site(trace);
    ASSERT_EQ(by_site.size(), adds_of_site.size());
    for (std::size_t s = 0; s < by_site.size(); ++s) {
        EXPECT_EQ(by_site[s].site, trace.sites()[s]);
        EXPECT_EQ(by_site[s].counts.adds, adds_of_site[s]);
    }
}

TEST(WorkTable, CountsTheEventsOfRandomExperiments) {
    RandomExperiments draw{21};
    for (int round = 0; round < testing::rounds_of(80); ++round) {
        const Experiment e = draw.next();
        expect_counts_of_events(*record(e));
        if (HasFailure()) FAIL() << command_line(e);
    }
}

TEST(WorkTable, CountsTheEventsOfTracesThatNoKernelRecorded) {
    RandomExperiments draw{22};
    for (int round = 0; round < 300; ++round) {
        expect_counts_of_events(*random_trace(draw));
        if (HasFailure()) FAIL() << "round " << round;
    }
}

// --- Closed forms ------------------------------------------------------------------------------

int log2_of(int x) {
    return static_cast<int>(std::lround(std::log2(x)));
}

// L − s elements have a left neighbour; thread t takes t, t + B, …, and waits twice per stride.
TEST(KoggeStone, CountsAreTheTextbooks) {
    for (const int block : {2, 4, 16, 32, 64, 256, 1024}) {
        for (const int coarsen : {1, 2, 3, 16}) {
            const int L = block * coarsen;
            const auto trace = recorded("kogge-stone", block, coarsen, 3);
            const WorkTable table = work_table(*trace);
            std::vector<int> strides;
            for (const WorkRow& row : table.rows) {
                const WorkCounts& c = row.counts;
                const int s = row.step.stride;
                if (row.step.phase != "scan") {
                    EXPECT_EQ(c.adds, 0);
                    EXPECT_EQ(c.active_threads, 3 * block);
                    EXPECT_EQ(c.barriers, row.step.phase == "load" ? 3 : 0);
                    continue;
                }
                strides.push_back(s);
                EXPECT_EQ(c.adds, 3 * (L - s));
                EXPECT_EQ(c.active_threads, 3 * std::min(block, L - s));
                // With one element a thread, threads below s are idle, and so are whole warps.
                const int warps = std::max(1, block / 32);
                EXPECT_EQ(c.active_warps, 3 * (coarsen == 1 ? warps - s / 32 : warps));
                EXPECT_EQ(c.barriers, 3 * 2);
            }
            std::vector<int> powers;
            for (int s = 1; s < L; s *= 2) powers.push_back(s);
            EXPECT_EQ(strides, powers);
            if (coarsen == 1) {
                EXPECT_EQ(table.totals.adds, 3LL * (block * (log2_of(block) - 1) + 1));
            }
        }
    }
}

// Up: L/2s additions. Down: one fewer of the stride. 2L − 2 − log₂L in all, for L a power of two.
TEST(BrentKung, CountsAreTheTextbooks) {
    for (const int block : {2, 4, 16, 32, 64, 256, 1024}) {
        for (const int coarsen : {1, 2, 4, 16}) {
            const int L = block * coarsen;
            const WorkTable table = work_table(*recorded("brent-kung", block, coarsen, 2));
            std::vector<std::pair<std::string, int>> steps;
            for (const WorkRow& row : table.rows) {
                const int s = row.step.stride;
                steps.emplace_back(row.step.phase, s);
                if (row.step.phase == "load" || row.step.phase == "store") {
                    EXPECT_EQ(row.counts.active_threads, 2 * block);
                    continue;
                }
                const int adds = row.step.phase == "up-sweep" ? L / (2 * s) : L / (2 * s) - 1;
                EXPECT_EQ(row.counts.adds, 2 * adds);
                EXPECT_EQ(row.counts.active_threads, 2 * std::min(block, adds));
                EXPECT_EQ(row.counts.active_warps, 2 * ((std::min(block, adds) + 31) / 32));
                EXPECT_EQ(row.counts.barriers, 2);
                // X[j] = X[j - s] + X[j]: two loads and a store for every addition.
                EXPECT_EQ(row.counts.load_requests, 2 * row.counts.store_requests);
            }
            std::vector<std::pair<std::string, int>> want{{"load", 0}};
            for (int s = 1; s <= L / 2; s *= 2) want.emplace_back("up-sweep", s);
            for (int s = L / 4; s >= 1; s /= 2) want.emplace_back("down-sweep", s);
            want.emplace_back("store", 0);
            EXPECT_EQ(steps, want);
            EXPECT_EQ(table.totals.adds, 2LL * (2 * L - 2 - log2_of(L)));
        }
    }
}

TEST(Sequential, CountsAreTheTextbooks) {
    for (const int block : {2, 32, 256}) {
        const WorkTable table = work_table(*recorded("sequential", block, 1, 2));
        EXPECT_EQ(table.rows.size(), static_cast<std::size_t>(block) + 1);
        EXPECT_EQ(table.totals.adds, 2 * (block - 1));
        EXPECT_EQ(table.totals.active_threads, 2 * (block + 1));
        EXPECT_EQ(table.totals.barriers, 0);
        EXPECT_EQ(table.totals.excess(), 0);
    }
}

// Whatever is added to the catalogue: where it has closed forms, they are what is counted.
TEST(Catalogue, ClosedFormsAreWhatIsCounted) {
    int round = 0;
    for (const testing::ScanKernel& kernel : testing::scan_kernels()) {
        for (const int block : kernel.blocks) {
            if (kernel.one_thread && block > 128) continue;
            for (const int coarsen : kernel.coarsenings) {
                if (testing::left_out(round++, 7, 3)) continue;
                const auto trace = recorded(kernel.id, block, coarsen, 2);
                for (const WorkRow& row : work_table(*trace).rows) {
                    EXPECT_FALSE(row.adds_differ() || row.active_threads_differ())
                        << kernel.id << " block " << block << " coarsen " << coarsen << ", "
                        << row.step.phase << " " << row.step.stride << ": " << row.counts.adds
                        << " adds, " << row.counts.active_threads << " threads";
                }
            }
        }
    }
}

// The mark where count and closed form differ: a trace in which a thread did not take part.
TEST(WorkTable, MarksWhatDiffersFromTheClosedForm) {
    TraceData data = recorded("kogge-stone", 32)->data();
    testing::leave_out(
        data, [](const TraceRow& row, int thread) { return row.step == 1 && thread == 31; });
    const WorkTable table = work_table(Trace{data});
    EXPECT_EQ(table.rows[1].counts.adds, 30);
    EXPECT_EQ(table.rows[1].expected_adds, 31);
    EXPECT_TRUE(table.rows[1].adds_differ());
    EXPECT_TRUE(table.rows[1].active_threads_differ());
    EXPECT_FALSE(table.rows[2].adds_differ());
}

}  // namespace work_test
}  // namespace stridescope
