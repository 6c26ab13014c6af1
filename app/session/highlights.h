// What is lit in all pictures now, and why; and the request whose wavefronts two runs side by side
// go through together.
#pragma once

#include <optional>

#include "app/analysis/banks.h"
#include "app/session/app_state.h"

namespace stridescope {

/// What is chosen; else, while one wavefront of a request is shown alone, that one, and under the
/// spotlight the worst conflict of the step. A line or a request that is chosen gives way to the
/// wavefront, which is less. Nothing of the pointer.
Selection lit_of(const AppState& state);
/// The same in the pictures of the other one of two runs, at its own step.
Selection lit_of_other(const AppState& state);

/// How many wavefronts the replay of the request that the banks show goes through; of two runs side
/// by side as many as the longer one takes. 0: the step has no request.
int replay_length(const AppState& state);

/// The other run's request that is the same as `choice` while the slider is on `step`; nothing
/// where there is no other run, it is of another text, or has no such request there.
std::optional<Request> request_beside(const AppState& state, int step, const RequestChoice& choice);

}  // namespace stridescope
