#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// All of warp 1 goes around the barrier.
struct LastWarpMissing {
    static constexpr KernelInfo info{
        .id = "last-warp-missing",
        .title = "A warp that skips a barrier",
        .family = "Wrong on purpose",
        .summary = "A warp that skips a barrier.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/last_warp_missing.h",
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        auto X = lane.shared();
        const int L = lane.section(), t = threadIdx.x;
        const int first = blockIdx.x * L;

        STEP("load", 0);
        X[t] = first + t < n ? A[first + t] : lane.identity();

        STEP("scan", 1);
        if (t / 32 != 1) __syncthreads();  // line: barrier
        X[t] += X[t];

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(LastWarpMissing)
