#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Brent–Kung with the padding of GPUs whose shared memory had 16 banks.
struct BrentKung16Banks {
    static constexpr KernelInfo info{
        .id = "brent-kung-16-banks",
        .title = "Brent–Kung, padded for 16 banks",
        .family = "Broken on purpose",
        .summary = "One unused word after every 16 elements, on a machine with 32 banks.",
        .source = "padding for 16 banks: GPU Gems 3, chapter 39",
        .header = "kernels/broken/brent_kung_16_banks.h",
        .takes_exclusive = true,
        .memory = {.layout = OwnLayout::every16},
        .broken =
            {
                .correct = "brent-kung",
                .see = "A correct result and fewer conflicts than without padding, but some stay "
                       "at strides where one unused word after every 32 leaves none.",
                .why = "A shift by one word after every 16 elements moves a warp of 32 lanes on by "
                       "two words per row of banks: lanes half a row apart share a bank again.",
                .mend = "Pad by the number of banks that the machine has, i + i / 32, and make it "
                        "a named constant.",
                .met = "Code written for the first CUDA GPUs, which had 16 banks and served half a "
                       "warp at a time; GPU Gems 3, chapter 39, has NUM_BANKS 16.",
                .needs_padding = true,
                .min_section = 64,
            },
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    static constexpr int BANKS = 16;

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        auto X = lane.shared();
        const bool pads = !lane.pad().plain();
        const auto pad = [&](int i) { return pads ? i + i / BANKS : i; };
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
            if (first + k < n) P[first + k] = d > 0 && k == 0 ? lane.identity() : X[pad(k - d)];
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(BrentKung16Banks)
