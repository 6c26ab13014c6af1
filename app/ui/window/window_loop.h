// The window from its opening to its closing.
#pragma once

#include <memory>

#include "app/ui/window/window_options.h"

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

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace stridescope
