#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Swaps neighbours through registers and copies word to word: no operation, but edges all the
/// same.
struct CopiesAndSwaps {
    static constexpr KernelInfo info{
        .id = "copies-and-swaps",
        .title = "A kernel that moves values about",
        .family = "Wrong on purpose",
        .summary = "A kernel that moves values about.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/copies_and_swaps.h",
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

        STEP("swap", 1);
        __syncthreads();
        const int other = t % 2 == 0 ? t + 1 : t - 1;
        const typename Lane::Value mine = X[other];
        __syncthreads();
        X[t] = mine;

        STEP("copy", 2);
        __syncthreads();
        if (t == 0) X[0] = X[L - 1];

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(CopiesAndSwaps)
