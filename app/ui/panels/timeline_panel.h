// The timeline: the buttons, the step's number, the speed, the block, and the slider over steps.
#pragma once

#include <set>
#include <string>

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Height it wants, in pixels.
float timeline_height(const Ui& ui);

class TimelinePanel {
  public:
    /// Draws into the current window, over its whole width. The steps of `lit` are framed.
    void draw(Ui& ui, const std::set<int>& lit);
    /// The next draw() puts the keyboard into the field for a step's number.
    void ask_step() { focus_ = true; }

  private:
    void draw_step_field(Ui& ui);
    void draw_words(Ui& ui, float right);

    std::string typed_;  ///< in the field, while it is typed into
    bool focus_ = false, typing_ = false;
};

/// The slider alone: a slot a step, raised by the worst conflict, the phases' names below. The
/// steps of `lit` are framed: what is chosen has a part in them.
void draw_timeline_slider(Ui& ui, const std::set<int>& lit);
/// Height of the slider, in pixels.
float timeline_slider_height(const Ui& ui);

}  // namespace stridescope
