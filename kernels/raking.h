#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Raking: every thread scans C neighbouring elements by itself, the last elements of all threads
/// are scanned as by Kogge–Stone, and every thread adds what came before it. Hardly more operations
/// than one thread alone would need; but threads side by side reach words C apart, the padding
/// lesson in its purest form.
struct Raking {
    static constexpr KernelInfo info{
        .id = "raking",
        .title = "Raking",
        .family = "Within a block",
        .summary = "Each thread scans C neighbours; only the threads' totals are scanned together.",
        .source = "Dotsenko et al. 2008; Hwu, Kirk & El Hajj, the prefix-sum chapter",
        .header = "kernels/raking.h",
        .takes_exclusive = true,
    };

    static constexpr Expected expected(const Shape& shape, std::string_view phase, int s) {
        const int B = shape.threads, C = shape.section / shape.threads;
        if (phase == "serial") return {.active_threads = C > 1 ? B : 0, .adds = B * (C - 1)};
        if (phase == "scan") return {.active_threads = B - s, .adds = B - s};
        if (phase == "add") return {.active_threads = C > 1 ? B - 1 : 0, .adds = (B - 1) * (C - 1)};
        return {.active_threads = std::nullopt, .adds = 0};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        auto X = lane.shared();
        const auto pad = lane.pad();
        const int L = lane.section(), B = blockDim.x, t = threadIdx.x;
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();                  // the elements t, t + B, t + 2B, …
        const int C = L / B;                            // but this thread rakes
        const int begin = t * C, last = begin + C - 1;  // begin … last

        STEP("load", 0);
        for (int k : mine) X[pad(k)] = first + k < n ? A[first + k] : lane.identity();

        STEP("serial", 0);
        __syncthreads();
        for (int j : lane.strided(begin + 1, last + 1, 1)) X[pad(j)] = X[pad(j - 1)] + X[pad(j)];

        for (int s = 1; s < B; s *= 2) {
            STEP("scan", s);
            __syncthreads();
            T sum[1];
            if (t >= s) sum[0] = X[pad(last - s * C)] + X[pad(last)];
            __syncthreads();
            if (t >= s) X[pad(last)] = sum[0];
        }

        STEP("add", 0);
        __syncthreads();
        if (t > 0) {
            for (int j : lane.strided(begin, last, 1)) X[pad(j)] = X[pad(begin - 1)] + X[pad(j)];
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

CATALOGUE_ENTRY(Raking)
