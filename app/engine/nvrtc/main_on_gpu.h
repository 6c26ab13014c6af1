// A text's main: it runs on the machine, and what it launches on the GPU.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/engine/nvrtc/gpu_text.h"
#include "app/experiment/text/text_run.h"
#include "app/machine/machine.h"

namespace stridescope {

// What a text's main launches, put as a card would: found by running it on the machine.

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

namespace stridescope::nvrtc {

/// The GPU works on what main has put into its arrays, and main goes on with what the GPU has left
/// there.
class MainOnGpu {
  public:
    explicit MainOnGpu(const TextRun& text);

    /// Its launches as a card would name them.
    const TextRun& launched() const { return launched_.run; }
    /// Where the machine has the GPU's arrays.
    const MachineRun& places() const { return places_; }

    /// Does what main's k-th launch is to do, `gpu` being ready to start it.
    using CarryOut =
        std::function<machine::LaunchRecord(std::size_t k, const language::Launch& launch)>;
    /// Runs main, whose memory this will be. Throws RunError if it launches other kernels than the
    /// machine has seen it launch.
    machine::HostRecord run(GpuText& gpu, machine::GlobalMemory& memory,
                            const CarryOut& carry_out) const;

  private:
    LaunchedByMain launched_;
    MachineRun places_{};
};

}  // namespace stridescope::nvrtc
