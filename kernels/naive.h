#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// The parallel scan that everybody thinks of first: each thread adds its whole prefix, straight
/// from global memory. No thread waits for another, no shared memory, and O(L²) work: the last
/// thread does by itself what one thread alone would do for all.
struct Naive {
    static constexpr KernelInfo info{
        .id = "naive",
        .title = "Naive",
        .family = "Within a block",
        .summary = "Each thread adds its whole prefix from global memory: no waiting, O(N²) work.",
        .source = "Hwu, Kirk & El Hajj, the prefix-sum chapter",
        .header = "kernels/naive.h",
        .limits = {.max_coarsen = 1,
                   .coarsen_reason =
                       "Each thread adds up one prefix: there is nothing to coarsen."},
        .takes_exclusive = true,
        .recording = {.adds_registers = true},
    };

    /// As many as the input has left, so that there is no form for a block.
    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        const int k = threadIdx.x;
        const int first = blockIdx.x * lane.section();
        const int d = lane.exclusive() ? 1 : 0;  // the exclusive scan leaves out element k

        STEP("scan", 0);
        if (first + k < n) {
            T sum = d > 0 && k == 0 ? lane.identity() : A[first];
            for (int i : lane.strided(1, k + 1 - d, 1)) sum += A[first + i];
            P[first + k] = sum;
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(Naive)
