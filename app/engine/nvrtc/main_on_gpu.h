// A text's main: it runs on the machine, and what it launches on the GPU.
#pragma once

#include <cstddef>
#include <functional>

#include "app/engine/machine/launched_by_main.h"
#include "app/engine/machine/machine_run.h"
#include "app/engine/nvrtc/gpu_text.h"

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
