// The parts of a trace that are made of what the machine recorded: machine_trace.cpp asks for one
// after another, each of a source of its own.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/engine/engine.h"
#include "app/engine/machine/machine_arrays.h"
#include "app/engine/machine/machine_run.h"
#include "app/engine/machine/machine_steps.h"
#include "app/experiment/text/step_forms.h"
#include "app/machine/rows.h"
#include "app/trace/trace.h"

namespace stridescope {

// What the machine found wrong, as a trace says it.

/// "out-of-bounds", "barrier" …
std::string_view name_of(machine::Diagnostic::Kind kind);

/// Where the steps of a launch stand in the trace.
struct LaunchPlace {
    int first_step = 0;
    const MachineSteps* steps = nullptr;
    std::uint32_t first_interval = 0;
};

/// Adds what was found in all launches, and in main itself.
void add_diagnostics(TraceData& data, const MachineRun& run,
                     const std::vector<LaunchPlace>& launches);

// Races that the machine found, as a trace says them.

/// Adds the races of all launches; `first_interval` [launch]: that of each launch's first interval
/// in the trace. Needs the trace's rows: an access has their step.
void add_races(TraceData& data, const MachineRun& run,
               const std::vector<std::uint32_t>& first_interval,
               const std::vector<int>& first_step);

// What happened between a text's blocks, as a trace tells it.

/// Tells `sites` which arrays blocks share: those in which one of them read what another one wrote,
/// or waited for it, or found what another one had left there in an earlier launch. An array in
/// which each block saw but its own is not one of them. Where nothing was recorded of what happens
/// between blocks, the code alone decides.
void find_shared_arrays(const MachineRun& run, MachineSites& sites);

/// Puts what happened to these arrays into the trace, launch after launch.
void add_grid_events(TraceData& data, const MachineRun& run,
                     const std::vector<LaunchPlace>& launches);

// Asynchronous copies that the machine recorded, as a trace says them.

/// Adds those of the recorded blocks of all launches. Threads that do the same at the same steps
/// are told of together.
void add_copies(TraceData& data, const MachineRun& run, const std::vector<LaunchPlace>& launches);

// What a watched thread's variables were at each step of a launch.

/// Puts them into the launch's steps, from `first_step` on.
void read_locals(const machine::LaunchRecord& launch, const MachineSteps& steps,
                 std::uint32_t first_step, ThreadLocals& locals);

// What a text's closed forms say of the steps of its run.

/// [step]; empty where they say nothing of any. Throws FaultError where a formula comes to no
/// count.
std::vector<ExpectedCounts> expected_counts(const TraceData& run,
                                            const std::vector<StepForm>& forms);

// What steps are called that no comment names: by what they do.

/// Names the steps of all launches. Rows, sites and arrays must be there.
void name_steps(TraceData& data, const std::vector<LaunchPlace>& launches);

}  // namespace stridescope
