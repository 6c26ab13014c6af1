// Above the pictures while one is asked before each step: the question, and the score.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Pixels that it needs in that width; 0 where nothing is asked. The same with and without a
/// question, so that the pictures stay where they are.
float predict_height(const Ui& ui, float width);

/// Draws it into the child area that is current, which is as high as that.
void draw_predict(Ui& ui);

}  // namespace stridescope
