#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// All threads wait; nobody is left to set the flag.
struct AllSpinForEver {
    static constexpr KernelInfo info{
        .id = "all-spin-for-ever",
        .title = "A wait of all threads",
        .family = "Wrong on purpose",
        .summary = "A wait of all threads.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/all_spin_for_ever.h",
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
        SPIN_WHILE(true);  // line: spin

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(AllSpinForEver)
