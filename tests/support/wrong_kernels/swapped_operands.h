#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Kogge-Stone that combines the right operand with the left one: as good as the right text, for
/// operators that commute.
struct SwappedOperands {
    static constexpr KernelInfo info{
        .id = "swapped-operands",
        .title = "Kogge-Stone with its operands swapped",
        .family = "Wrong on purpose",
        .summary = "Kogge-Stone with its operands swapped.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/swapped_operands.h",
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

        for (int s = 1; s < L; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            typename Lane::Value sum;
            if (t >= s) sum = X[t] + X[t - s];
            __syncthreads();
            if (t >= s) X[t] = sum;
        }

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(SwappedOperands)
