// What happens in the step, in a sentence or two.
#pragma once

#include <string>

#include "app/session/app_state.h"

namespace stridescope {

/// What the step does; while the banks are seen, what the request does. Empty without a step.
std::string narration_words(const AppState& state);

}  // namespace stridescope
