// What happened between a text's blocks, as a trace tells it.
#pragma once

#include <vector>

#include "app/engine/machine/machine_arrays.h"
#include "app/engine/machine/machine_diagnostics.h"
#include "app/engine/machine/machine_run.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Tells `sites` which arrays blocks share: those in which one of them read what another one wrote,
/// or waited for it, or found what another one had left there in an earlier launch. An array in
/// which each block saw but its own is not one of them. Where nothing was recorded of what happens
/// between blocks, the code alone decides.
void find_shared_arrays(const MachineRun& run, MachineSites& sites);

/// Puts what happened to these arrays into the trace, launch after launch.
void add_grid_events(TraceData& data, const MachineRun& run,
                     const std::vector<LaunchPlace>& launches);

}  // namespace stridescope
