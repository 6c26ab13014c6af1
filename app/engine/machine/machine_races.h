// Races that the machine found, as a trace says them.
#pragma once

#include <cstdint>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Adds the races of all launches; `first_interval` [launch]: that of each launch's first interval
/// in the trace. Needs the trace's rows: an access has their step.
void add_races(TraceData& data, const MachineRun& run,
               const std::vector<std::uint32_t>& first_interval,
               const std::vector<int>& first_step);

}  // namespace stridescope
