// So that a time is the GPU's alone.
#pragma once

#include <memory>

#include "app/engine/nvrtc/driver.h"

namespace stridescope::nvrtc {

/// Keeps the GPU busy for a moment: what is started behind it has been handed over whole by then,
/// so that what is measured is the GPU's time, and not how fast the host hands over.
class Hold {
  public:
    Hold();
    void start() const;

  private:
    std::unique_ptr<Module> module_;
    KernelLaunch launch_;
};

}  // namespace stridescope::nvrtc
