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

/// What happens in the step, in a sentence or two; while the banks are seen, what the request does.
/// Empty without a step.
std::string narration_words(const AppState& state);

}  // namespace stridescope
