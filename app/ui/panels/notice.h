// What the last key has switched, beside the menus: there it covers nothing.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Draws it in the menu bar, from the last menu on; nothing where there is none (AppState::notice).
void draw_notice(Ui& ui);

}  // namespace stridescope
