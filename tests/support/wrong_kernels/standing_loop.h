#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// A strided loop with a stride of 0.
struct StandingLoop {
    static constexpr KernelInfo info{
        .id = "standing-loop",
        .title = "A loop that does not advance",
        .family = "Wrong on purpose",
        .summary = "A loop that does not advance.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/standing_loop.h",
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
        if (t == 2) {
            for (int k : lane.strided(t, L, 0)) X[k] += X[k];
        }
        X[t] += X[t];

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(StandingLoop)
