#include "app/ui/panes/viewport.h"

#include <algorithm>
#include <cmath>

namespace stridescope {
namespace {

constexpr float wheel_step = 1.2F;
constexpr float readable_cell = 40;
constexpr float readable_narrow = 30;  ///< where there is little room for cells at all

}  // namespace

void Viewport::resize(const Scene& scene, float width, float height, float scale, bool own_size) {
    width_ = width;
    height_ = height;
    scale_ = scale;
    own_size_ = own_size;
    home_ = own_size ? ViewTransform{.zoom = scale} : home_view(scene, width, height, scale);
}

void Viewport::settle(const Scene& scene) {
    if (!fitted_) return;
    view_ = home_;
    if (scene.scrolls) scroll_into_place(scene);
}

/// As far as it was scrolled, and so that the current step is in sight when it is another.
void Viewport::scroll_into_place(const Scene& scene) {
    if (follow_ && scene.focus) {
        const float top = scene.focus->y * home_.zoom, end = top + scene.focus->h * home_.zoom;
        scroll_ = std::min(scroll_, top - scene.pinned_top * home_.zoom);
        scroll_ = std::max(scroll_, end - height_);
    }
    follow_ = false;
    scroll_ = std::clamp(scroll_, 0.0F, std::max(scene.height * home_.zoom - height_, 0.0F));
    view_.y -= std::floor(scroll_);
}

std::optional<PaneSight> Viewport::sight(Room room) const {
    if (width_ < 1 || height_ < 1) return std::nullopt;
    PaneSight sight{.width = width_, .height = height_, .scale = scale_};
    // While it is zoomed to, a pane of another size keeps what it was laid out for.
    if (sight.layout() != room) sight.room = room;
    if (view_ != home_ || own_size_) sight.part = part_in_view(view_, width_, height_);
    return sight;
}

std::optional<Hotspot> Viewport::find(const Scene& scene, Point pixel, float reach) const {
    const Point home = home_.to_scene(pixel);
    Point at = view_.to_scene(pixel);
    if (home.y < scene.pinned_top) return scene.hit({at.x, home.y});
    if (home.x >= scene.pinned_left) return scene.hit(at, reach, view_.stretch);
    at.x = home.x;
    return scene.hit(at);
}

void Viewport::zoom(const Scene& scene, Point around, float turns) {
    enlarge(scene, around, std::pow(wheel_step, turns));
}

void Viewport::enlarge(const Scene& scene, Point around, float times) {
    fitted_ = false;
    view_.zoom_at(around, times, scene.most_stretch, home_.zoom);
    keep_in_sight(scene);
}

void Viewport::pan(const Scene& scene, float dx, float dy) {
    fitted_ = false;
    view_.pan(dx, dy);
    keep_in_sight(scene);
}

void Viewport::read(const Scene& scene, const Box& row, float cell,
                    const std::function<bool(int column)>& has_something) {
    const float wanted = readable_narrow * scale_;
    if (fitted_) {
        if (cell * home_.zoom_x() >= wanted * 0.75F) return;
        view_ = home_;
        enlarge(scene, {0, height_ / 2}, wanted / (cell * home_.zoom_x()));
        const Point left = view_.to_pixel({row.x, row.y});
        view_.pan(4 * scale_ - left.x, 0);
    }
    const Point middle = view_.to_pixel({row.x, row.y + row.h / 2});
    view_.pan(0, height_ / 2 - middle.y);
    // Nothing is left blank for it.
    view_.y = std::clamp(view_.y, std::min(height_ - scene.height * view_.zoom, 0.0F), 0.0F);
    // By their middles, right of the names.
    const float names = scene.pinned_left * home_.zoom;
    const auto column_at = [&](float pixel) {
        return (view_.to_scene({pixel, 0}).x - row.x) / cell - 0.5F;
    };
    const int columns = static_cast<int>(std::lround(row.w / cell));
    const int first = std::max(static_cast<int>(std::ceil(column_at(names))), 0);
    bool seen = false;
    for (int column = first; !seen && column < columns; ++column) {
        if (static_cast<float>(column) > column_at(width_)) break;
        seen = has_something(column);
    }
    for (int column = 0; !seen && column < columns; ++column) {
        if (!has_something(column)) continue;
        seen = true;
        const float x = row.x + (static_cast<float>(column) + 0.5F) * cell;
        view_.pan((names + width_) / 2 - view_.to_pixel({x, 0}).x, 0);
    }
    keep_in_sight(scene);
}

void Viewport::center(const Scene& scene, Point point) {
    const Point now = view_.to_pixel(point);
    view_.pan(width_ / 2 - now.x, height_ / 2 - now.y);
    keep_in_sight(scene);
}

void Viewport::show(const Box& box) {
    const float wanted = readable_cell * home_.zoom / box.w;
    if (wanted > view_.zoom) {
        view_.zoom = wanted;
        fitted_ = false;
    }
    if (fitted_) return;
    const Point now = view_.to_pixel({box.x + box.w / 2, box.y + box.h / 2});
    view_.pan(width_ / 2 - now.x, height_ / 2 - now.y);
}

void Viewport::keep_in_sight(const Scene& scene) {
    view_.keep_in_sight(scene.width, scene.height, width_, height_);
    if (!own_size_) return;
    // Nothing beside it is to be seen.
    view_.x = std::clamp(view_.x, std::min(width_ - scene.width * view_.zoom_x(), 0.0F), 0.0F);
    view_.y = std::clamp(view_.y, std::min(height_ - scene.height * view_.zoom, 0.0F), 0.0F);
}

}  // namespace stridescope
