// Blocks that have nothing to do with each other, on several cores.
#pragma once

#include "app/machine/loaded_program.h"
#include "app/machine/machine.h"

namespace stridescope::machine {

/// Runs all blocks on settings.workers threads, if the result is the same as if they ran one after
/// the other. False: it would not be, or may not; memory and record are as they were.
bool run_parallel(const LoadedProgram& loaded, GlobalMemory& memory, const Settings& settings,
                  LaunchRecord& record);

}  // namespace stridescope::machine
