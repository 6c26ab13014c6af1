#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Threads past N have nothing to do and leave, past a barrier that the others wait at.
struct EarlyExit {
    static constexpr KernelInfo info{
        .id = "early-exit",
        .title = "Threads that leave early",
        .family = "Wrong on purpose",
        .summary = "Threads that leave early.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/early_exit.h",
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
        if (first + t < n) {
            X[t] = A[first + t];
            STEP("scan", 1);
            __syncthreads();  // line: barrier
            typename Lane::Value sum = X[t];
            if (t > 0) sum = X[t] + X[t - 1];
            __syncthreads();  // line: second
            X[t] = sum;
            STEP("store", 0);
            __syncthreads();  // line: third
            P[first + t] = X[t];
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(EarlyExit)
