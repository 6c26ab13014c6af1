// The exercise that is solved: what is to be written, verdict by verdict, hints, the solution.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

void draw_exercise_panel(Ui& ui);

}  // namespace stridescope
