#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Marks steps forever.
struct EndlessSteps {
    static constexpr KernelInfo info{
        .id = "endless-steps",
        .title = "Steps without end",
        .family = "Wrong on purpose",
        .summary = "Steps without end.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/endless_steps.h",
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, [[maybe_unused]] Global<Lane> P, int n) {
        auto X = lane.shared();
        const int L = lane.section(), t = threadIdx.x;
        const int first = blockIdx.x * L;

        STEP("load", 0);
        X[t] = first + t < n ? A[first + t] : lane.identity();

        for (int s = 1; true; ++s) STEP("scan", s);
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(EndlessSteps)
