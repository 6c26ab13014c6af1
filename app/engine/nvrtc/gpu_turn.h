// One after another: who measures on a GPU measures what others do on it, too.
#pragma once

#include "app/engine/engine.h"

namespace stridescope::nvrtc {

/// As long as it is there, no other process of this user has one. Where files cannot be locked it
/// keeps nobody off.
class GpuTurn {
  public:
    /// Waits for the turn. Throws Cancelled where that is asked for meanwhile.
    explicit GpuTurn(const RunOptions& options);
    GpuTurn(const GpuTurn&) = delete;
    GpuTurn& operator=(const GpuTurn&) = delete;
    ~GpuTurn();

  private:
    int file_ = -1;
};

}  // namespace stridescope::nvrtc
