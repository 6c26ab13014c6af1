// A GPU as an engine: runs the recording build of the very kernels that the emulator runs, and
// hands back the same trace.
#pragma once

#include <string>

#include "app/engine/engine.h"

namespace stridescope {

/// Why no GPU can be used, as a sentence that says how to mend it; empty if one can. Asks the
/// driver once and remembers.
std::string why_no_gpu();

/// The GPU's name; empty if there is none to use.
std::string gpu_name();

class CudaEngine : public Engine {
  public:
    /// Progress is told, and cancelling possible, between launches of some hundred megabytes of
    /// log each. Throws UsageError if the GPU's limits or the memory forbid the experiment, saying
    /// what to choose instead; RunError if the GPU fails.
    std::shared_ptr<const Trace> run(const Experiment& experiment,
                                     const RunOptions& options) override;
};

}  // namespace stridescope
