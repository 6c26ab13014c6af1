// Which fonts this machine has. None is shipped with the program.
#pragma once

#include "app/canvas/font_set.h"

namespace stridescope {

/// Inter or Noto Sans with a fixed-pitch partner, else whatever fontconfig thinks is close. Any of
/// them may be empty where there is nothing.
FontSet find_fonts();

}  // namespace stridescope
