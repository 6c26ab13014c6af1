// Which part of its scene a pane shows: all of it, scrolled, or zoomed to. Knows no ImGui.
#pragma once

#include <functional>
#include <optional>

#include "app/scene/pane_sight.h"
#include "app/scene/scene.h"

namespace stridescope {

/// All lengths are pixels of the picture.
class Viewport {
  public:
    /// The picture is of this size now, with `scale` pixels to a unit of the scene's room.
    /// `own_size`: it is not made smaller to be seen as a whole, but begins at its upper left.
    void resize(const Scene& scene, float width, float height, float scale, bool own_size = false);
    /// Where all is in view, that stays so, as far as it was scrolled.
    void settle(const Scene& scene);

    float width() const { return width_; }
    float height() const { return height_; }
    float scale() const { return scale_; }
    /// What is shown, and what shows all.
    const ViewTransform& view() const { return view_; }
    const ViewTransform& home() const { return home_; }
    /// Whether all of the scene is in view, and shall stay so.
    bool fitted() const { return fitted_; }
    float scrolled() const { return scroll_; }
    /// What it shows of a scene that was laid out for this room; nothing if it was never drawn.
    std::optional<PaneSight> sight(Room room) const;
    /// What lies under the pixel: what is pinned lies above the rest, and where it lies at home.
    std::optional<Hotspot> find(const Scene& scene, Point pixel, float reach) const;

    void fit() { fitted_ = true; }
    /// The step is another: what the scene says must be in sight is brought there.
    void follow() { follow_ = true; }
    /// By that many turns of the wheel; smaller where they are negative.
    void zoom(const Scene& scene, Point around, float turns);
    /// To that many times its size.
    void enlarge(const Scene& scene, Point around, float times);
    void pan(const Scene& scene, float dx, float dy);
    void scroll(float by) { scroll_ += by; }
    /// A row of cells, each `cell` wide, that is too small to be read: as large as it takes, from
    /// the left on, with the row in the middle. Where it is large enough, only the row comes into
    /// sight. Where it has nothing in the columns that are seen, its first cell that has does, too.
    void read(const Scene& scene, const Box& row, float cell,
              const std::function<bool(int column)>& has_something);
    /// Brings the point of the scene into the middle.
    void center(const Scene& scene, Point point);
    /// Brings the box into the middle, at least so wide that its words can be read. Where they can,
    /// and all is in view, nothing moves.
    void show(const Box& box);

  private:
    void scroll_into_place(const Scene& scene);
    void keep_in_sight(const Scene& scene);

    ViewTransform view_, home_;
    float width_ = 0, height_ = 0, scale_ = 1;
    float scroll_ = 0;  ///< of a picture that scrolls
    bool fitted_ = true, follow_ = true, own_size_ = false;
};

}  // namespace stridescope
