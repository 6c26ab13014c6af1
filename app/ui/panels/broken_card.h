// Above the pictures while a kernel is chosen that is broken on purpose: what one sees, why, how to
// mend it, where people met it, and what the program found wrong in the run that is shown. Once
// fixed, a line that leads back.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Pixels that the card needs where it is `width` wide; folded, where it would take more than
/// `most`. 0 where there is nothing to say.
float broken_card_height(const Ui& ui, float width, float most);

/// Draws it into the child area that is current, which is as high as that.
void draw_broken_card(Ui& ui, float most);

}  // namespace stridescope
