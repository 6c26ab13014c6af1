#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// In round i only the threads that i does not divide take part.
struct SitsOut {
    static constexpr KernelInfo info{
        .id = "sits-out",
        .title = "Threads that sit rounds out",
        .family = "Wrong on purpose",
        .summary = "Threads that sit rounds out.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/sits_out.h",
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
        for (int i : lane.strided(1, 5, 1)) {
            if (t % i != 0) X[t] += X[t];  // line: some
        }

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(SitsOut)
