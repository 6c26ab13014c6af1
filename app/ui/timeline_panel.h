// The timeline: the slider over steps, the buttons, the speed, the block.
#pragma once

#include "app/ui/ui.h"

namespace stridescope {

/// Height it wants, in pixels.
float timeline_height(const Ui& ui);

/// Draws into the current window, over its whole width.
void draw_timeline(Ui& ui);

/// The colour of a phase on the timeline: load and store grey, the others in order of appearance.
Rgba phase_color(const Palette& palette, const Trace& trace, const std::string& phase);

}  // namespace stridescope
