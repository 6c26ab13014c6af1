// Blocks that have nothing to do with each other, on several cores; and how many are recorded.
#pragma once

#include <span>

#include "app/machine/loaded_program.h"
#include "app/machine/machine.h"

namespace stridescope::machine {

/// Runs all blocks on settings.workers threads, if the result is the same as if they ran one after
/// the other. False: it would not be, or may not; memory and record are as they were.
bool run_parallel(const LoadedProgram& loaded, GlobalMemory& memory, const Settings& settings,
                  LaunchRecord& record);

/// Bytes that the rows take.
std::uint64_t bytes_of(std::span<const Segment> segments);
std::uint64_t bytes_of(const BlockRecord& block);
/// How many blocks are to be recorded, if all are as the first one, which is if any is.
std::uint64_t blocks_to_record(const Settings& settings, std::span<const BlockRecord> first);

}  // namespace stridescope::machine
