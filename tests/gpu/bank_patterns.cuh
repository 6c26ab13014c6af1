// Kernels of one access each, for measuring what the banks make of a pattern.
#pragma once

#include <string_view>

namespace stridescope::gpu_lab {

/// Launch with 32 threads, 32 element indices (negative: the lane sits out), and a sink of 32.
using PatternKernel = void (*)(const int* elements, unsigned* sink);

/// The kernel of an access ("load4", "store16", "atomic-add4", …), nullptr for an unknown one.
PatternKernel pattern_kernel(std::string_view access);

}  // namespace stridescope::gpu_lab
