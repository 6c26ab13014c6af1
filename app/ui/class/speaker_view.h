// What the speaker's own window shows: the page's text and notes, what comes next, and a clock.
#pragma once

#include <memory>
#include <string>

#include "app/ui/kit/rich_text.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

class SpeakerView {
  public:
    /// Fills the window. `clock`: the time of day; `since`: how long it has been open.
    void draw(Ui& ui, const std::string& clock, const std::string& since);

  private:
    void draw_head(Ui& ui, float width, const std::string& clock, const std::string& since);
    void draw_page(Ui& ui, float width);
    static void draw_side(Ui& ui, float width);
    static void draw_foot(Ui& ui, float width);

    TextPictures pictures_;
    const Lesson* seen_ = nullptr;
    int seen_page_ = -1;
};

}  // namespace stridescope
