#pragma once

#include <cstdint>

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Brent–Kung in the textbook's form, where every thread computes its j = 2(t + 1)s − 1 and then
/// looks whether it is below L; but j has 16 bits, and wraps around.
struct BrentKungShortIndex {
    static constexpr KernelInfo info{
        .id = "brent-kung-short-index",
        .title = "Brent–Kung, index overflow",
        .family = "Broken on purpose",
        .summary = "j = 2(t + 1)s - 1 in 16 bits overflows and passes the test j < L.",
        .source = "a mistake; the correct one: Brent & Kung 1982",
        .header = "kernels/broken/brent_kung_short_index.h",
        .takes_exclusive = true,
        .broken =
            {
                .correct = "brent-kung",
                .see = "Correct for sections of up to 255 elements. From 256 on, threads index far "
                       "below the array, and more threads add than the closed form says.",
                .why = "The test j < L only rejects values that are too large. Past 32,767 a "
                       "16-bit j wraps around to a negative number, or to a small one that is "
                       "another thread's.",
                .mend =
                    "Compute the index in int, or better: bound the thread, t < L / (2s), before "
                    "anything is multiplied. An int overflows in the same way at larger sections.",
                .met =
                    "Here the index has 16 bits, a way to save registers, so that it overflows at "
                    "sections this program can run; sections of one block never fill 31 bits.",
                .min_section = 256,
            },
    };

    /// As a Brent–Kung tree has it: elements 2s − 1, 4s − 1, … below L, up and down.
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
            for (int k : lane.strided(t, L, B)) {
                const auto j = static_cast<std::int16_t>(2 * (k + 1) * s - 1);
                if (j < L) X[pad(j)] = X[pad(j - s)] + X[pad(j)];
            }
        }
        for (s /= 2; s > 0; s /= 2) {
            if (3 * s > L) continue;  // L a power of two: nothing to the right of the root
            STEP("down-sweep", s);
            __syncthreads();
            for (int k : lane.strided(t, L, B)) {
                const auto j = static_cast<std::int16_t>(2 * (k + 1) * s - 1);
                if (j + s < L) X[pad(j + s)] = X[pad(j)] + X[pad(j + s)];
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

CATALOGUE_ENTRY(BrentKungShortIndex)
