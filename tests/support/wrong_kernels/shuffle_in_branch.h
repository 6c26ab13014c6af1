#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Half a warp comes to a shuffle that waits for all of it.
struct ShuffleInBranch {
    static constexpr KernelInfo info{
        .id = "shuffle-in-branch",
        .title = "A shuffle in a branch",
        .family = "Wrong on purpose",
        .summary = "A shuffle in a branch.",
        .source = "the tests",
        .header = "tests/support/wrong_kernels/shuffle_in_branch.h",
        .limits = {.max_coarsen = 1},
        .memory = {.storage = Storage::registers, .registers = 1},
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        auto r = lane.own();
        const int t = threadIdx.x, k = blockIdx.x * lane.section() + t;

        STEP("load", 0);
        r[0] = k < n ? A[k] : lane.identity();
        STEP("scan", 1);
        if (t % 32 < 16) {
            const T left = SHUFFLE_UP(r[0], 1);  // line: shuffle
            if (t > 0) r[0] = left + r[0];
        }
        STEP("store", 0);
        if (k < n) P[k] = r[0];
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(ShuffleInBranch)
