#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Thread 3 waits for a flag that is never set; the others wait for it at a barrier.
struct SpinForEver {
    static constexpr KernelInfo info{
        .id = "spin-for-ever",
        .title = "A wait that nobody ends",
        .family = "Wrong on purpose",
        .summary = "A wait that nobody ends.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/spin_for_ever.h",
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
        if (t == 3) SPIN_WHILE(true);  // line: spin
        X[t] += X[t];

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(SpinForEver)
