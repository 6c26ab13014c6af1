#include "app/scene/view_transform.h"

#include <algorithm>

namespace stridescope {

void ViewTransform::zoom_at(Point pointer, float factor, float most_stretch, float home) {
    const Point fixed = to_scene(pointer);
    if (factor > 1 && zoom >= home) {
        const float wider = std::clamp(most_stretch / stretch, 1.0F, factor);
        stretch *= wider;
        factor /= wider;
    } else if (factor < 1 && stretch > 1) {
        // As much of it as leads back home; the rest makes the picture narrower again.
        const float smaller = std::clamp(home / zoom, factor, 1.0F);
        zoom *= smaller;
        factor /= smaller;
        const float narrower = std::clamp(1 / stretch, factor, 1.0F);
        stretch *= narrower;
        factor /= narrower;
    }
    zoom = std::clamp(zoom * factor, smallest_zoom, largest_zoom);
    x = pointer.x - fixed.x * zoom_x();
    y = pointer.y - fixed.y * zoom;
}

void ViewTransform::keep_in_sight(float scene_width, float scene_height, float pane_width,
                                  float pane_height) {
    constexpr float visible = 40;
    const float least_x = std::min(visible, pane_width / 2);
    const float least_y = std::min(visible, pane_height / 2);
    x = std::clamp(x, least_x - scene_width * zoom_x(), pane_width - least_x);
    y = std::clamp(y, least_y - scene_height * zoom, pane_height - least_y);
}

ViewTransform ViewTransform::fit(const Box& content, float pane_width, float pane_height,
                                 float margin, float most) {
    if (content.w <= 0 || content.h <= 0) return {};
    const float room_x = std::max(pane_width - 2 * margin, 1.0F);
    const float room_y = std::max(pane_height - 2 * margin, 1.0F);
    ViewTransform view;
    view.zoom = std::clamp(std::min(room_x / content.w, room_y / content.h), smallest_zoom,
                           std::min(most, largest_zoom));
    view.x = (pane_width - content.w * view.zoom) / 2 - content.x * view.zoom;
    view.y = (pane_height - content.h * view.zoom) / 2 - content.y * view.zoom;
    return view;
}

}  // namespace stridescope
