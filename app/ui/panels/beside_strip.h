// The strip below two runs side by side: how they are locked, and what each of them cost.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Its height in pixels; 0 while no run stands beside the shown one.
float beside_height(const Ui& ui);
void draw_beside(Ui& ui);

}  // namespace stridescope
