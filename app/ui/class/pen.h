// What a presenter draws over the window, and the dot that points.
#pragma once

#include <vector>

#include "app/ui/kit/ui.h"

namespace stridescope {

class PenLayer {
  public:
    /// Above all that was drawn: the strokes; and while the pen is in hand, what it draws now.
    void draw(Ui& ui);

  private:
    std::vector<std::vector<ImVec2>> strokes_;  ///< in shares of the window's size
    int wiped_ = 0;                             ///< see PresenterState
};

}  // namespace stridescope
