#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// A scan of any length in one launch: each block scans its section as by Kogge–Stone, waits for
/// the sum of all sections before it, and hands on that sum and its own. The sum walks from block
/// to block, one after the other, and so the whole takes at least as long as that walk. Sections
/// are given out in the order in which blocks start: no block waits for one that has no place yet.
struct Chained {
    static constexpr KernelInfo info{
        .id = "chained",
        .title = "Chained",
        .family = "Beyond one block",
        .summary = "Each block waits for the sum of all before it: one launch, one long chain.",
        .source =
            "Yan, Long & Zhang 2013 (StreamScan); Hwu, Kirk & El Hajj, the prefix-sum "
            "chapter",
        .header = "kernels/chained.h",
        .scope = Scope::whole,
        .cooperation = {.scratch = {{{"ticket", Scratch::Kind::integers, Scratch::Length::one},
                                     {"section", Scratch::Kind::integers},
                                     {"S", Scratch::Kind::values},
                                     {"flag", Scratch::Kind::integers}}}},
        .recording = {.adds_registers = true},
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
        const int L = lane.section(), t = threadIdx.x;
        const auto mine = lane.mine();      // the elements t, t + B, t + 2B, …
        const auto ticket = lane.ints(0);   // the next section that nobody has
        const auto section = lane.ints(1);  // the one that each block took
        const auto S = lane.values(2);      // S[b]: the sum of all sections before b
        const auto flag = lane.ints(3);     // flag[b]: whether S[b] is there

        STEP("ticket", 0);
        if (t == 0) section[blockIdx.x] = atomicAdd(&ticket[0], 1);

        STEP("load", 0);
        __syncthreads();
        const int b = section[blockIdx.x];
        const int first = b * L;
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

CATALOGUE_ENTRY(Chained)
