#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// int overflow made these indices: nothing near the array.
struct IndexFarAway {
    static constexpr KernelInfo info{
        .id = "index-far-away",
        .title = "Indices far away",
        .family = "Wrong on purpose",
        .summary = "Indices far away.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/index_far_away.h",
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
        if (t == 0) X[2147483647] = X[t];       // line: high
        if (t == 1) X[-2147483647 - 1] = X[t];  // line: low
        if (t == 2) X[65536] = X[t];            // line: wraps
        if (t == 3) X[t] += X[2147483647];      // line: operand

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = X[t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(IndexFarAway)
