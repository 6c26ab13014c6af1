// What is being done off the UI's thread, at the right end of the menu bar.
#pragma once

#include "app/ui/dialogs/dialogs.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// Draws what is under way, with how far it is and a button that stops it; else how many messages
/// there are.
void draw_activity(Ui& ui, Dialogs& dialogs);

}  // namespace stridescope
