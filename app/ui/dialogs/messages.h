// What is told to the user: in front until it is read, and in the list of messages after that.
#pragma once

#include <ctime>
#include <string>

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Hours and minutes on the wall: "14:05".
std::string clock_time(std::time_t when);

/// Draws the unread messages, the newest undermost, with their lower right corner at `corner`.
void draw_unread_messages(Ui& ui, ImVec2 corner);

/// One message on lines of its own in the current window, over its whole width.
void draw_message_line(Ui& ui, const Message& message);

}  // namespace stridescope
