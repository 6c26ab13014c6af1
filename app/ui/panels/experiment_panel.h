// The knobs: what to run, on which numbers. Every change is a command at once.
#pragma once

#include "app/ui/kit/ui.h"
#include "app/ui/panels/text_fields.h"

namespace stridescope {

class ExperimentPanel {
  public:
    /// Draws into the current window, over its whole width.
    void draw(Ui& ui);

  private:
    static void draw_heading(Ui& ui);
    static void draw_kernel(Ui& ui);
    static void draw_engine(Ui& ui);
    void draw_problem(Ui& ui) const;
    static void draw_command_line(Ui& ui);

    TextFields text_;
};

}  // namespace stridescope
