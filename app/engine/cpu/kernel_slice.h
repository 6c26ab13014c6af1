// Some of the catalogue's kernels: all of them in one file would keep one compiler busy for minutes
// while the other cores wait. Each slice is a file of its own, written by CMake
// (kernel_slice.cpp.in); nobody has to say in which one a kernel lies.
#pragma once

#include <vector>

#include "app/engine/cpu/enter_kernel.h"

namespace stridescope {

/// How many files share the catalogue's right kernels; app/CMakeLists.txt writes as many.
constexpr int kernel_slices = 4;

/// The launchers of slice `slice`, from 0 to kernel_slices − 1.
template <int slice>
const std::vector<CpuKernel>& kernels_of_slice();

}  // namespace stridescope
