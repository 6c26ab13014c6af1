// Buttons with a picture or a word. Each notes where it was drawn under its name.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

/// Pictures on buttons, drawn, since few fonts have them.
enum class Icon {
    first,
    back,
    play,
    pause,
    forward,
    last,
    loop,
    fit,
    enlarge,
    restore,
    dice,
    undo,
    redo,
    up,
    down,
    compare,
    close
};

/// A square button with a picture. True when pressed.
bool icon_button(Ui& ui, const std::string& name, Icon icon, std::string_view tip,
                 bool enabled = true, bool lit = false);
/// A button with a word. True when pressed.
bool button(Ui& ui, const std::string& name, std::string_view label, std::string_view tip,
            bool enabled = true, bool lit = false);

/// How wide a button with that word is, in pixels.
float button_width(std::string_view label);

/// Words on a red plate, as high as a row.
void badge(Ui& ui, const std::string& name, std::string_view words);

}  // namespace stridescope::widgets
