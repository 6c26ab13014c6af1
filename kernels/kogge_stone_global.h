#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Kogge–Stone straight in global memory, in the output itself: no shared memory at all, and every
/// stride goes all the way to global memory and back. Its barriers stop one block only, so it is
/// right for what one block can hold: here every block scans a section of its own.
struct KoggeStoneGlobal {
    static constexpr KernelInfo info{
        .id = "kogge-stone-global",
        .title = "Kogge–Stone, global memory",
        .family = "Within a block",
        .summary = "Kogge–Stone in the output itself: every stride goes to global memory.",
        .source = "Kogge & Stone 1973; Hwu, Kirk & El Hajj, the prefix-sum chapter",
        .header = "kernels/kogge_stone_global.h",
        .takes_exclusive = true,
        .memory = {.storage = Storage::output},
    };

    /// As many as the input has left, so that there is no form for a block.
    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        const int L = lane.section();
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();  // the elements t, t + B, t + 2B, …

        STEP("load", 0);
        const int d = lane.exclusive() ? 1 : 0;  // the exclusive scan is that of what stands left
        for (int k : mine) {
            if (first + k < n) P[first + k] = d > 0 && k == 0 ? lane.identity() : A[first + k - d];
        }

        for (int s = 1; s < L; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            T sum[Lane::max_coarsen];
            int i = 0;
            for (int k : mine) {
                if (k >= s && first + k < n) sum[i] = P[first + k - s] + P[first + k];
                ++i;
            }
            __syncthreads();
            i = 0;
            for (int k : mine) {
                if (k >= s && first + k < n) P[first + k] = sum[i];
                ++i;
            }
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(KoggeStoneGlobal)
