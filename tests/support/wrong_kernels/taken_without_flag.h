#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// A block takes what the one before it hands on, and does not wait until it is there.
struct TakenWithoutFlag {
    static constexpr KernelInfo info{
        .id = "taken-without-flag",
        .title = "A value that is taken without a flag",
        .family = "Wrong on purpose",
        .summary = "A value that is taken without a flag.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/taken_without_flag.h",
        .cooperation = {.scratch = {{{"S", Scratch::Kind::values},
                                     {"before", Scratch::Kind::values}}}},
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        auto X = lane.shared();
        const int L = lane.section(), t = threadIdx.x, b = blockIdx.x;
        const int first = b * L;
        const auto S = lane.values(0);
        const auto before = lane.values(1);

        STEP("load", 0);
        X[t] = first + t < n ? A[first + t] : lane.identity();

        STEP("hand on", 0);
        if (t == 0) S[b] = X[0];  // line: hand

        STEP("take", 0);
        if (t == 0 && b > 0) before[b] = S[b - 1];  // line: take

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(TakenWithoutFlag)
