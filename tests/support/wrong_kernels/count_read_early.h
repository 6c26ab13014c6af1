#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// The last thread reads a counter that the others may still add to.
struct CountReadEarly {
    static constexpr KernelInfo info{
        .id = "count-read-early",
        .title = "A counter that is read too early",
        .family = "Wrong on purpose",
        .summary = "A counter that is read too early.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/count_read_early.h",
        .cooperation = {.scratch = {{{"count", Scratch::Kind::integers},
                                     {"seen", Scratch::Kind::integers}}}},
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        const int L = lane.section(), t = threadIdx.x;
        const int first = blockIdx.x * L;
        const auto count = lane.ints(0);
        const auto seen = lane.ints(1);

        STEP("count", 0);
        atomicAdd(&count[blockIdx.x], 1);                          // line: add
        if (t == L - 1) seen[blockIdx.x] = count[blockIdx.x] + 0;  // line: read

        STEP("store", 0);
        __syncthreads();
        if (first + t < n) P[first + t] = A[first + t];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(CountReadEarly)
