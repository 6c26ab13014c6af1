#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Each element doubles, but thread 5 goes around the barrier.
struct SkippedBarrier {
    static constexpr KernelInfo info{
        .id = "skipped-barrier",
        .title = "A barrier that one thread skips",
        .family = "Wrong on purpose",
        .summary = "A barrier that one thread skips.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/skipped_barrier.h",
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
        if (t != 5) __syncthreads();  // line: skipped
        X[t] += X[t];

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(SkippedBarrier)
