#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Odd threads call the second step by another stride.
struct OtherSteps {
    static constexpr KernelInfo info{
        .id = "other-steps",
        .title = "Threads that disagree on the step",
        .family = "Wrong on purpose",
        .summary = "Threads that disagree on the step.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/other_steps.h",
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

        if (t % 2 == 0) {
            STEP("scan", 1);
        } else {
            STEP("scan", 2);
        }
        __syncthreads();
        X[t] += X[t];

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(OtherSteps)
