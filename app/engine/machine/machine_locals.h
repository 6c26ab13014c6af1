// What a watched thread's variables were at each step of a launch.
#pragma once

#include <cstdint>

#include "app/engine/engine.h"
#include "app/engine/machine/machine_steps.h"
#include "app/machine/rows.h"

namespace stridescope {

/// Puts them into the launch's steps, from `first_step` on.
void read_locals(const machine::LaunchRecord& launch, const MachineSteps& steps,
                 std::uint32_t first_step, ThreadLocals& locals);

}  // namespace stridescope
