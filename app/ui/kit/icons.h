// The pictures on the window's buttons, as strokes and triangles.
#pragma once

#include <imgui.h>

#include "app/ui/kit/buttons.h"

namespace stridescope::widgets {

/// Draws the icon centred on `middle`, about `size` pixels high.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float size, ImU32 color);

}  // namespace stridescope::widgets
