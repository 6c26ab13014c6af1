#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Even and odd threads wait at barriers of their own.
struct TwoBarriers {
    static constexpr KernelInfo info{
        .id = "two-barriers",
        .title = "Barriers at two places",
        .family = "Wrong on purpose",
        .summary = "Barriers at two places.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/two_barriers.h",
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
        if (t % 2 == 0) {
            __syncthreads();  // line: even
        } else {
            __syncthreads();  // line: odd
        }
        X[t] += X[t];

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(TwoBarriers)
