#pragma once

#include "kernels/simt.h"

namespace stridescope::kernels {

/// A number whose shifts are a GPU's: 32 places or more leave 0, where C++ leaves it undefined.
struct GpuInt {
    int value;
    // NOLINTNEXTLINE(google-explicit-constructor): an index, as the macro below takes it
    constexpr GpuInt(int v) : value{v} {}
    friend constexpr GpuInt operator+(GpuInt a, GpuInt b) { return a.value + b.value; }
    friend constexpr GpuInt operator*(GpuInt a, GpuInt b) { return a.value * b.value; }
    friend constexpr GpuInt operator>>(GpuInt a, GpuInt b) {
        return b.value < 32 ? a.value >> b.value : 0;
    }
};

#define LOG_BANKS GpuInt(5)
#define OFFSET(n) ((n) >> LOG_BANKS + (n) >> (2 * LOG_BANKS))

/// Brent–Kung with a padding macro that says something else than it seems to: + binds tighter than
/// >>, so n is shifted by LOG_BANKS + n places, and nothing is left of it.
struct BrentKungOffsetMacro {
    static constexpr KernelInfo info{
        .id = "brent-kung-offset-macro",
        .title = "Brent–Kung, padded by a wrong macro",
        .family = "Broken on purpose",
        .summary = "The offset that should avoid bank conflicts is always 0.",
        .source = "the macro: GPU Gems 3, chapter 39",
        .header = "kernels/broken/brent_kung_offset_macro.h",
        .takes_exclusive = true,
        .memory = {.layout = OwnLayout::never_padded},
        .broken =
            {
                .correct = "brent-kung",
                .see = "A correct result, and as many bank conflicts as without any padding: the "
                       "unused words at the end of the array are never reached.",
                .why =
                    "+ binds tighter than >>, so the macro shifts n by LOG_BANKS + n places. That "
                    "leaves 0 for every n: element i stays at word i.",
                .mend = "Put each shift in parentheses: (((n) >> LOG_BANKS) + ((n) >> (2 * "
                        "LOG_BANKS))). Compilers warn about it (-Wparentheses); heed them.",
                .met = "GPU Gems 3, chapter 39, prints such a macro, and it has been copied into "
                       "many programs since. Results stay correct, so nobody looks.",
                .needs_padding = true,
                .min_section = 64,
            },
    };

    static constexpr Expected expected(const Shape& /*shape*/, std::string_view /*phase*/,
                                       int /*stride*/) {
        return {};
    }

    // The compiler sees it, too; here it is to be seen in the trace.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
    /// The word of element n.
    static constexpr int place(GpuInt n) {
        return (n + OFFSET(n)).value;
    }
#pragma GCC diagnostic pop

    template <class Lane>
    SIMT_KERNEL scan(Lane& lane, Global<Lane> A, Global<Lane> P, int n) {
        auto X = lane.shared();
        const int L = lane.section(), B = blockDim.x, t = threadIdx.x;
        const int first = blockIdx.x * L;
        const auto mine = lane.mine();  // the elements t, t + B, t + 2B, …

        STEP("load", 0);
        for (int k : mine) X[place(k)] = first + k < n ? A[first + k] : lane.identity();

        int s = 1;
        for (; 2 * s <= L; s *= 2) {
            STEP("up-sweep", s);
            __syncthreads();
            for (int k : lane.strided(t, L / (2 * s), B)) {
                const int j = 2 * (k + 1) * s - 1;
                X[place(j)] = X[place(j - s)] + X[place(j)];
            }
        }
        for (s /= 2; s > 0; s /= 2) {
            if (3 * s > L) continue;  // L a power of two: nothing to the right of the root
            STEP("down-sweep", s);
            __syncthreads();
            for (int k : lane.strided(t, (L - s) / (2 * s), B)) {
                const int j = 2 * (k + 1) * s - 1;
                X[place(j + s)] = X[place(j)] + X[place(j + s)];
            }
        }

        STEP("store", 0);
        __syncthreads();
        const int d = lane.exclusive() ? 1 : 0;  // the exclusive scan lies one to the right
        for (int k : mine) {
            if (first + k < n) P[first + k] = d > 0 && k == 0 ? lane.identity() : X[place(k - d)];
        }
    }
};

#undef OFFSET
#undef LOG_BANKS

}  // namespace stridescope::kernels

CATALOGUE_ENTRY(BrentKungOffsetMacro)
