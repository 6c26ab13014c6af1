#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Sklansky: in stride s every right half of 2s elements gets the last element of its left half.
/// log₂L strides with L/2 operations each. All lanes of a half read the same word: a broadcast.
struct Sklansky {
    static constexpr KernelInfo info{
        .id = "sklansky",
        .title = "Sklansky",
        .family = "Within a block",
        .summary = "Every right half adds the end of its left half: few strides, half the threads.",
        .source = "Sklansky 1960",
        .header = "kernels/sklansky.h",
        .takes_exclusive = true,
        .recording = {.lanes_take_turns = true},
    };

    /// The elements whose index has the bit of weight s set.
    static constexpr Expected expected(const Shape& shape, std::string_view phase, int s) {
        const int B = shape.threads, L = shape.section;
        if (phase != "scan" || s < 1) return {.active_threads = std::nullopt, .adds = 0};
        const int rest = L % (2 * s) - s;
        const int adds = L / (2 * s) * s + (rest > 0 ? rest : 0);
        return {.active_threads = s < B ? B / 2 : B, .adds = adds};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        auto X = lane.shared();
        const auto pad = lane.pad();
        const int L = lane.section();
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();  // the elements t, t + B, t + 2B, …

        STEP("load", 0);
        for (int k : mine) X[pad(k)] = first + k < n ? A[first + k] : lane.identity();

        for (int s = 1; s < L; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            for (int k : mine) {
                // s is a power of two: k & -s is where the right half begins
                if ((k & s) != 0) X[pad(k)] = X[pad((k & -s) - 1)] + X[pad(k)];
            }
        }

        STEP("store", 0);
        __syncthreads();
        const int d = lane.exclusive() ? 1 : 0;  // the exclusive scan lies one to the right
        for (int k : mine) {
            if (first + k < n) P[first + k] = d > 0 && k == 0 ? lane.identity() : X[pad(k - d)];
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(Sklansky)
