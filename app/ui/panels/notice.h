// What the last key has switched, over the foot of the pictures.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Draws it in the middle above `bottom`; nothing where there is none (AppState::notice).
void draw_notice(Ui& ui, float bottom);

}  // namespace stridescope
