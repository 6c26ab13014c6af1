// What happens in the step, in a sentence or two.
#pragma once

#include <string>

#include "app/session/app_state.h"

namespace stridescope {

/// Of the step; while the banks are seen, of the request they show. Empty without a step.
std::string narration_words(const AppState& state);

}  // namespace stridescope
