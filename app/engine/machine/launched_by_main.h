// What a text's main launches, put as a card would: found by running it on the machine.
#pragma once

#include <cstddef>
#include <vector>

#include "app/experiment/text/text_run.h"
#include "app/machine/machine.h"

namespace stridescope {

struct LaunchedByMain {
    /// With its launches, and as arrays the bytes of what main has allocated, all 0. Without a
    /// kernel if it launches none.
    TextRun run{};
    std::vector<std::size_t> allocations{};  ///< [array]: which of the machine's
};

/// Runs the main on the machine, unrecorded. Throws UsageError where a kernel is given what only
/// the machine can give it.
LaunchedByMain launched_by_main(const TextRun& text);

/// A launch by main, its pointers as arrays: `memory[allocations[k]]` is array k. Throws UsageError
/// if a pointer leads elsewhere.
TextLaunch text_launch(language::Function& kernel, const language::Launch& launch,
                       machine::GlobalMemory& memory, const std::vector<std::size_t>& allocations);

}  // namespace stridescope
