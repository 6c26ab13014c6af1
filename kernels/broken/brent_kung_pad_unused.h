#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Brent–Kung whose shared array is declared longer, for padding, while its indices stay as they
/// were.
struct BrentKungPadUnused {
    static constexpr KernelInfo info{
        .id = "brent-kung-pad-unused",
        .title = "Brent–Kung, padding declared but unused",
        .family = "Broken on purpose",
        .summary = "The array is longer, the indices are the same: conflicts stay.",
        .source = "a mistake; the correct one: Brent & Kung 1982",
        .header = "kernels/broken/brent_kung_pad_unused.h",
        .takes_exclusive = true,
        .memory = {.layout = OwnLayout::never_padded},
        .broken =
            {
                .correct = "brent-kung",
                .see = "A correct result, and exactly as many bank conflicts as without padding. "
                       "The added words lie at the end of the array, unused.",
                .why =
                    "Padding is a matter of where element i lives, not of how long the array is. "
                    "Here element i still lives at word i.",
                .mend =
                    "Write every index of the shared array as X[pad(i)], with pad(i) = i + i / 32 "
                    "for 32 banks.",
                .met = "A classic homework mistake: the longer declaration is the visible half of "
                       "the change, and the result is correct either way.",
                .needs_padding = true,
                .min_section = 64,
            },
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        auto X = lane.shared();
        const int L = lane.section(), B = blockDim.x, t = threadIdx.x;
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();  // the elements t, t + B, t + 2B, …

        STEP("load", 0);
        for (int k : mine) X[k] = first + k < n ? A[first + k] : lane.identity();

        int s = 1;
        for (; 2 * s <= L; s *= 2) {
            STEP("up-sweep", s);
            __syncthreads();
            for (int k : lane.strided(t, L / (2 * s), B)) {
                const int j = 2 * (k + 1) * s - 1;
                X[j] = X[j - s] + X[j];
            }
        }
        for (s /= 2; s > 0; s /= 2) {
            if (3 * s > L) continue;  // L a power of two: nothing to the right of the root
            STEP("down-sweep", s);
            __syncthreads();
            for (int k : lane.strided(t, (L - s) / (2 * s), B)) {
                const int j = 2 * (k + 1) * s - 1;
                X[j + s] = X[j] + X[j + s];
            }
        }

        STEP("store", 0);
        __syncthreads();
        const int d = lane.exclusive() ? 1 : 0;  // the exclusive scan lies one to the right
        for (int k : mine) {
            if (first + k < n) P[first + k] = d > 0 && k == 0 ? lane.identity() : X[k - d];
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(BrentKungPadUnused)
