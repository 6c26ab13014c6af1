#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// A scan of any length, the plain way: one launch scans every section and notes its total, one
/// scans the totals, one adds to each section the total of all before it. Between two launches
/// everybody waits for everybody, and nothing in shared memory stays. If the totals are too many
/// for one section, they are scanned in the same way, level by level.
struct ThreeKernel {
    static constexpr KernelInfo info{
        .id = "three-kernel",
        .title = "Three kernels",
        .family = "Beyond one block",
        .summary = "Scan the sections, scan their totals, add: as safe as launches, 4N accesses.",
        .source = "Harris, Sengupta & Owens 2007 (GPU Gems 3, chapter 39)",
        .header = "kernels/three_kernel.h",
        .scope = Scope::whole,
        .cooperation = {.scratch = {{{"S", Scratch::Kind::values, Scratch::Length::totals}}},
                        .launched_by_level = true},
        .recording = {.adds_registers = true},
    };

    /// Launches differ in how many blocks they have.
    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    /// A launch either scans the sections of its level or adds the totals of the next one to them.
    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int /*n*/) {
        const auto launch = lane.launch();
        const auto S = lane.values(0, launch.totals);  // S[b]: the total of section b
        if (launch.adds) {
            if (launch.level == 0) return add_totals(lane, P, S, launch.n);
            return add_totals(lane, lane.values(0, launch.begin), S, launch.n);
        }
        if (launch.level == 0) return scan_sections(lane, A, P, S, launch.n);
        const auto below = lane.values(0, launch.begin);
        return scan_sections(lane, below, below, S, launch.n);
    }

    template <class Lane>
    SIMT_KERNEL scan_sections(Lane& lane, Global<Lane> A, Global<Lane> P, Global<Lane> S, int n) {
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

        STEP("store", 0);
        __syncthreads();
        for (int k : mine) {
            if (first + k < n) P[first + k] = X[pad(k)];
        }
        if (threadIdx.x == 0) S[blockIdx.x] = X[pad(L - 1)];
    }

    template <class Lane>
    SIMT_KERNEL add_totals(Lane& lane, Global<Lane> P, Global<Lane> S, int n) {
        const int first = blockIdx.x * lane.section();

        STEP("add", 0);
        if (blockIdx.x > 0) {
            for (int k : lane.mine()) {
                if (first + k < n) P[first + k] = S[blockIdx.x - 1] + P[first + k];
            }
        }
    }
};

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(ThreeKernel)
