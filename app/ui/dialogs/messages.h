// What is told to the user: in front until it is read, and in the list of messages after that.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Draws the unread messages, the newest undermost, with their lower right corner at `corner`.
void draw_unread_messages(Ui& ui, ImVec2 corner);

/// The list of all messages, the newest first, in the current popup; they are read then.
void draw_all_messages(Ui& ui);

}  // namespace stridescope
