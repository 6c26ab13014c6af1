// Draws the tour of the window, and the spotlight on the step's conflict.
#pragma once

#include <vector>

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Draws the stop that is in front, if the tour is on; last of all, since it needs the widgets'
/// places.
class Tour {
  public:
    void draw(Ui& ui);

  private:
    ImVec2 size_{0, 0};  ///< of the card, as it was drawn last
};

/// With the spotlight on, dims all above `bottom` but the picture of the step's worst request and,
/// in the other pictures, the boxes of its conflict.
void draw_spotlight(Ui& ui, float bottom, const std::vector<Box>& conflict);

}  // namespace stridescope
