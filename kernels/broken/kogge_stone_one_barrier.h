#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Kogge–Stone in place: without the register and the second barrier, a thread overwrites what its
/// right-hand neighbour still has to read.
struct KoggeStoneOneBarrier {
    static constexpr KernelInfo info{
        .id = "kogge-stone-one-barrier",
        .title = "Kogge–Stone, one barrier missing",
        .family = "Broken on purpose",
        .summary = "Adds in place after one barrier: read and write race in every stride.",
        .source = "a mistake; the correct one: Kogge & Stone 1973",
        .header = "kernels/broken/kogge_stone_one_barrier.h",
        .takes_exclusive = true,
        .broken =
            {
                .correct = "kogge-stone",
                .see = "The result depends on the order in which threads happen to run: try "
                       "--schedule descending or lane-random:1. Words that two threads race on are "
                       "ringed.",
                .why =
                    "In stride s thread t reads X[t-s] while thread t-s writes it, and no barrier "
                    "lies between the two: some threads add the old value, some the new one.",
                .mend =
                    "Keep the sum in a register, pass a second barrier, and only then store it; or "
                    "read from one buffer and write to another.",
                .met = "A classic homework mistake. It may stay unnoticed in a block of one warp, "
                       "whose lanes used to run in lockstep; since Volta they need not.",
                .min_section = 3,
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
        const int L = lane.section();
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();  // the elements t, t + B, t + 2B, …

        STEP("load", 0);
        for (int k : mine) X[pad(k)] = first + k < n ? A[first + k] : lane.identity();

        for (int s = 1; s < L; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            for (int k : mine) {
                if (k >= s) X[pad(k)] = X[pad(k - s)] + X[pad(k)];
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

CATALOGUE_ENTRY(KoggeStoneOneBarrier)
