// Fingers on the glass, as what they mean: a tap is a press, a drag is the mouse's where something
// can be dragged and scrolls elsewhere, a long press hovers, and two fingers pan and zoom.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/platform/window.h"
#include "app/ui/kit/hand.h"

namespace stridescope {

/// Knows neither ImGui nor a window. What a drag means depends on what lies where it begins, and
/// that is known when a frame has been drawn with the pointer there: until then it waits.
class Fingers {
  public:
    /// Where the finger meant to go down that went down there: small things are hit from beside
    /// them, by a tap (`Drag::nothing`) those that are pressed, by a drag those that are dragged.
    using Aim = std::function<Point(Point, Drag)>;

    /// Takes a touch, and puts into `made` what it comes to. False: only after the next frame,
    /// which has to be told to seen().
    bool take(const InputEvent& touch, const Aim& aim, std::vector<InputEvent>& made);
    /// What a drag does where the pointer is, in the frame just drawn.
    void seen(Drag under);
    /// So long after the call before: where a finger has rested long enough, what that comes to is
    /// put into `made`.
    void pass_time(double seconds, std::vector<InputEvent>& made);
    /// After so long it will have; nothing: no finger rests.
    std::optional<double> due_in() const;

    /// The last to point was a finger; a mouse takes over by mouse().
    bool used() const { return used_; }
    void mouse() { used_ = false; }
    /// One has rested where the pointer is: until the next one comes down.
    bool resting() const { return rests_; }

  private:
    enum class Doing {
        nothing,
        touching,  ///< one is down, and did nothing yet
        asking,    ///< it has gone on, and a frame is to tell what lies there
        answered,  ///< that is known
        dragging,  ///< with the mouse's button down
        scrolling,
        hovering,  ///< it has rested there
        pinching,  ///< two are down
        spent,     ///< until all are lifted
    };
    struct Finger {
        int number = 0;
        Point at{};
    };

    void begin(const InputEvent& touch);
    bool go_on(const InputEvent& touch, const Aim& aim, std::vector<InputEvent>& made);
    void lift(const InputEvent& touch, const Aim& aim, std::vector<InputEvent>& made);
    void move_to(Point at, std::vector<InputEvent>& made) const;
    static void button(int action, const InputEvent& touch, std::vector<InputEvent>& made);
    void pinch(std::vector<InputEvent>& made);
    Finger* find(int number);

    Doing doing_ = Doing::nothing;
    std::vector<Finger> down_;
    Point began_{}, aimed_{}, last_{};  ///< of the first finger
    double rested_ = 0;                 ///< seconds
    bool fresh_ = false;                ///< no time has passed yet
    Drag under_ = Drag::nothing;
    bool used_ = false, rests_ = false;
    bool long_ = false;  ///< the drag began with a long press
    float apart_ = 0;    ///< two fingers
    Point middle_{};
};

}  // namespace stridescope
