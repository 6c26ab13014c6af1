// The catalogue's kernels as plain CUDA, without any recording: for timing, and for comparison with
// the hardware's counters.
#pragma once

#include "kernels/element.h"
#include "kernels/padding.h"

namespace stridescope::cuda {

/// A launchable kernel. Launch with B threads, padded_length · element bytes of dynamic shared
/// memory, and arguments (T* input, T* output, int n, int section).
struct PlainKernel {
    const char* id;
    ElementType type;
    Op op;
    Padding padding;
    const void* function;
};

/// The plain build of a kernel, or nullptr if it was not built.
const PlainKernel* find_plain_kernel(const char* id, ElementType type, Op op, Padding padding);

}  // namespace stridescope::cuda
