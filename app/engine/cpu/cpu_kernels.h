// The catalogue's kernels as the emulator runs them: one function per kernel and element type.
#pragma once

#include <cstddef>
#include <string_view>

#include "app/engine/cpu/block_run.h"
#include "app/experiment/typed_array.h"

namespace stridescope {

/// Runs block `run.block()`; `memory` is its shared array (run.launch().words elements).
using RunBlock = void (*)(BlockRun& run, std::byte* memory, TypedArray& input, TypedArray& output);

/// The function for a kernel of the catalogue whose threads own `coarsen` elements each, nullptr
/// for an unknown id.
RunBlock find_cpu_kernel(std::string_view id, ElementType type, int coarsen);
/// The same among those that are broken on purpose alone.
RunBlock find_broken_cpu_kernel(std::string_view id, ElementType type, int coarsen);

}  // namespace stridescope
