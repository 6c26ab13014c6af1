// The table of keys (F1). What they do is in ui/window/shortcuts.cpp.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope {

class KeysHelp {
  public:
    /// Draws into the current popup.
    void draw(Ui& ui);

  private:
    float height_ = 400;  ///< of the list, as it was last
};

}  // namespace stridescope
