// For those who work on the program: frame times, what was drawn, the state in numbers, and Dear
// ImGui's own metrics.
#pragma once

#include <array>
#include <cstddef>

#include "app/ui/kit/ui.h"

namespace stridescope {

class DeveloperPanel {
  public:
    void toggle() { shown_ = !shown_; }
    void toggle_metrics() { metrics_shown_ = !metrics_shown_; }
    bool shown() const { return shown_; }
    bool metrics_shown() const { return metrics_shown_; }

    /// A frame took so long from its input to its last command, waiting not counted.
    void note_frame(double seconds);
    /// Draws what is shown of it, as windows that can be moved about.
    void draw(Ui& ui);

  private:
    void draw_times(Ui& ui);
    void draw_counts(Ui& ui);
    void draw_state(Ui& ui);

    static constexpr std::size_t most_frames = 180;
    std::array<float, most_frames> milliseconds_{};
    std::size_t frames_ = 0;  ///< noted so far
    bool shown_ = false, metrics_shown_ = false;
};

}  // namespace stridescope
