#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Never marks a step.
struct NoStepsAtAll {
    static constexpr KernelInfo info{
        .id = "no-steps-at-all",
        .title = "A kernel without steps",
        .family = "Wrong on purpose",
        .summary = "A kernel without steps.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/no_steps_at_all.h",
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        const int t = threadIdx.x, first = blockIdx.x * lane.section();
        typename Lane::Value mine = lane.identity();
        if (first + t < n) mine = A[first + t];  // line: access
        if (first + t < n) P[first + t] = mine;
        __syncthreads();
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(NoStepsAtAll)
