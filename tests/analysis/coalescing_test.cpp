// Sectors and lines of requests to global memory: known patterns, and closed forms of kernels.
#include "app/analysis/coalescing.h"

#include <gtest/gtest.h>

#include <set>

#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "tests/support/random_experiment.h"

namespace stridescope {
namespace {

/// Lane k wants element first + k · stride.
GlobalCost cost_of(int lanes, std::uint32_t first, std::uint32_t stride, std::size_t bytes) {
    std::vector<std::uint32_t> elements;
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(lanes); ++k) {
        elements.push_back(first + k * stride);
    }
    return global_cost(elements, bytes);
}

void expect_cost(const GlobalCost& cost, int sectors, int lines, int ideal) {
    EXPECT_EQ(cost.sectors, sectors);
    EXPECT_EQ(cost.lines, lines);
    EXPECT_EQ(cost.ideal, ideal);
}

// The patterns of the CUDA C++ best practices guide.
TEST(GlobalCost, OfTheGuidesPatterns) {
    expect_cost(cost_of(32, 0, 1, 4), 4, 1, 4);     // side by side
    expect_cost(cost_of(32, 1, 1, 4), 5, 2, 4);     // the same, not aligned
    expect_cost(cost_of(32, 0, 2, 4), 8, 2, 4);     // every other element: half is wasted
    expect_cost(cost_of(32, 0, 32, 4), 32, 32, 4);  // each lane its own line
    expect_cost(cost_of(32, 7, 0, 4), 1, 1, 1);     // all the same element
    expect_cost(cost_of(32, 0, 1, 8), 8, 2, 8);
    expect_cost(cost_of(1, 31, 1, 4), 1, 1, 1);
    expect_cost(cost_of(0, 0, 1, 4), 0, 0, 0);
}

TEST(GlobalCost, IsThatOfTheBytesTouched) {
    testing::RandomExperiments draw{23};
    for (int round = 0; round < 500; ++round) {
        const std::size_t bytes = draw.once_in(2) ? 4 : 8;
        std::vector<std::uint32_t> elements;
        const int lanes = draw.between(0, 32);
        for (int k = 0; k < lanes; ++k) {
            elements.push_back(static_cast<std::uint32_t>(draw.between(0, 400)));
        }
        std::set<std::size_t> touched, sectors, lines;
        for (const std::size_t element : elements) {
            for (std::size_t byte = element * bytes; byte < (element + 1) * bytes; ++byte) {
                touched.insert(byte);
                sectors.insert(byte / 32);
                lines.insert(byte / 128);
            }
        }
        expect_cost(global_cost(elements, bytes), static_cast<int>(sectors.size()),
                    static_cast<int>(lines.size()), static_cast<int>((touched.size() + 31) / 32));
    }
}

// Threads side by side load and store elements side by side: not a sector too many.
TEST(Coalescing, OfTheBlockScansIsPerfect) {
    for (const char* kernel : {"kogge-stone", "brent-kung"}) {
        Experiment e;
        e.kernel = kernel;
        e.engine = EngineChoice::cpu;
        e.block = 128;
        e.coarsen = 4;
        e.n = 2048;
        const WorkCounts totals = work_table(*record(e)).totals;
        EXPECT_EQ(totals.global_load_requests, 2048 / 32);
        EXPECT_EQ(totals.global_load_sectors, 2048 * 4 / 32);
        EXPECT_EQ(totals.global_load_lines, 2048 * 4 / 128);
        EXPECT_EQ(totals.global_store_sectors, 2048 * 4 / 32);
        EXPECT_EQ(totals.global_ideal_sectors, 2 * 2048 * 4 / 32);
    }
}

// One thread alone: a request for each element.
TEST(Coalescing, OfOneThreadIsNone) {
    Experiment e;
    e.kernel = "sequential";
    e.engine = EngineChoice::cpu;
    e.block = 64;
    e.n = 64;
    const WorkCounts totals = work_table(*record(e)).totals;
    EXPECT_EQ(totals.global_load_requests, 64);
    EXPECT_EQ(totals.global_load_sectors, 64);
}

}  // namespace
}  // namespace stridescope
