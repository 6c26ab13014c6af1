#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Kogge–Stone that compares with <= n where the last block reaches past the input.
struct KoggeStoneOffByOne {
    static constexpr KernelInfo info{
        .id = "kogge-stone-off-by-one",
        .title = "Kogge–Stone, off by one at the end",
        .family = "Broken on purpose",
        .summary =
            "Where N is not a multiple of the section, one element past the input is read and "
            "written.",
        .source = "a mistake; the correct one: Kogge & Stone 1973",
        .header = "kernels/broken/kogge_stone_off_by_one.h",
        .takes_exclusive = true,
        .broken =
            {
                .correct = "kogge-stone",
                .see = "The result is correct, and nothing is wrong at all while N is a multiple "
                       "of the section. Otherwise one thread accesses element N of global memory, "
                       "which does not exist.",
                .why = "Elements are counted from 0, so the last one is n - 1; first + k <= n lets "
                       "one "
                       "more thread through.",
                .mend = "Compare with < n, in the load and in the store alike, and test sizes one "
                        "below, at and one above a multiple of the section.",
                .met = "A classic homework mistake. On a GPU it may go unnoticed for long: it "
                       "corrupts whatever follows the array. compute-sanitizer finds it.",
                .needs_remainder = true,
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
        for (int k : mine) X[pad(k)] = first + k <= n ? A[first + k] : lane.identity();

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
            if (first + k <= n) P[first + k] = d > 0 && k == 0 ? lane.identity() : X[pad(k - d)];
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(KoggeStoneOffByOne)
