#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// A scan of any length in one launch, without the long wait of `chained`: a block publishes the
/// sum of its own section at once, then looks back over its predecessors and adds up what they have
/// published, until it meets one that knows the sum of everything up to it. Blocks wait only for
/// neighbours that have just begun. One thread looks back here; the published algorithm lets a warp
/// look at 32 predecessors at once.
struct DecoupledLookback {
    static constexpr KernelInfo info{
        .id = "decoupled-lookback",
        .title = "Decoupled look-back",
        .family = "Beyond one block",
        .summary = "Blocks publish their own sums at once and look back: one launch, short waits.",
        .source = "Merrill & Garland 2016",
        .header = "kernels/decoupled_lookback.h",
        .scope = Scope::whole,
        .cooperation = {.scratch = {{{"ticket", Scratch::Kind::integers, Scratch::Length::one},
                                     {"section", Scratch::Kind::integers},
                                     {"state", Scratch::Kind::integers},
                                     {"aggregate", Scratch::Kind::values},
                                     {"prefix", Scratch::Kind::values},
                                     {"before", Scratch::Kind::values}}},
                        .nondeterministic_phase = "look back"},
        .recording = {.adds_registers = true},
    };

    /// Within the section as Kogge–Stone; how far a block looks back depends on the others.
    static constexpr Expected expected(const Shape& shape, std::string_view phase, int stride) {
        const int B = shape.threads, L = shape.section;
        if (phase == "scan")
            return {.active_threads = L - stride < B ? L - stride : B, .adds = L - stride};
        return {};
    }

    /// What a section has published of itself. Zeros, as the array begins: nothing.
    enum State { nothing, has_aggregate, has_prefix };

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        auto X = lane.shared();
        const auto pad = lane.pad();
        const int L = lane.section(), t = threadIdx.x;
        const auto mine = lane.mine();          // the elements t, t + B, t + 2B, …
        const auto ticket = lane.ints(0);       // the next section that nobody has
        const auto section = lane.ints(1);      // the one that each block took
        const auto state = lane.ints(2);        // of each section
        const auto aggregate = lane.values(3);  // its own sum
        const auto prefix = lane.values(4);     // the sum of all up to its end
        const auto before = lane.values(5);     // the sum of all before it

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

        STEP("publish", 0);
        __syncthreads();
        if (t == 0) {
            if (b == 0) {
                prefix[b] = X[pad(L - 1)];
            } else {
                aggregate[b] = X[pad(L - 1)];
            }
            __threadfence();
            state[b] = b == 0 ? has_prefix : has_aggregate;
        }

        STEP("look back", 0);
        T sum = lane.identity();
        if (t == 0) {
            for (int back : lane.strided(1, b + 1, 1)) {
                const int p = b - back;
                int found = nothing;
                SPIN_WHILE((found = state[p]) == nothing);
                __threadfence();
                if (found == has_prefix) {
                    sum = prefix[p] + sum;
                    break;
                }
                sum = aggregate[p] + sum;
            }
        }

        STEP("publish prefix", 0);
        if (t == 0 && b > 0) {
            before[b] = sum;
            prefix[b] = sum + X[pad(L - 1)];
            __threadfence();
            state[b] = has_prefix;
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

CATALOGUE_ENTRY(DecoupledLookback)
