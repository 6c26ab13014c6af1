// What shared memory holds after each stride has a closed form; and whose registers a warp reads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/engine/engine.h"
#include "app/trace/trace_file.h"
#include "tests/support/scan_run.h"

namespace stridescope {
namespace cells_test {

ScanRun integers(const std::string& kernel, int block, int coarsen, const char* schedule) {
    ScanRun e{.kernel = kernel,
              .block = block,
              .n = 3 * block * coarsen,
              .input = parse_input("random:5"),
              .first_blocks = {}};
    e.coarsen = coarsen;
    e.type = ElementType::i32;
    e.engine = EngineChoice::cpu;
    e.schedule = parse_schedule(schedule);
    return e;
}

/// Σ A[i − reach + 1 … i], but no further left than `lowest`; i counted from the section's first.
std::int32_t sum_before(const Trace& trace, int section, int block, int i, int reach, int lowest) {
    std::uint32_t sum = 0;
    for (int k = std::max(lowest, i - reach + 1); k <= i; ++k) {
        const std::int64_t at = std::int64_t{block} * section + k;
        sum += static_cast<std::uint32_t>(
            trace.input().as<std::int32_t>()[static_cast<std::size_t>(at)]);
    }
    return static_cast<std::int32_t>(sum);
}

std::int32_t value(const Trace& trace, int block, int step, int cell) {
    return trace.snapshots().as<std::int32_t>()[trace.snapshot_index(block, step, cell)];
}

// Of large runs snapshots are made when a block is looked at: as the file has them.
TEST(Snapshots, AreMadeOfWhatWasStored) {
    for (const char* kernel : {"kogge-stone", "brent-kung"}) {
        ScanRun e = integers(kernel, 1024, 1, "ascending");
        e.n = 40 * 1024;
        const auto trace = record(e);
        ASSERT_NE(trace->data().made_snapshots, nullptr) << kernel;
        const auto read = decode_trace(encode_trace(*trace), "test");
        ASSERT_EQ(read->data().made_snapshots, nullptr);
        const auto bytes = static_cast<std::size_t>(trace->words()) * trace->cell_bytes();
        for (const int block : {39, 0, 7}) {
            for (int step = 0; step < trace->step_count(); ++step)
                ASSERT_EQ(
                    std::memcmp(trace->snapshot(block, step), read->snapshot(block, step), bytes),
                    0)
                    << kernel << ", block " << block << ", step " << step;
        }
        EXPECT_TRUE(trace->snapshots() == read->snapshots()) << kernel;
    }
}

const char* const schedules[] = {"ascending", "descending", "lane-random:3"};

TEST(TwoBuffers, AreWrittenInTurn) {
    for (const char* schedule : schedules) {
        for (const int coarsen : {1, 4}) {
            const auto trace = record(integers("kogge-stone-double", 16, coarsen, schedule));
            const int section = 16 * coarsen, buffer = trace->words() / 2;
            ASSERT_EQ(buffer, section);
            for (int step = 0; step + 1 < trace->step_count(); ++step) {
                const int reach = 1 << step;  // of the load, of stride 1, of stride 2, …
                for (int i = 0; i < section; ++i) {
                    EXPECT_EQ(value(*trace, 1, step, i + step % 2 * buffer),
                              sum_before(*trace, section, 1, i, reach, 0));
                }
            }
        }
    }
}

TEST(TwoBuffers, EdgesLeadFromOneToTheOther) {
    const auto trace = record(integers("kogge-stone-double", 16, 1, "ascending"));
    for (int step = 1; step + 1 < trace->step_count(); ++step) {
        const auto edges = edges_of_step(*trace, 0, step);
        EXPECT_EQ(edges.size(), 16U + 16U - (1U << (step - 1)));
        for (const Edge& edge : edges) {
            EXPECT_EQ(edge.from_word / 16, 1 - step % 2);
            EXPECT_EQ(edge.to_word / 16, step % 2);
            EXPECT_FALSE(edge.own);
        }
    }
}

// Of Kogge–Stone twice as many elements after each stride; of Sklansky those of its part, which is
// twice as large after each.
TEST(OneBuffer, HoldsTheSumsAfterEachStride) {
    for (const char* schedule : schedules) {
        for (const std::string kernel : {"kogge-stone", "sklansky"}) {
            for (const auto& [block, coarsen] : {std::pair{16, 1}, {8, 4}, {64, 2}}) {
                const auto trace = record(integers(kernel, block, coarsen, schedule));
                const int section = block * coarsen;
                int strides = 0;
                for (int step = 0; step < trace->step_count(); ++step) {
                    const int stride = trace->steps()[static_cast<std::size_t>(step)].stride;
                    if (stride <= 0) continue;
                    ++strides;
                    for (int i = 0; i < section; ++i) {
                        const int part = kernel == "sklansky" ? i - i % (2 * stride) : 0;
                        EXPECT_EQ(value(*trace, 2, step, i),
                                  sum_before(*trace, section, 2, i,
                                             kernel == "sklansky" ? section : 2 * stride, part))
                            << kernel << ", stride " << stride << ", element " << i;
                    }
                }
                EXPECT_EQ(1 << strides, section) << kernel;
            }
        }
    }
}

TEST(Registers, AreReadBySomeLaneOfTheWarpOnly) {
    const auto trace = record(integers("warp-shuffle", 64, 1, "lane-random:9"));
    int shuffles = 0;
    for (int row = 0; row < static_cast<int>(trace->rows().size()); ++row) {
        const TraceRow& r = trace->rows()[static_cast<std::size_t>(row)];
        if (trace->event_of(r) != Event::shuffle) continue;
        const int stride = trace->steps()[static_cast<std::size_t>(r.step)].stride;
        for (int t = 0; t < 64; ++t) {
            const std::int32_t cell = trace->lanes(0, row)[static_cast<std::size_t>(t)];
            if (cell == Trace::idle) continue;
            ++shuffles;
            EXPECT_EQ(cell, t % 32 >= stride ? t - stride : t);
        }
    }
    EXPECT_EQ(shuffles, 5 * 64 + 32);
}

}  // namespace cells_test
}  // namespace stridescope
