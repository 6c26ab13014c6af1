// What the machine found wrong, as a trace says it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/engine/machine/machine_steps.h"
#include "app/trace/trace.h"

namespace stridescope {

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

}  // namespace stridescope
