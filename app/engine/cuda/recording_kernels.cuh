// The catalogue's kernels as recording CUDA.
#pragma once

#include "kernels/element.h"
#include "kernels/padding.h"

namespace stridescope::cuda {

/// A launchable kernel. Launch with B threads, padded_length · element bytes of dynamic shared
/// memory, and arguments (T* input, T* output, int n, int section, int words, Op, Padding,
/// const DeviceLog* logs, int recorded): one log for each of the first `recorded` blocks.
struct RecordingKernel {
    const char* id;
    ElementType type;
    const void* function;
};

/// The recording build of a kernel, or nullptr for an unknown id.
const RecordingKernel* find_recording_kernel(const char* id, ElementType type);

}  // namespace stridescope::cuda
