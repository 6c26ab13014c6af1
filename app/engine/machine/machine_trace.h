// From what the machine recorded to a trace.
#pragma once

#include <memory>

#include "app/engine/machine/machine_run.h"
#include "app/experiment/experiment.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The trace of the run. Throws FaultError for a closed form that comes to no count, and
/// UsageError, with what to choose instead, where it would not fit into half of this machine's
/// memory, or shared memory has more cells than a trace can number.
std::shared_ptr<const Trace> trace_of(const Experiment& experiment, MachineRun run);

}  // namespace stridescope
