// The catalogue's kernels as the emulator runs them: one function per kernel and element type.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "app/engine/cpu/block_run.h"
#include "app/engine/cpu/block_scheduler.h"
#include "app/experiment/typed_array.h"

namespace stridescope {

/// Starts the threads of block `run.block()`; `memory` is its shared array (run.launch().words
/// elements).
using StartBlock = std::unique_ptr<BlockThreads> (*)(BlockRun& run, std::byte* memory,
                                                     TypedArray& input, TypedArray& output);

/// The function for a kernel of the catalogue whose threads own `coarsen` elements each, nullptr
/// for an unknown id.
StartBlock find_cpu_kernel(std::string_view id, ElementType type, int coarsen);
/// The same among those that are broken on purpose alone.
StartBlock find_broken_cpu_kernel(std::string_view id, ElementType type, int coarsen);

}  // namespace stridescope
