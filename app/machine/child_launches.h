// What the threads of a kernel launch: it runs when the kernel has ended.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "app/language/program.h"
#include "app/machine/memory.h"
#include "app/machine/rows.h"

namespace stridescope::machine {

/// The launch that a call asks for, by the values of its operands.
language::Launch launch_of(const language::Call& call, const std::vector<std::uint64_t>& values,
                           const GlobalMemory& memory);

/// Something that should have run did not, and is told. What it would have written is no further
/// finding.
void forget_what_is_unwritten(GlobalMemory& memory);

struct ChildRuns {
    std::vector<LaunchRecord>& launches;
    GlobalMemory& memory;
    /// Carries one out. What it throws as LaunchError is told of its parent.
    std::function<LaunchRecord(const language::Call&, const std::vector<std::uint64_t>& values)>
        run;
    /// The last of `launches` is one that has run: whether others may follow.
    std::function<bool(const language::Call&)> ran;
};

/// Runs what the last of the launches has launched, each with all that it launches itself before
/// the next: as streams of CUDA may have it, and before the host can know of it. Returns whether
/// others may follow.
bool run_children(const ChildRuns& runs);

}  // namespace stridescope::machine
