// Asynchronous copies that the machine recorded, as a trace says them.
#pragma once

#include <vector>

#include "app/engine/machine/machine_diagnostics.h"
#include "app/engine/machine/machine_run.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Adds those of the recorded blocks of all launches. Threads that do the same at the same steps
/// are told of together.
void add_copies(TraceData& data, const MachineRun& run, const std::vector<LaunchPlace>& launches);

}  // namespace stridescope
