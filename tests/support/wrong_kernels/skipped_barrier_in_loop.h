#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Kogge-Stone whose second barrier stands in a branch that thread 5 never takes: it runs ahead
/// into the next stride's first barrier.
struct SkippedBarrierInLoop {
    static constexpr KernelInfo info{
        .id = "skipped-barrier-in-loop",
        .title = "A barrier that one thread skips, in a loop",
        .family = "Wrong on purpose",
        .summary = "A barrier that one thread skips, in a loop.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/skipped_barrier_in_loop.h",
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
            __syncthreads();  // line: first
            typename Lane::Value sum = X[t];
            if (t >= s) sum = X[t] + X[t - s];
            if (t != 5) __syncthreads();  // line: skipped
            X[t] = sum;
        }

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(SkippedBarrierInLoop)
