// The status line: where and what was recorded, whether the result is right, what padding did.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

float status_height(const Ui& ui);
void draw_status(Ui& ui);

}  // namespace stridescope
