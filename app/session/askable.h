// Which questions about the next step the pictures that are seen would answer: nobody is asked what
// is not to be seen.
#pragma once

#include <vector>

#include "app/lesson/predict.h"
#include "app/session/app_state.h"

namespace stridescope {

std::vector<Asked> askable(const AppState& state);

}  // namespace stridescope
