#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// As global-missing-barrier, but with the second barrier: nobody races.
struct GlobalBothBarriers {
    static constexpr KernelInfo info{
        .id = "global-both-barriers",
        .title = "Kogge-Stone in global memory",
        .family = "Wrong on purpose",
        .summary = "Kogge-Stone in global memory.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/global_both_barriers.h",
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        const int L = lane.section(), t = threadIdx.x;
        const int first = blockIdx.x * L;

        STEP("load", 0);
        if (first + t < n) P[first + t] = A[first + t];

        for (int s = 1; s < L; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            T sum = lane.identity();
            if (t >= s && first + t < n) sum = P[first + t - s] + P[first + t];
            __syncthreads();
            if (t >= s && first + t < n) P[first + t] = sum;
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(GlobalBothBarriers)
