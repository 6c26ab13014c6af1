// The catalogue's kernels as plain CUDA, without any recording: for timing, for comparison with the
// hardware's counters, and to run the blocks that are not recorded.
#pragma once

#include <string_view>

#include "kernels/element.h"
#include "kernels/padding.h"

namespace stridescope::cuda {

/// Which plain build is meant.
struct PlainBuild {
    std::string_view kernel;  ///< its id
    ElementType type = ElementType::f32;
    Op op = Op::add;
    Padding padding = Padding::none;
    int coarsen = 1;          ///< elements per thread
    bool as_written = false;  ///< shared-memory accesses are volatile: none merged, none dropped
    Scan scan = Scan::inclusive;

    bool operator==(const PlainBuild&) const = default;
};

/// The kernel's function, or nullptr if it was not built: coarsening by 1, 2, 4, 8 and 16 is, and
/// of max, min, last and the exclusive scan f32 without padding. Launch with B threads,
/// padded_length · element bytes of dynamic shared memory, and arguments (T* input, T* output, int
/// n, int section).
const void* find_plain_kernel(const PlainBuild& build);

/// The same of a kernel whose blocks cooperate: coarsening by 1 and 4 without padding, 4 also with
/// every32, of max, min and last 1 without padding as the compiler leaves it. Behind those
/// arguments it takes a GridArrays.
const void* find_plain_grid_kernel(const PlainBuild& build);

}  // namespace stridescope::cuda
