// What is told to the user: in front until it is read, and in the list of messages after that.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

/// What the bar of the messages that nobody has read takes at the window's foot: it has a place of
/// its own, so that it covers nothing. 0: there are none.
float messages_height(const Ui& ui, float width);
/// Draws them over the current child window, the newest undermost.
void draw_unread_messages(Ui& ui);

/// The list of all messages, the newest first, in the current popup; they are read then.
void draw_all_messages(Ui& ui);

}  // namespace stridescope
