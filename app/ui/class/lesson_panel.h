// The lesson beside the pictures: its text, its questions, and the way through its pages.
#pragma once

#include <vector>

#include "app/ui/kit/ui.h"

namespace stridescope {

class LessonPanel {
  public:
    /// Draws the open lesson into the current child area, over all of it.
    void draw(Ui& ui);

  private:
    void draw_head(Ui& ui, float width);
    void draw_page(Ui& ui, float height);
    void draw_foot(Ui& ui, float width);

    const Lesson* seen_ = nullptr;  ///< the page that was drawn last: another begins at its top
    int seen_page_ = -1;
    std::vector<bool> seen_answered_{};  ///< which of its questions were
};

}  // namespace stridescope
