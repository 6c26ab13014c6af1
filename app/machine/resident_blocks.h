// A launch whose blocks have to do with each other: several of them are resident on multiprocessors
// at the same time, the others start when there is room. One host thread runs them in turns, so
// that the run is the same every time.
#pragma once

#include <cstdint>
#include <vector>

#include "app/machine/machine.h"

namespace stridescope::machine {

/// The order in which blocks are given places: a GPU promises none.
std::vector<std::uint32_t> start_order(WarpOrder order, std::uint64_t seed, std::uint32_t blocks);

/// So many of such blocks a large GPU has room for: an H100's 132 multiprocessors, by what they
/// have of threads and of shared memory, registers aside.
std::uint32_t resident_at_most(std::uint64_t threads, std::uint64_t shared_bytes);

/// Runs the launch so. False: its blocks have nothing to do with each other, and none has run.
bool run_together(const LoadedProgram& loaded, GlobalMemory& memory, const Settings& settings,
                  LaunchRecord& record);

}  // namespace stridescope::machine
