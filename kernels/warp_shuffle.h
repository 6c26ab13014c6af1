#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// Each warp scans its 32 elements in registers: a lane reads a register of the lane s to its left,
/// without shared memory and without a barrier. The warps' totals go through shared memory to warp
/// 0, which scans them the same way, and every warp adds what came before it. What libraries do.
struct WarpShuffle {
    static constexpr KernelInfo info{
        .id = "warp-shuffle",
        .title = "Warp shuffle",
        .family = "Within a block",
        .summary = "Warps scan in registers by shuffles: two barriers, hardly any shared memory.",
        .source = "Harris, Parallel Prefix Sum; NVIDIA, CUDA C++ Programming Guide: warp shuffle",
        .header = "kernels/warp_shuffle.h",
        .limits = {.max_coarsen = 1, .coarsen_reason = "Every lane holds one element."},
        .takes_exclusive = true,
        .memory = {.storage = Storage::registers, .registers = 2},
        .recording = {.barrier_begins_step = false},
    };

    static constexpr Expected expected(const Shape& shape, std::string_view phase, int s) {
        const int B = shape.threads, W = B < 32 ? B : 32, warps = B / W;
        if (phase == "warp scan") return {.active_threads = B, .adds = B - warps * s};
        if (phase == "scan of totals") return {.active_threads = W, .adds = W - s};
        if (phase == "add") return {.active_threads = B - W + warps, .adds = B - W};
        return {.active_threads = std::nullopt, .adds = 0};
    }

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        using T = typename Lane::Value;
        auto X = lane.shared();  // a total for each warp
        auto r = lane.own();     // r[0]: this thread's element; r[1], of warp 0: a warp's total
        const int B = blockDim.x, W = B < 32 ? B : 32;  // lanes of a warp
        const int t = threadIdx.x, in_warp = t % W, warp = t / W, warps = B / W;
        const int k = blockIdx.x * lane.section() + t;

        STEP("load", 0);
        r[0] = k < n ? A[k] : lane.identity();

        for (int s = 1; s < W; s *= 2) {
            STEP("warp scan", s);
            const T left = SHUFFLE_UP(r[0], s);
            if (in_warp >= s) r[0] = left + r[0];
        }

        STEP("totals", 0);
        if (in_warp == W - 1) X[warp] = r[0];
        __syncthreads();
        if (warp == 0) r[1] = t < warps ? X[t] : lane.identity();

        for (int s = 1; s < warps; s *= 2) {
            STEP("scan of totals", s);
            if (warp == 0) {
                const T left = SHUFFLE_UP(r[1], s);
                if (t >= s) r[1] = left + r[1];
            }
        }

        STEP("add", 0);
        if (warp == 0 && t < warps) X[t] = r[1];
        __syncthreads();
        if (warp > 0) r[0] = X[warp - 1] + r[0];

        STEP("store", 0);
        if (!lane.exclusive()) {
            if (k < n) P[k] = r[0];
        } else {  // the exclusive scan lies one to the right
            const T left = SHUFFLE_UP(r[0], 1);
            const T before = warp > 0 ? X[warp - 1] : lane.identity();
            if (k < n) P[k] = in_warp > 0 ? left : before;
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(WarpShuffle)
