// What the command line asked for, told to a controller before the first frame.
#pragma once

#include <functional>
#include <memory>

#include "app/session/controller.h"
#include "app/ui/window/window_options.h"

namespace stridescope {

/// A controller that records or opens what was asked for, with everything else as it was left or as
/// the options say. `wake` is the controller's. Throws UsageError for what cannot be.
std::unique_ptr<Controller> make_controller(const WindowOptions& options, const SavedState& saved,
                                            std::function<void()> wake);

/// Waits for the first picture, on the step that was asked for. Throws UsageError, one sentence,
/// where there is none.
void wait_for_first_picture(Controller& controller, const WindowOptions& options);

}  // namespace stridescope
