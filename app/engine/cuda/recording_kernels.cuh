// The catalogue's kernels as recording CUDA.
#pragma once

#include <string_view>

#include "kernels/element.h"

namespace stridescope::cuda {

/// The recording build of a kernel for `coarsen` elements per thread, or nullptr for an unknown id.
/// Launch with B threads, padded_length · element bytes of dynamic shared memory, and arguments (T*
/// input, T* output, int n, int section, int words, Op, Padding, Scan, DeviceLog): the log has room
/// for each block of the launch. With a log of capacity 0 the blocks run unrecorded.
const void* find_recording_kernel(std::string_view id, ElementType type, int coarsen);

/// The same of a kernel whose blocks cooperate; behind those arguments it takes a DeviceGrid, and
/// the log has room for its recorded blocks.
const void* find_recording_grid_kernel(std::string_view id, ElementType type, int coarsen);

}  // namespace stridescope::cuda
