#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Kogge–Stone that takes the number of the round for the stride: 1, 2, 3 in place of 1, 2, 4.
struct KoggeStoneStrides123 {
    static constexpr KernelInfo info{
        .id = "kogge-stone-strides-123",
        .title = "Kogge–Stone, strides 1, 2, 3",
        .family = "Broken on purpose",
        .summary = "The stride grows by one each round when it should double.",
        .source = "a mistake; the correct one: Kogge & Stone 1973",
        .header = "kernels/broken/kogge_stone_strides_123.h",
        .takes_exclusive = true,
        .broken =
            {
                .correct = "kogge-stone",
                .see = "The first three elements are correct. In the third round the arrows of the "
                       "tree overlap, and further right the sums do not reach back to the first "
                       "element.",
                .why = "After strides 1 and 2 every element is a sum of four. Stride 3 adds four "
                       "more that overlap those by one: one is counted twice, and the last are not "
                       "reached.",
                .mend = "Double the stride: s = 1, 2, 4, … or s = 1 << round. With max and min, "
                        "counting twice does no harm, and the mistake may hide.",
                .met = "A classic homework mistake. The usual first test, four equal numbers, "
                       "finds nothing wrong: the third round is not reached.",
                .min_section = 5,
                .min_n = 4,
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

        for (int round = 1; 1 << (round - 1) < L; ++round) {
            const int s = round;
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

CATALOGUE_ENTRY(KoggeStoneStrides123)
