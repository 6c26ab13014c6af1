// What the command line asks of the window, and what of that is told to a controller before the
// first frame.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/experiment/experiment.h"
#include "app/session/app_state.h"
#include "app/session/saved_state.h"

namespace stridescope {

class Controller;

/// What the command line asked for.
struct WindowOptions {
    Experiment experiment;
    bool block_chosen = false;          ///< numbers that are typed leave the block's size as it is
    std::optional<std::string> link{};  ///< an address: shown as it says
    std::optional<KeptPlace> place{};   ///< where somebody was: shown in its stead
    bool embedded = false;              ///< in another page: no menus
    bool still = false;                 ///< nothing moves between two steps
    std::optional<std::filesystem::path> set{};       ///< offer what is in it (.txtar)
    std::optional<std::filesystem::path> ladder{};    ///< open this in the pictures' place
    std::optional<std::filesystem::path> trace;       ///< open this instead of recording
    std::optional<std::filesystem::path> lesson;      ///< open this beside the pictures
    std::optional<std::filesystem::path> exercise{};  ///< open this to be solved
    std::optional<int> page;                          ///< of the lesson, from 1
    bool predict = false;                             ///< asks before each step
    bool present = false;                             ///< one picture in large type
    bool welcome = false;                             ///< opens on the start page
    bool nothing_asked = false;  ///< so does this, where no text was open the last time
    std::optional<int> step;     ///< where the cursor starts
    std::optional<std::filesystem::path> screenshot;  ///< draw one frame to this PNG, and end
    int width = 0, height = 0;  ///< 0: as the last time, or as suits the screen
    // Absent: as it was left the last time. A screenshot remembers nothing.
    std::optional<Theme> theme;
    std::optional<HeatmapAxis> heatmap_axis;
    std::optional<float> text_scale;
    bool compare = false;
    /// The run that stands beside: a trace file, or flags that say how it differs from this one.
    std::optional<std::string> beside{};
    std::optional<StepLock> lock{};
    std::optional<View> show{};  ///< seen alone
    std::optional<std::filesystem::path> test_hooks;
    std::optional<std::filesystem::path> frame_times{};  ///< a line for each frame goes here
};

/// A controller that records or opens what was asked for, with everything else as it was left or as
/// the options say. `wake` is the controller's. Throws UsageError for what cannot be.
std::unique_ptr<Controller> make_controller(const WindowOptions& options, const SavedState& saved,
                                            std::function<void()> wake);

/// Waits for the first picture, on the step that was asked for. Throws UsageError, one sentence,
/// where there is none.
void wait_for_first_picture(Controller& controller, const WindowOptions& options);

}  // namespace stridescope
