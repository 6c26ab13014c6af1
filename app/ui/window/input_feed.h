// Feeds queued events to ImGui, spread over frames so that it sees every one.
#pragma once

#include <vector>

#include "app/platform/window.h"
#include "app/ui/kit/hand.h"

namespace stridescope {

/// Decides which events one frame can take in. ImGui looks at the keys' and buttons' state once a
/// frame: a press and its release, a click here and a click there, or a shortcut and
/// the letters after it must not fall into one.
class FrameIntake {
  public:
    /// Whether the event may still be told in this frame; if so, it counts as told.
    bool takes(const InputEvent& event);
    /// Whether a button or the wheel was told: what keys after it mean is known only when the
    /// frame has been drawn.
    bool pointed() const { return wheel_ || !buttons_.empty(); }

  private:
    std::vector<int> keys_, buttons_;
    bool letters_ = false, other_key_ = false, wheel_ = false, moved_ = false;
};

/// Keeps what ImGui has been told so far.
class InputFeed {
  public:
    /// ImGui's context must be there.
    explicit InputFeed(Window& window);
    InputFeed(const InputFeed&) = delete;
    InputFeed& operator=(const InputFeed&) = delete;

    void tell(const InputEvent& event);
    /// To be called between the backend's new frame and ImGui's: the pointer and the buttons as
    /// they were when the last event told happened, not as they are by now.
    void settle();
    /// What fingers did since the last call, beyond a mouse's press and move.
    Hand take_hand();

  private:
    void tell_pace(const InputEvent& press);

    Window& window_;
    double x_ = -1, y_ = -1;
    bool pointer_known_ = false;
    bool down_[5] = {};
    double pressed_at_[5] = {};  ///< when each button was, last
    Hand hand_;
};

}  // namespace stridescope
