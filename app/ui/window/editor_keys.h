// What keys and letters mean in the text that is edited.
#pragma once

#include "app/ui/window/shortcuts.h"

namespace stridescope {

/// What a key's press (or repeat), or a letter, means while the text has the keyboard. Not used:
/// what the window keeps for itself, and what nobody has a use for there.
KeyMeaning editor_meaning(const InputEvent& event, const AppState& state);

}  // namespace stridescope
