// What a key has switched, in a sentence that names the key which undoes it: a key that is hit by
// mistake changes nothing unnoticed.
#pragma once

#include <string>

#include "app/session/app_state.h"
#include "app/session/commands.h"

namespace stridescope {

/// What is said of a command that was just carried out, as `state` stands now; empty for one that
/// switches nothing, or whose effect is all that there is to see anyway.
std::string notice_of(const Command& command, const AppState& state);

}  // namespace stridescope
