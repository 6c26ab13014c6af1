// What happened between the blocks of a launch on the GPU, by its own clock.
#pragma once

#include <cstdint>
#include <span>

#include "app/engine/nvrtc/thread_logs.h"
#include "app/machine/grid_record.h"

namespace stridescope::nvrtc {

/// Adds to what the machine told of accesses, while it followed the launch, when each block ran,
/// where, and when it passed which barrier; all by time.
void add_times(machine::GridRecord& record, std::span<const BlockSpan> spans,
               std::span<const PassedBarrier> barriers);

}  // namespace stridescope::nvrtc
