// What the families are there to show, as closed forms: who works, which requests conflict, how
// many sectors are moved.
#include <gtest/gtest.h>

#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"

namespace stridescope {
namespace family_counts_test {

WorkTable table_of(const std::string& id, const std::vector<Setting>& defines) {
    const LibraryText* text = find_text(id);
    if (text == nullptr) throw std::out_of_range("no text " + id);
    Experiment experiment;
    experiment.text = spec_of(*text);
    experiment.text.defines = defines;
    return work_table(*record(experiment));
}

WorkCounts counts_of(const std::string& id, const std::vector<Setting>& defines) {
    return table_of(id, defines).totals;
}

/// The steps of a reduction's tree: those that add.
struct Slots {
    std::int64_t threads = 0, warps = 0, steps = 0;
    double share() const {
        return static_cast<double>(threads) / (32.0 * static_cast<double>(warps));
    }
};
Slots tree_of(const std::string& id, const std::vector<Setting>& defines) {
    Slots slots;
    for (const WorkRow& row : table_of(id, defines).rows) {
        if (row.counts.adds == 0) continue;
        slots.threads += row.counts.adds;
        slots.warps += row.counts.active_warps;
        ++slots.steps;
    }
    return slots;
}

TEST(Families, ReductionsFillTheirWarpsOrDoNot) {
    const std::vector<Setting> shape{{"N", "2048"}, {"BLOCK", "1024"}};
    const Slots modulo = tree_of("reduce_modulo", shape);
    EXPECT_EQ(modulo.steps, 11);
    EXPECT_EQ(modulo.threads, 2047);
    // 32 warps as long as the stride divides a warp's lanes, then half as many each time.
    EXPECT_EQ(modulo.warps, 6 * 32 + 16 + 8 + 4 + 2 + 1);
    EXPECT_NEAR(modulo.share(), 0.29, 0.005);
    const Slots consecutive = tree_of("reduce_consecutive", shape);
    EXPECT_EQ(consecutive.steps, 11);
    EXPECT_EQ(consecutive.threads, 2047);
    EXPECT_EQ(consecutive.warps, 32 + 16 + 8 + 4 + 2 + 1 + 5);
    EXPECT_NEAR(consecutive.share(), 0.94, 0.005);
    EXPECT_EQ(counts_of("reduce_consecutive", shape).excess(), 0);
    EXPECT_GT(counts_of("reduce_modulo", shape).excess(), 0);
    // As many atomics at the end as there are blocks.
    EXPECT_EQ(counts_of("reduce_modulo", {{"N", "5000"}, {"BLOCK", "256"}}).global_atomic_requests,
              10);
}

TEST(Families, PrivateHistogramsSaveAtomicsOnGlobalMemory) {
    const std::vector<Setting> shape{{"N", "4096"}, {"BLOCK", "256"}, {"WIDTH", "1"}};
    EXPECT_EQ(counts_of("histogram_global", shape).global_atomic_requests, 4096 / 32);
    const WorkCounts mine = counts_of("histogram_private", shape);
    EXPECT_EQ(mine.atomic_requests, 4096 / 32);
    EXPECT_EQ(mine.global_atomic_requests, 16) << "one warp of each block adds up 26 bins";
    std::vector<Setting> coarse = shape;
    coarse.emplace_back("GRID", "2");
    EXPECT_EQ(counts_of("histogram_coarsened", coarse).global_atomic_requests, 2);
}

TEST(Families, RowsOfMatricesConflictUntilTheyArePaddedOrSwizzled) {
    // Of each of four warps, in each of four rounds: five instructions of four matrices.
    constexpr std::int64_t matrices = 4 * 4 * 5 * 4;
    const std::vector<Setting> shape{{"N", "64"}};
    const auto of = [&](const char* layout) {
        std::vector<Setting> defines = shape;
        defines.emplace_back("LAYOUT", layout);
        return counts_of("matmul_mma", defines);
    };
    EXPECT_EQ(of("plain").load_requests, matrices);
    EXPECT_EQ(of("plain").load_excess, 7 * matrices);
    EXPECT_EQ(of("plain").max_degree, 8);
    for (const char* layout : {"padded", "swizzled"}) {
        EXPECT_EQ(of(layout).load_requests, matrices);
        EXPECT_EQ(of(layout).excess(), 0) << layout;
    }
    // What is copied ahead is the same, whatever the stages.
    for (const char* stages : {"1", "2", "3"}) {
        const WorkCounts ahead =
            counts_of("matmul_mma_async", {{"N", "64"}, {"STAGES", stages}, {"LAYOUT", "plain"}});
        EXPECT_EQ(ahead.load_requests, matrices);
        EXPECT_EQ(ahead.load_excess, 7 * matrices);
    }
}

TEST(Families, ATileOfTheTransposeConflictsUntilItIsPadded) {
    const std::vector<Setting> shape{{"N", "64"}, {"TILE", "32"}};
    const std::int64_t requests = 64 * 64 / 32 * 64;  // of b: one for each warp and k
    const WorkCounts plain = counts_of("matmul_tiled_transposed", shape);
    EXPECT_EQ(plain.load_requests, 2 * requests);
    EXPECT_EQ(plain.load_excess, 31 * requests);
    EXPECT_EQ(plain.max_degree, 32);
    EXPECT_EQ(counts_of("matmul_tiled_transposed_padded", shape).load_excess, 0);
    EXPECT_EQ(counts_of("matmul_tiled", shape).load_excess, 0);
    EXPECT_EQ(counts_of("transpose_tiled", shape).load_excess, 31 * 128);
    EXPECT_EQ(counts_of("transpose_padded", shape).load_excess, 0);
}

TEST(Families, TilesReadEachElementOncePerBlock) {
    constexpr std::int64_t n = 64, tile = 32;
    const std::vector<Setting> shape{{"N", "64"}, {"TILE", "32"}};
    // A warp is a row of the tile: it wants one element of A and 32 of B in each of n rounds.
    EXPECT_EQ(counts_of("matmul", shape).global_load_sectors, n * n / 32 * n * (1 + 4));
    EXPECT_EQ(counts_of("matmul_transposed", shape).global_load_sectors, n * n / 32 * n * (1 + 32));
    const std::int64_t tiled = 2 * (n / tile) * n * n / 8;
    EXPECT_EQ(counts_of("matmul_tiled", shape).global_load_sectors, tiled);
    EXPECT_EQ(counts_of("matmul_coarsened", {{"N", "64"}, {"TILE", "32"}, {"COARSEN", "2"}})
                  .global_load_sectors,
              tiled * 3 / 4)
        << "A is read once for two tiles";
    EXPECT_EQ(counts_of("transpose", shape).global_store_sectors, n * n);
    EXPECT_EQ(counts_of("transpose_tiled", shape).global_store_sectors, n * n / 8);
}

TEST(Families, AccessCostsSectors) {
    const auto sectors = [](const std::string& id, const std::string& knob,
                            const std::string& value) {
        const WorkCounts counts = counts_of(id, {{"N", "1024"}, {knob, value}});
        EXPECT_EQ(counts.global_load_requests, 32);
        return counts.global_load_sectors;
    };
    EXPECT_EQ(sectors("access_offset", "OFFSET", "0"), 32 * 4);
    EXPECT_EQ(sectors("access_offset", "OFFSET", "1"), 32 * 5);
    EXPECT_EQ(sectors("access_offset", "OFFSET", "8"), 32 * 4);
    EXPECT_EQ(sectors("access_strided", "STRIDE", "1"), 32 * 4);
    EXPECT_EQ(sectors("access_strided", "STRIDE", "2"), 32 * 8);
    EXPECT_EQ(sectors("access_strided", "STRIDE", "8"), 32 * 32);
    EXPECT_EQ(sectors("access_strided", "STRIDE", "33"), 32 * 32);
    const WorkCounts wide = counts_of("access_float4", {{"N", "1024"}});
    EXPECT_EQ(wide.global_load_requests, 8);
    EXPECT_EQ(wide.global_load_sectors, 128);
}

TEST(Families, TilesSpareAConvolutionItsReads) {
    const std::vector<Setting> shape{{"N", "64"}, {"R", "2"}};
    const WorkCounts plain = counts_of("convolution_constant", shape);
    const WorkCounts tiled = counts_of("convolution_tiled", shape);
    const WorkCounts cached = counts_of("convolution_cached", shape);
    EXPECT_LT(20 * tiled.global_load_sectors, plain.global_load_sectors);
    EXPECT_LT(3 * cached.global_load_sectors, plain.global_load_sectors);
    EXPECT_GT(cached.global_load_sectors, tiled.global_load_sectors);
    // Every element of the picture is read by 25 threads but for those at its border.
    const WorkCounts filter = counts_of("convolution", shape);
    EXPECT_GT(filter.global_load_requests, plain.global_load_requests) << "the filter costs, too";
}

}  // namespace family_counts_test
}  // namespace stridescope
