#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// The mistake of polling shared memory without SPIN_WHILE.
struct UnmarkedLoop {
    static constexpr KernelInfo info{
        .id = "unmarked-loop",
        .title = "An endless loop over shared memory",
        .family = "Wrong on purpose",
        .summary = "An endless loop over shared memory.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/unmarked_loop.h",
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
        if (t == 1) {
            while (true) X[0] += X[1];  // line: loop
        }
        X[t] += X[t];

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(UnmarkedLoop)
