// One after another: who measures on a GPU measures what others do on it, too.
#pragma once

#include "app/engine/engine.h"
#include "app/io/turn.h"

namespace stridescope::nvrtc {

/// Waits until no other process of this user measures on the GPU. Throws Cancelled where that is
/// asked for meanwhile.
Turn gpu_turn(const RunOptions& options);

}  // namespace stridescope::nvrtc
