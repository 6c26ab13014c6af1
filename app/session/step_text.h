// What is said of a step.
#pragma once

#include <string>

#include "app/session/app_state.h"

namespace stridescope {

/// "step 3 of 6: scan, stride 2".
std::string step_sentence(const Trace& trace, int step);

/// What the step did, counted over the recorded blocks: "14 adds by 14 threads · 4 requests, no
/// conflict". Where the count differs from the closed form, it says so. Without what it costs in
/// banks unless `banks`.
std::string step_facts(const Recording& recording, int step, bool banks = true);

}  // namespace stridescope
