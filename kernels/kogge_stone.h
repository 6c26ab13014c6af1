#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Kogge–Stone: in stride s = 1, 2, 4, … every element adds the one s places to its left. log₂L
/// strides, but about L·log₂L operations. The sum waits in a register between two barriers: without
/// the second one, thread 5 could read X[3] while thread 3 already overwrites it.
struct KoggeStone {
    static constexpr KernelInfo info{
        .id = "kogge-stone",
        .title = "Kogge–Stone",
        .family = "Within a block",
        .summary = "Every element adds the one a stride to its left: fewest strides, most work.",
        .source = "Kogge & Stone 1973; Hillis & Steele 1986",
        .header = "kernels/kogge_stone.h",
        .takes_exclusive = true,
    };

    /// L − s elements have a left neighbour at distance s; B threads share them.
    static constexpr Expected expected(const Shape& shape, std::string_view phase, int stride) {
        const int B = shape.threads, L = shape.section;
        if (phase == "scan")
            return {.active_threads = L - stride < B ? L - stride : B, .adds = L - stride};
        return {.active_threads = std::nullopt, .adds = 0};
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

CATALOGUE_ENTRY(KoggeStone)
