// The CPU emulator as an engine: independent blocks on all cores, one trace.
#pragma once

#include "app/engine/engine.h"

namespace stridescope {

class CpuEngine : public Engine {
  public:
    std::shared_ptr<const Trace> run(const Experiment& experiment,
                                     const RunOptions& options) override;
};

}  // namespace stridescope
