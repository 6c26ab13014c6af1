// What the window looks at now, as others are told it.
#pragma once

#include "app/look/look.h"
#include "app/session/app_state.h"

namespace stridescope {

/// With where the cursors are: as a file of the view would show it. There must be a run.
Look look_of(const AppState& state, View view);

/// As a link tells it, and as it is remembered: without what a question or a lesson hides for a
/// while.
Look look_to_keep(const AppState& state);

}  // namespace stridescope
