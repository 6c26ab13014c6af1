#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// A scan of any length in one launch, by a barrier of our own for the whole grid: every block adds
/// itself to a counter and waits until all have. Right while all blocks have room on the GPU at the
/// same time. If one has not, the others wait for it, and it waits for them to leave: forever.
struct SpinBarrier {
    static constexpr KernelInfo info{
        .id = "spin-barrier",
        .title = "Spin barrier",
        .family = "Beyond one block",
        .summary = "All blocks wait at a counter: deadlocks if they do not all fit at once.",
        .source = "Xiao & Feng 2010; Hwu, Kirk & El Hajj, the prefix-sum chapter",
        .header = "kernels/spin_barrier.h",
        .scope = Scope::whole,
        .cooperation = {.scratch = {{{"arrived", Scratch::Kind::integers, Scratch::Length::one},
                                     {"S", Scratch::Kind::values},
                                     {"before", Scratch::Kind::values}}},
                        .needs_all_resident = true},
        .recording = {.adds_registers = true},
    };

    /// Within the section as Kogge–Stone; what comes after depends on the block.
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
        const auto mine = lane.mine();       // the elements t, t + B, t + 2B, …
        const auto arrived = lane.ints(0);   // blocks that are at the barrier
        const auto S = lane.values(1);       // S[b]: the sum of section b
        const auto before = lane.values(2);  // before[b]: the sum of all sections before it

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

        STEP("grid barrier", 0);
        __syncthreads();
        if (t == 0) {
            S[b] = X[pad(L - 1)];
            __threadfence();
            atomicAdd(&arrived[0], 1);
            SPIN_WHILE(arrived[0] < gridDim.x);
            __threadfence();
        }

        STEP("add up", 0);
        if (t == 0 && b > 0) {
            T sum = S[0];
            for (int i : lane.strided(1, b, 1)) sum += S[i];
            before[b] = sum;
        }

        STEP("store", 0);
        __syncthreads();
        for (int k : mine) {
            if (first + k < n) {
                if (b > 0) {
                    P[first + k] = before[b] + X[pad(k)];
                } else {
                    P[first + k] = X[pad(k)];
                }
            }
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(SpinBarrier)
