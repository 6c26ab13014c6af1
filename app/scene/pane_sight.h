// Where a scene lies in a pane of the window (pan, zoom to the pointer, fit: plain arithmetic),
// what the pane shows of it, and the same as a scene of its own: for files that are to look like
// the screen.
#pragma once

#include <optional>
#include <vector>

#include "app/scene/scene.h"

namespace stridescope {

/// pixel = scene · (zoom · stretch, zoom) + (x, y). Pixels count from the pane's upper left corner.
struct ViewTransform {
    float zoom = 1;
    float x = 0, y = 0;
    float stretch = 1;  ///< at least 1

    float zoom_x() const { return zoom * stretch; }

    /// In a pane's room, the columns of a large section are a few hundredths of a unit wide; they
    /// can still be zoomed to until their values are read.
    static constexpr float smallest_zoom = 0.002F, largest_zoom = 1000;

    Point to_scene(Point pixel) const { return {(pixel.x - x) / zoom_x(), (pixel.y - y) / zoom}; }
    Point to_pixel(Point scene) const { return {scene.x * zoom_x() + x, scene.y * zoom + y}; }

    void pan(float dx, float dy) {
        x += dx;
        y += dy;
    }
    /// Multiplies the zoom; what lies under `pointer` stays under it. Larger is first wider, up to
    /// `most_stretch`, then larger both ways; smaller goes back the same way, by `home`, the zoom
    /// that shows all.
    void zoom_at(Point pointer, float factor, float most_stretch = 1, float home = 0);
    /// Keeps at least a corner of the scene (its extent in scene units) within the pane.
    void keep_in_sight(float scene_width, float scene_height, float pane_width, float pane_height);

    /// All of `content` (scene units), centred, with a margin in pixels; never larger than `most`
    /// times.
    static ViewTransform fit(const Box& content, float pane_width, float pane_height, float margin,
                             float most);

    bool operator==(const ViewTransform&) const = default;
};

/// A pane, and which part of its scene it shows.
struct PaneSight {
    float width = 0, height = 0;  ///< of the pane, pixels
    float scale = 1;              ///< pixels to a unit of the room, as of the type
    /// What the scene was laid out for; where it is not given, the whole pane.
    Room room{};
    /// What fills the pane, in the scene's units; what lies beyond the scene is empty. Absent: all.
    std::optional<Box> part{};

    /// The room, or the pane's own.
    Room layout() const;
    /// The pane, in units.
    Box pane() const { return {0, 0, width / scale, height / scale}; }
    bool operator==(const PaneSight&) const = default;
};

/// The panes that a picture is seen in: one, or one for each of two runs.
struct SeenPanes {
    PaneSight own{};
    std::optional<PaneSight> beside{};  ///< the other run's; absent: like `own`
    bool operator==(const SeenPanes&) const = default;
};

/// The transform that shows all of the scene in a pane of so many pixels, or of one that scrolls
/// its full width from the top.
ViewTransform home_view(const Scene& scene, float width, float height, float scale);

/// The transform that shows the part: as large as all of it has room in the pane.
ViewTransform view_of(const PaneSight& sight, const Scene& scene);
/// The part that a transform shows in a pane of so many pixels.
Box part_in_view(const ViewTransform& view, float width, float height);

/// Where a box of the scene is seen, in pixels of the pane: what is pinned lies where it lies at
/// home. Nothing where it has gone under what is pinned at the top.
std::optional<Box> seen_box(const Scene& scene, const ViewTransform& view,
                            const ViewTransform& home, const Box& box);

/// Where such boxes are seen, in units of the pane, without those that are not.
std::vector<Box> seen_boxes(const Scene& scene, const PaneSight& sight,
                            const std::vector<Box>& boxes);

/// What the pane shows, drawn anew as a scene of the pane's size in units. It has one layer for
/// each of the scene's, clipped to the pane; nothing in it can be pointed at.
Scene seen_scene(const Scene& scene, const PaneSight& sight);

}  // namespace stridescope
