// What is lit in all pictures now, and why.
#pragma once

#include "app/ui/app_state.h"

namespace stridescope {

/// What is chosen; else, while one wavefront of a request is shown alone, that one, and under the
/// spotlight the worst conflict of the step. A line or a request that is chosen gives way to the
/// wavefront, which is less. Nothing of the pointer.
Selection lit_of(const AppState& state);

}  // namespace stridescope
