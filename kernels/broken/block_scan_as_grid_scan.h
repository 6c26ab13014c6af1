#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// A right scan of each block's section that claims to be the scan of the whole input: nothing is
/// carried from one block to the next.
struct BlockScanAsGridScan {
    static constexpr KernelInfo info{
        .id = "block-scan-as-grid-scan",
        .title = "Block scan taken for a grid scan",
        .family = "Broken on purpose",
        .summary = "Claims the whole input, scans each block by itself: correct for block 0 only.",
        .source = "a mistake; the scan within a block: Kogge & Stone 1973",
        .header = "kernels/broken/block_scan_as_grid_scan.h",
        .scope = Scope::whole,
        .takes_exclusive = true,
        .broken =
            {
                .correct = "three-kernel",
                .see = "Block 0 is correct. From the first element of block 1 on, every element "
                       "lacks the sum of all blocks before its own.",
                .why = "__syncthreads() synchronises the threads of one block, and shared memory "
                       "is one block's. No block of this launch learns what another one found.",
                .mend = "Store each block's total, scan the totals, and add them to the later "
                        "blocks. The correct version scans its sections in the same way, with two "
                        "more launches.",
                .met = "A classic homework mistake: the test has as many elements as a block has "
                       "threads, and passes.",
                .min_blocks = 2,
            },
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        auto X = lane.shared();
        const auto pad = lane.pad();
        const int L = lane.section();
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();  // the elements t, t + B, t + 2B, …

        STEP("load", 0);
        for (int k : mine) X[pad(k)] = first + k < n ? A[first + k] : lane.identity();

        for (int s = 1; s < L; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            T sum[Lane::max_coarsen];
            int i = 0;
            for (int k : mine) {
                if (k >= s) sum[i] = X[pad(k - s)] + X[pad(k)];
                ++i;
            }
            __syncthreads();
            i = 0;
            for (int k : mine) {
                if (k >= s) X[pad(k)] = sum[i];
                ++i;
            }
        }

        STEP("store", 0);
        __syncthreads();
        const int d = lane.exclusive() ? 1 : 0;  // the exclusive scan lies one to the right
        for (int k : mine) {
            if (first + k < n) P[first + k] = d > 0 && k == 0 ? lane.identity() : X[pad(k - d)];
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(BlockScanAsGridScan)
