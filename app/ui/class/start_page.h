// Where one begins: the lessons, one's own kernel, what was open lately, and presets.
#pragma once

#include "app/ui/class/start_pictures.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// What the start page asks for besides commands.
struct StartActions {
    bool open = false;   ///< a file is to be chosen
    bool paste = false;  ///< the clipboard's text becomes a kernel
};

/// Draws it into the current area, and the pictures as far as they were made.
StartActions draw_start_page(Ui& ui, StartPictures& pictures);

}  // namespace stridescope
