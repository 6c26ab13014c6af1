// The whole picture small in a pane's corner, with what is in view framed, while a part of it is
// zoomed to. What is pointed at in it comes to the middle.
#pragma once

#include <optional>
#include <string>

#include "app/canvas/canvas.h"
#include "app/ui/kit/placed_picture.h"
#include "app/ui/kit/ui.h"
#include "app/ui/panes/viewport.h"

namespace stridescope {

class Minimap {
  public:
    explicit Minimap(CanvasResources& resources) : canvas_(resources) {}

    /// The picture is another.
    void forget() { old_ = true; }
    /// Finds out where it lies in the picture: nowhere where all is in view anyhow. `pixel_scale`:
    /// the picture's pixels to one of ImGui's units.
    void place(const Ui& ui, const Scene& scene, const Viewport& viewport, float pixel_scale);
    /// It lies nowhere.
    void leave() { place_.reset(); }
    /// The mouse, for the picture's item drawn last. True where it is meant for the map.
    bool handle(const Scene& scene, Viewport& viewport, Point pointer, bool hovered);
    /// Draws it, noted under `name`, into a picture whose corner is `at` in ImGui's units.
    void draw(Ui& ui, const std::string& name, const Scene& scene, const Viewport& viewport,
              ImVec2 at, float pixel_scale);

  private:
    Canvas canvas_;
    bool old_ = true;           ///< shows another scene
    std::optional<Box> place_;  ///< where it lies now, in pixels of the picture
    bool dragged_ = false;
    PlacedPicture placed_;
};

}  // namespace stridescope
