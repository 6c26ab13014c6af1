// The controls in the heatmap's title bar: its columns, what its cells count, and which run is
// compared with the one that is shown.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Room for all of them, and for the least that is worth drawing, on the spacing grid.
inline constexpr float heatmap_controls_units = 65, least_heatmap_controls_units = 26;

/// Draws as many of them as `room` pixels hold. Returns whether a trace file to compare with is
/// asked for.
bool draw_heatmap_controls(Ui& ui, float room);

}  // namespace stridescope
