#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Every third block adds on another line, and every fifth marks a step more.
struct BlocksApart {
    static constexpr KernelInfo info{
        .id = "blocks-apart",
        .title = "Blocks that go different ways",
        .family = "Wrong on purpose",
        .summary = "Blocks that go different ways.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/blocks_apart.h",
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
        if (blockIdx.x % 3 == 0) {
            X[t] += X[t];  // line: third
        } else {
            X[t] = X[t] + X[L - 1 - t];  // line: other
        }
        if (blockIdx.x % 5 == 4) {
            STEP("more", 1);
            __syncthreads();
            X[t] += X[t];
        }

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(BlocksApart)
