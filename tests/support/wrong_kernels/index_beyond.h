#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Threads write twice as far as the array goes.
struct IndexBeyond {
    static constexpr KernelInfo info{
        .id = "index-beyond",
        .title = "An index beyond the array",
        .family = "Wrong on purpose",
        .summary = "An index beyond the array.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/index_beyond.h",
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
        __syncthreads();
        X[2 * t] = X[t];  // line: write

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(IndexBeyond)
