#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// No thread asks whether its element is below N.
struct GlobalBeyond {
    static constexpr KernelInfo info{
        .id = "global-beyond",
        .title = "Global memory beyond its end",
        .family = "Wrong on purpose",
        .summary = "Global memory beyond its end.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/global_beyond.h",
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, [[maybe_unused]] int n) {
        auto X = lane.shared();
        const int L = lane.section(), t = threadIdx.x;
        const int first = blockIdx.x * L;

        STEP("load", 0);
        X[t] = A[first + t];  // line: read

        STEP("store", 0);
        __syncthreads();
        P[first + t] = X[t];       // line: write
        if (t == 0) P[-1] = X[t];  // line: negative
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(GlobalBeyond)
