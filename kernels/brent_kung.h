#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Brent–Kung: a reduction tree (up-sweep), then the partial sums are handed back down
/// (down-sweep). 2·log₂L − 1 strides, but only 2L − 2 − log₂L operations. Its strides of 2s walk
/// into the same banks over and over: the kernel that padding is for.
struct BrentKung {
    static constexpr KernelInfo info{
        .id = "brent-kung",
        .title = "Brent–Kung",
        .family = "Within a block",
        .summary = "A tree up and a tree down: twice the strides of Kogge–Stone, little work.",
        .source = "Brent & Kung 1982",
        .header = "kernels/brent_kung.h",
        .takes_exclusive = true,
    };

    /// Up: the elements 2s − 1, 4s − 1, … below L. Down: those among them with a j + s below L.
    static constexpr Expected expected(const Shape& shape, std::string_view phase, int s) {
        const int B = shape.threads, L = shape.section;
        int adds = 0;
        if (phase == "up-sweep" && s > 0) adds = L / (2 * s);
        if (phase == "down-sweep" && s > 0) adds = (L - s) / (2 * s);
        if (phase == "up-sweep" || phase == "down-sweep") {
            return {.active_threads = adds < B ? adds : B, .adds = adds};
        }
        return {.active_threads = std::nullopt, .adds = 0};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        auto X = lane.shared();
        const auto pad = lane.pad();
        const int L = lane.section(), B = blockDim.x, t = threadIdx.x;
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();  // the elements t, t + B, t + 2B, …

        STEP("load", 0);
        for (int k : mine) X[pad(k)] = first + k < n ? A[first + k] : lane.identity();

        int s = 1;
        for (; 2 * s <= L; s *= 2) {
            STEP("up-sweep", s);
            __syncthreads();
            for (int j : lane.strided(2 * (t + 1) * s - 1, L, 2 * s * B)) {
                // the s elements up to j, and the s before them
                X[pad(j)] = X[pad(j - s)] + X[pad(j)];
            }
        }
        for (s /= 2; s > 0; s /= 2) {
            if (3 * s > L) continue;  // L a power of two: nothing to the right of the root
            STEP("down-sweep", s);
            __syncthreads();
            for (int j : lane.strided(2 * (t + 1) * s - 1, L - s, 2 * s * B)) {
                // the s elements up to j + s, and all before them
                X[pad(j + s)] = X[pad(j)] + X[pad(j + s)];
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

CATALOGUE_ENTRY(BrentKung)
