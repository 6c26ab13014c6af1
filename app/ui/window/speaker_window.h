// A second window, that a class does not see: on another screen where there is one. In a browser's
// page there is none.
#pragma once

#include <memory>
#include <vector>

#include "app/canvas/font_set.h"
#include "app/platform/window.h"
#include "app/session/app_state.h"
#include "app/session/commands.h"
#include "app/ui/kit/widget_map.h"

namespace stridescope {

class SpeakerWindow {
  public:
    /// Opens it beside the program's window, whose context is current again afterwards. Throws
    /// RunError.
    SpeakerWindow(Window& main, const FontSet& fonts);
    ~SpeakerWindow();
    SpeakerWindow(const SpeakerWindow&) = delete;
    SpeakerWindow& operator=(const SpeakerWindow&) = delete;

    /// Whether somebody asked to close it.
    bool closed();
    /// Keys that were pressed there: they mean what they mean in the program's window.
    std::vector<InputEvent> take_keys();
    /// Whether there is something to draw: `changed`, the state is another; or a second has gone.
    bool wants_frame(bool changed);
    /// Seconds until the clock goes on.
    double due_in() const;
    void draw(const AppState& state, Commands& commands);
    const WidgetMap& widgets() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace stridescope
