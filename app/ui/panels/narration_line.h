// The sentences that say what happens in the step (session/run_text.h), below the timeline.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Puts them where other programs can fetch them.
void copy_narration(const AppState& state);

/// Height it wants, in pixels.
float narration_height(const Ui& ui);
/// Draws into the current window, over its whole width.
void draw_narration(Ui& ui);

}  // namespace stridescope
