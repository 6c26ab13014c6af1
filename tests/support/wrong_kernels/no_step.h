#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Touches shared memory before it marks a step.
struct NoStep {
    static constexpr KernelInfo info{
        .id = "no-step",
        .title = "An access before the first step",
        .family = "Wrong on purpose",
        .summary = "An access before the first step.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/no_step.h",
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

        X[t] = first + t < n ? A[first + t] : lane.identity();  // line: access

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(NoStep)
