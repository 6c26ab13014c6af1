#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Brent–Kung that is padded where it loads and scans, and not where it stores.
struct BrentKungPadOneSide {
    static constexpr KernelInfo info{
        .id = "brent-kung-pad-one-side",
        .title = "Brent–Kung, padded on one side only",
        .family = "Broken on purpose",
        .summary = "Loads and scans at pad(i), but stores what is at i: a wrong result.",
        .source = "a mistake; the correct one: Brent & Kung 1982",
        .header = "kernels/broken/brent_kung_pad_one_side.h",
        .takes_exclusive = true,
        .broken =
            {
                .correct = "brent-kung",
                .see = "Few conflicts, and a wrong result from element 32 on: the last step "
                       "reads words that belong to padding or to another element.",
                .why =
                    "The load puts element i at word pad(i), but the store fetches it from word i. "
                    "The two agree in the first row of 32 banks only.",
                .mend = "Index the shared array in one way everywhere: put pad() into one function "
                        "that "
                        "every access goes through.",
                .met = "Adding padding by hand to a kernel that works. A test with up to 32 "
                       "elements does not find it.",
                .needs_padding = true,
                .min_section = 33,
                .min_n = 33,
            },
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
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
            for (int k : lane.strided(t, L / (2 * s), B)) {
                const int j = 2 * (k + 1) * s - 1;
                X[pad(j)] = X[pad(j - s)] + X[pad(j)];
            }
        }
        for (s /= 2; s > 0; s /= 2) {
            if (3 * s > L) continue;  // L a power of two: nothing to the right of the root
            STEP("down-sweep", s);
            __syncthreads();
            for (int k : lane.strided(t, (L - s) / (2 * s), B)) {
                const int j = 2 * (k + 1) * s - 1;
                X[pad(j + s)] = X[pad(j)] + X[pad(j + s)];
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

CATALOGUE_ENTRY(BrentKungPadOneSide)
