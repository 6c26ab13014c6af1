#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Every thread adds its left neighbour; thread 0 has none.
struct IndexBelow {
    static constexpr KernelInfo info{
        .id = "index-below",
        .title = "An index below the array",
        .family = "Wrong on purpose",
        .summary = "An index below the array.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/index_below.h",
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
        const typename Lane::Value sum = X[t] + X[t - 1];  // line: read
        __syncthreads();
        X[t] = sum;

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(IndexBelow)
