#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// In place: the left neighbour may already have been overwritten.
struct MissingBarrier {
    static constexpr KernelInfo info{
        .id = "missing-barrier",
        .title = "Kogge-Stone with one barrier missing",
        .family = "Wrong on purpose",
        .summary = "Kogge-Stone with one barrier missing.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/missing_barrier.h",
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
            if (t >= s) X[t] += X[t - s];  // line: race
        }

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(MissingBarrier)
