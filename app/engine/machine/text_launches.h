// A text's launches and arrays, put into the machine's terms.
#pragma once

#include <cstddef>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/experiment/text/text_run.h"

namespace stridescope {

/// All launches, in order; none of a text that runs its main.
std::vector<TextLaunch> launches_of(const TextRun& text);

/// Arrays that hand values from one of these launches to another, as the machine is to be told.
/// Throws language::FaultError for what cannot be compiled.
std::vector<std::int32_t> handed_on(const TextRun& text, const std::vector<TextLaunch>& launches,
                                    const machine::GlobalMemory& memory, const MachineRun& run);

/// Gives the run's arrays memory, with what they hold at first.
void place_arrays(const TextRun& text, machine::GlobalMemory& memory, MachineRun& run);

/// The launch, with the arrays where `place_arrays` put them.
language::Launch launch_of(const TextLaunch& text, const machine::GlobalMemory& memory,
                           const MachineRun& run);

}  // namespace stridescope
