#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Kogge–Stone whose second barrier stands inside the branch: threads below the stride never reach
/// it.
struct KoggeStoneBarrierInBranch {
    static constexpr KernelInfo info{
        .id = "kogge-stone-barrier-in-branch",
        .title = "Kogge–Stone, barrier in a branch",
        .family = "Broken on purpose",
        .summary = "The second barrier is where not all threads of the block reach it.",
        .source = "a mistake; the correct one: Kogge & Stone 1973",
        .header = "kernels/broken/kogge_stone_barrier_in_branch.h",
        .takes_exclusive = true,
        .broken =
            {
                .correct = "kogge-stone",
                .see = "The first stride already shows how many threads of a warp reached the "
                       "barrier and which one did not. On a GPU this may hang or seem to work.",
                .why =
                    "Threads with t < s jump over the branch and wait at the next barrier, while "
                    "the others wait inside it. A barrier is for all threads of the block.",
                .mend = "Close the branch before the barrier and open it again after it, as the "
                        "correct version does: compute, close, barrier, open, store.",
                .met = "The CUDA C++ Programming Guide allows a barrier in a branch only where all "
                       "threads of the block take it the same way.",
            },
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
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
                if (k >= s) {
                    const T sum = X[pad(k - s)] + X[pad(k)];
                    __syncthreads();
                    X[pad(k)] = sum;
                }
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

CATALOGUE_ENTRY(KoggeStoneBarrierInBranch)
