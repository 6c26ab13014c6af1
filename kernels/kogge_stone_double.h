#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Kogge–Stone with two buffers: every stride reads from one and writes to the other, so that
/// nobody overwrites what another still wants to read. One barrier a stride instead of two, for
/// twice the shared memory; and the elements that are done have to be copied along.
struct KoggeStoneDouble {
    static constexpr KernelInfo info{
        .id = "kogge-stone-double",
        .title = "Kogge–Stone, two buffers",
        .family = "Within a block",
        .summary =
            "Kogge–Stone from one buffer into another: one barrier a stride, twice the memory.",
        .source = "Hillis & Steele 1986; Harris, Sengupta & Owens 2007 (GPU Gems 3, chapter 39)",
        .header = "kernels/kogge_stone_double.h",
        .takes_exclusive = true,
        .memory = {.buffers = 2},
    };

    /// All B threads work in every stride: those without a left neighbour copy.
    static constexpr Expected expected(const Shape& shape, std::string_view phase, int stride) {
        if (phase == "scan")
            return {.active_threads = shape.threads, .adds = shape.section - stride};
        return {.active_threads = std::nullopt, .adds = 0};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        auto X = lane.shared();
        const auto pad = lane.pad();
        const int L = lane.section();
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();  // the elements t, t + B, t + 2B, …
        int from = 0, to = lane.buffer();

        STEP("load", 0);
        for (int k : mine) X[from + pad(k)] = first + k < n ? A[first + k] : lane.identity();

        for (int s = 1; s < L; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            for (int k : mine) {
                if (k >= s) {
                    X[to + pad(k)] = X[from + pad(k - s)] + X[from + pad(k)];
                } else {
                    X[to + pad(k)] = X[from + pad(k)];
                }
            }
            to = from;
            from = lane.buffer() - to;
        }

        STEP("store", 0);
        __syncthreads();
        const int d = lane.exclusive() ? 1 : 0;  // the exclusive scan lies one to the right
        for (int k : mine) {
            if (first + k < n)
                P[first + k] = d > 0 && k == 0 ? lane.identity() : X[from + pad(k - d)];
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(KoggeStoneDouble)
