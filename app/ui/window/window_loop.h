// The window from its opening to its closing.
#pragma once

#include <memory>
#include <string>

#include "app/session/saved_state.h"
#include "app/ui/window/accessible.h"
#include "app/ui/window/start_up.h"

namespace stridescope {

class WindowLoop {
  public:
    /// Opens the window. Throws RunError and UsageError.
    explicit WindowLoop(const WindowOptions& options);
    ~WindowLoop();
    WindowLoop(const WindowLoop&) = delete;
    WindowLoop& operator=(const WindowLoop&) = delete;

    /// Takes what keyboard and mouse did, draws what has changed, and sleeps until there is more.
    /// False: the window is to be closed.
    bool turn();

    /// What the last frame shows, as text.
    const AccessibleWindow& accessible() const;
    /// Keys go to this control, as if they had walked there; and press it.
    void walk_to(const std::string& control);
    void press(const std::string& control);
    /// Keys leave the controls again.
    void leave_controls();
    /// Where one is now.
    KeptPlace place() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Draws the window's frame without one and writes it. Throws RunError and UsageError.
void write_screenshot(const WindowOptions& options);

}  // namespace stridescope
