// What happens in the step, in a sentence or two below the timeline.
#pragma once

#include <string>

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Of the step; while the banks are seen, of the request they show. Empty without a step.
std::string narration_words(const AppState& state);

/// Puts them where other programs can fetch them.
void copy_narration(const AppState& state);

/// Height it wants, in pixels.
float narration_height(const Ui& ui);
/// Draws into the current window, over its whole width.
void draw_narration(Ui& ui);

}  // namespace stridescope
