// Where the scene lies in the pane: pan, zoom to the pointer, fit. Plain arithmetic.
#pragma once

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

}  // namespace stridescope
