// Keys that act on the window as a whole, as commands. Plain data in and out.
#pragma once

#include "app/platform/input_event.h"
#include "app/ui/app_state.h"
#include "app/ui/commands.h"

namespace stridescope {

/// What a key asks for besides a command.
enum class Wish { none, fit, open, save, export_heatmap, help };

struct KeyMeaning {
    bool used = false;  ///< the key means something here
    Wish wish = Wish::none;
    Commands commands;
};

/// What the press (or repeat) of a key means; nothing for releases and other keys.
KeyMeaning meaning_of(const InputEvent& event, const AppState& state);

}  // namespace stridescope
