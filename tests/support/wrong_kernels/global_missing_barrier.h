#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Straight on P, in place: the left neighbour may already have been overwritten.
struct GlobalMissingBarrier {
    static constexpr KernelInfo info{
        .id = "global-missing-barrier",
        .title = "Kogge-Stone in global memory with one barrier missing",
        .family = "Wrong on purpose",
        .summary = "Kogge-Stone in global memory with one barrier missing.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/global_missing_barrier.h",
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        const int L = lane.section(), t = threadIdx.x;
        const int first = blockIdx.x * L;

        STEP("load", 0);
        if (first + t < n) P[first + t] = A[first + t];

        for (int s = 1; s < L; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            if (t >= s && first + t < n) P[first + t] += P[first + t - s];  // line: race
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(GlobalMissingBarrier)
