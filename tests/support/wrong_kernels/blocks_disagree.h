#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Odd blocks call the second step by another stride.
struct BlocksDisagree {
    static constexpr KernelInfo info{
        .id = "blocks-disagree",
        .title = "Blocks that disagree on the step",
        .family = "Wrong on purpose",
        .summary = "Blocks that disagree on the step.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/blocks_disagree.h",
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

        if (blockIdx.x % 2 == 0) {
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

CATALOGUE_ENTRY(BlocksDisagree)
