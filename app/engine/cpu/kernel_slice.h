// Some of the catalogue's kernels: all of them in one file would keep one compiler busy for minutes
// while the other cores wait. Each slice is a file of its own, written by CMake
// (kernel_slice.cpp.in); nobody has to say in which one a kernel lies.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "app/engine/cpu/enter_kernel.h"

namespace stridescope {

/// How many files share the catalogue's right kernels; app/CMakeLists.txt writes as many.
constexpr int kernel_slices = 4;

/// The launchers of slice `slice`, from 0 to kernel_slices − 1.
template <int slice>
const std::vector<CpuKernel>& kernels_of_slice();

/// The launcher of the right kernel `id` in slices `slice` …, or nullptr.
template <int... slice>
StartBlock find_in_slices(std::integer_sequence<int, slice...> /*all*/, std::string_view id,
                          ElementType type, int coarsen) {
    StartBlock found = nullptr;
    // Ends at the first slice that knows the kernel.
    static_cast<void>(
        ((found = find_in(kernels_of_slice<slice>(), id, type, coarsen), found != nullptr) || ...));
    return found;
}

/// The launcher of the right kernel `id`, or nullptr.
inline StartBlock find_right_cpu_kernel(std::string_view id, ElementType type, int coarsen) {
    return find_in_slices(std::make_integer_sequence<int, kernel_slices>{}, id, type, coarsen);
}

}  // namespace stridescope
