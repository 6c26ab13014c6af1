#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// A chained scan in which each block takes the section of its own number. Nothing says that block
/// 0 starts before block 7: where blocks start in another order and not all have room, those that
/// are there wait for one that has no place.
struct ChainedByBlockIndex {
    static constexpr KernelInfo info{
        .id = "chained-by-block-index",
        .title = "Chained by block index",
        .family = "Broken on purpose",
        .summary = "Section b goes to block b: deadlocks where later blocks start first.",
        .source = "a mistake; the scan: Yan, Long & Zhang 2013",
        .header = "kernels/broken/chained_by_block_index.h",
        .scope = Scope::whole,
        .cooperation = {.scratch = {{{"S", Scratch::Kind::values},
                                     {"flag", Scratch::Kind::integers}}}},
        .recording = {.adds_registers = true},
        .broken =
            {
                .correct = "chained",
                .see = "With few blocks, or where they start in order, all is well. Otherwise the "
                       "grid deadlocks: every resident block waits for one that has not started.",
                .why = "A block waits for the one before it, by number. CUDA guarantees no order "
                       "in which blocks start, and a block that waits stays resident.",
                .mend =
                    "Let each block take a ticket as it starts, by an atomic counter, and scan the "
                    "section of that number: then every block it waits for has already started.",
                .met = "Kernels that ran for years hung on the next GPU. StreamScan and decoupled "
                       "look-back assign sections by ticket for this reason.",
                .needs_waiting_blocks = true,
            },
    };

    /// Within the section as Kogge–Stone; then every element but those of the first section takes
    /// one more.
    static constexpr Expected expected(const Shape& shape, std::string_view phase, int stride) {
        const int B = shape.threads, L = shape.section;
        if (phase == "scan")
            return {.active_threads = L - stride < B ? L - stride : B, .adds = L - stride};
        return {};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        auto X = lane.shared();
        const auto pad = lane.pad();
        const int L = lane.section(), t = threadIdx.x, b = blockIdx.x;
        const int first = b * L;
        const auto mine = lane.mine();   // the elements t, t + B, t + 2B, …
        const auto S = lane.values(0);   // S[b]: the sum of all sections before b
        const auto flag = lane.ints(1);  // flag[b]: whether S[b] is there

        STEP("load", 0);
        for (int k : mine) X[pad(k)] = first + k < n ? A[first + k] : lane.identity();

        for (int s = 1; s < L; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            T sum[Lane::max_coarsen];
            int i = 0;
            for (int k : mine) {
                if (k >= s) sum[i] = X[pad(k - s)] + X[pad(k)];
                ++i;
            }
            __syncthreads();
            i = 0;
            for (int k : mine) {
                if (k >= s) X[pad(k)] = sum[i];
                ++i;
            }
        }

        STEP("wait", 0);
        __syncthreads();
        if (t == 0 && b > 0) {
            SPIN_WHILE(flag[b] == 0);
            __threadfence();
        }

        STEP("hand on", 0);
        if (t == 0) {
            if (b > 0) {
                S[b + 1] = S[b] + X[pad(L - 1)];
            } else {
                S[b + 1] = X[pad(L - 1)];
            }
            __threadfence();
            flag[b + 1] = 1;
        }

        STEP("store", 0);
        __syncthreads();
        for (int k : mine) {
            if (first + k < n) {
                if (b > 0) {
                    P[first + k] = S[b] + X[pad(k)];
                } else {
                    P[first + k] = X[pad(k)];
                }
            }
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(ChainedByBlockIndex)
