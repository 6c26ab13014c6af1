// What stands in a view's title bar besides its title and the choice among those that take turns.
#pragma once

#include <memory>

#include "app/scene/views/views.h"
#include "app/ui/kit/ui.h"
#include "app/ui/panes/canvas_pane.h"

namespace stridescope {

class ViewControls {
  public:
    ViewControls() = default;
    ViewControls(const ViewControls&) = delete;
    ViewControls& operator=(const ViewControls&) = delete;
    virtual ~ViewControls() = default;

    /// Room for all of them, and for the least that is worth drawing, on the spacing grid.
    virtual float units() const = 0;
    virtual float least_units() const { return units(); }
    /// Draws as many of them as `room` pixels hold. `pane` shows the view's picture.
    virtual void draw(Ui& ui, CanvasPane& pane, float room) = 0;
};

/// The view's controls; null where it has none. `trace_wanted` is set where somebody asks to open a
/// trace to compare with.
std::unique_ptr<ViewControls> make_controls(View view, bool& trace_wanted);

}  // namespace stridescope
