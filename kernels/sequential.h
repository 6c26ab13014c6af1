#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// The scan everybody writes first: one thread walks the section. Least work of all (L − 1
/// operations), greatest depth (L − 1 steps): the row every parallel scan is measured against.
struct Sequential {
    static constexpr KernelInfo info{
        .id = "sequential",
        .title = "Sequential",
        .family = "Within a block",
        .summary = "One thread adds its way through the section: least work, no parallelism.",
        .source = "the definition of a prefix sum",
        .header = "kernels/sequential.h",
        .limits = {.max_coarsen = 1,
                   .coarsen_reason =
                       "One thread scans the whole section: there is nothing to coarsen.",
                   .one_thread = true},
        .takes_exclusive = true,
        .recording = {.barrier_begins_step = false},
    };

    static constexpr Expected expected(const Shape& shape, std::string_view phase, int /*stride*/) {
        if (phase == "scan") return {.active_threads = 1, .adds = shape.section > 1 ? 1 : 0};
        return {.active_threads = 1, .adds = 0};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        auto X = lane.shared();
        const auto pad = lane.pad();
        const int L = lane.section();
        const int first = blockIdx.x * L;

        STEP("load", 0);
        for (int k : lane.strided(0, L, 1))
            X[pad(k)] = first + k < n ? A[first + k] : lane.identity();

        for (int i = 1; i < L; ++i) {
            STEP("scan", 1);
            X[pad(i)] = X[pad(i - 1)] + X[pad(i)];
        }

        STEP("store", 0);
        const int d = lane.exclusive() ? 1 : 0;  // the exclusive scan lies one to the right
        for (int k : lane.strided(0, L, 1)) {
            if (first + k < n) P[first + k] = d > 0 && k == 0 ? lane.identity() : X[pad(k - d)];
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(Sequential)
