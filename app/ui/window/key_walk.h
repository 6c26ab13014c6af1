// The controls by keys alone: a frame walks from one to the next, and presses what it stands on as
// a click would. Where the controls are is what was drawn last.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/ui/kit/widget_map.h"

namespace stridescope {

enum class WalkWay { left, right, up, down };

/// The control that one comes to from `from`: the nearest one that way, where what lies in line
/// counts for nearer than what lies aside. Nothing where there is none. What an area has scrolled
/// away comes before other areas for a walk up or down within it (`area`), and is passed over else.
std::optional<std::string> control_beyond(const WidgetMap& widgets, const Box& from, WalkWay way,
                                          std::string_view area = {});

/// The first control of the next area (`by` 1) or the one before (−1), round and round. An area is
/// what a name has before its first point; areas and controls are in reading order. `from`: a
/// control's name; of one that is not there any more, and of none, the first area. Empty where
/// there are no controls.
std::string control_of_next_area(const WidgetMap& widgets, const std::string& from, int by);

/// Where the frame stands.
class KeyWalk {
  public:
    bool on() const { return on_; }
    /// From this control on, or, where there is none such, from the first area's.
    void begin(const WidgetMap& widgets, const std::string& control = {});
    void end() { on_ = false; }
    void move(const WidgetMap& widgets, WalkWay way);
    void next_area(const WidgetMap& widgets, int by);
    const std::string& at() const { return at_; }
    /// The control that has to be scrolled to; empty: the frame stands on what is in sight.
    const std::string& awaited() const { return awaited_; }
    /// After a frame was drawn. Returns whether what was scrolled to has come into sight.
    bool arrive(const WidgetMap& widgets);
    /// The middle of the control, where a click would press it; of one that has gone, where it was.
    Point point(const WidgetMap& widgets);

  private:
    void go(const WidgetMap& widgets, const std::string& control);
    const Box& box(const WidgetMap& widgets);

    bool on_ = false;
    std::string at_, awaited_;
    int patience_ = 0;  ///< so many frames more
    Box last_{};        ///< where it was
};

}  // namespace stridescope
