#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Blelloch: up the tree as Brent–Kung, then the root is set to the identity and handed down. On
/// the way down every node gives what came before it to its left child, and that and the left
/// child's sum to its right one. What stands in the array in the end is the exclusive scan; for
/// the inclusive one each element adds itself once more as it is stored.
struct Blelloch {
    static constexpr KernelInfo info{
        .id = "blelloch",
        .title = "Blelloch",
        .family = "Within a block",
        .summary =
            "A tree up, the root cleared, a tree down: every element gets what is before it.",
        .source = "Blelloch 1990; GPU Gems 3, chapter 39",
        .header = "kernels/blelloch.h",
        .limits = {.power_of_two_section = true},
        .takes_exclusive = true,
    };

    /// A level of the tree has L/(2s) nodes with two children.
    static constexpr Expected expected(const Shape& shape, std::string_view phase, int s) {
        const int B = shape.threads, L = shape.section;
        if (phase == "up-sweep" || phase == "down-sweep") {
            const int adds = s > 0 ? L / (2 * s) : 0;
            return {.active_threads = adds < B ? adds : B, .adds = adds};
        }
        if (phase == "clear") return {.active_threads = 1, .adds = 0};
        if (phase == "store") return {};  // as many as the input has left
        return {.active_threads = std::nullopt, .adds = 0};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        auto X = lane.shared();
        const auto pad = lane.pad();
        const int L = lane.section(), B = blockDim.x, t = threadIdx.x;
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();  // the elements t, t + B, t + 2B, …

        STEP("load", 0);
        for (int k : mine) X[pad(k)] = first + k < n ? A[first + k] : lane.identity();

        for (int s = 1; s < L; s *= 2) {
            STEP("up-sweep", s);
            __syncthreads();
            for (int j : lane.strided(2 * (t + 1) * s - 1, L, 2 * s * B)) {
                X[pad(j)] = X[pad(j - s)] + X[pad(j)];
            }
        }

        STEP("clear", 0);
        __syncthreads();
        if (t == 0) X[pad(L - 1)] = lane.identity();

        for (int s = L / 2; s > 0; s /= 2) {
            STEP("down-sweep", s);
            __syncthreads();
            for (int j : lane.strided(2 * (t + 1) * s - 1, L, 2 * s * B)) {
                const T left = X[pad(j - s)];
                X[pad(j - s)] = X[pad(j)];
                X[pad(j)] += left;  // what was before comes left of it
            }
        }

        STEP("store", 0);
        __syncthreads();
        const bool exclusive = lane.exclusive();
        for (int k : mine) {
            if (first + k < n) P[first + k] = exclusive ? X[pad(k)] : X[pad(k)] + A[first + k];
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(Blelloch)
