#include "app/ui/panes/minimap.h"

#include <algorithm>
#include <cmath>

#include "app/ui/kit/widgets.h"

namespace stridescope {

void Minimap::place(const Ui& ui, const Scene& scene, const Viewport& viewport, float pixel_scale) {
    place_.reset();
    const float width = viewport.width(), height = viewport.height();
    const ViewTransform& view = viewport.view();
    const float seen_w = width / view.zoom_x(), seen_h = height / view.zoom;
    const bool all = seen_w >= scene.width * 0.98F && seen_h >= scene.height * 0.98F;
    if (viewport.fitted() || all) return;
    constexpr float width_units = 55, least = 40;
    const float most_w = std::min(ui.units(width_units) * pixel_scale, width * 0.3F);
    const float scale = std::min(most_w / scene.width, height * 0.3F / scene.height);
    const float w = std::floor(scene.width * scale), h = std::floor(scene.height * scale);
    if (w < least || h < least / 4) return;
    const float gap = std::floor(ui.units(2) * pixel_scale);
    place_ = Box{width - w - gap, height - h - gap, w, h};
}

bool Minimap::handle(const Scene& scene, Viewport& viewport, Point pointer, bool hovered) {
    if (!ImGui::IsItemActive()) dragged_ = false;
    const bool over = place_ && hovered && place_->contains(pointer);
    if (ImGui::IsItemActivated() && over) dragged_ = true;
    if (!over && !dragged_) return false;
    if (dragged_ && place_) {
        const float scale = place_->w / scene.width;
        viewport.center(scene, {(pointer.x - place_->x) / scale, (pointer.y - place_->y) / scale});
    }
    return true;
}

void Minimap::draw(Ui& ui, const std::string& name, const Scene& scene, const Viewport& viewport,
                   ImVec2 at, float pixel_scale) {
    if (!place_) return;
    if (old_) canvas_.set_scene(scene);
    old_ = false;
    const Box place = *place_;
    const ViewTransform whole{place.w / scene.width, 0, 0};
    canvas_.render(static_cast<int>(place.w), static_cast<int>(place.h), whole);
    placed_ = {&canvas_, static_cast<int>(at.x * pixel_scale) + static_cast<int>(place.x),
               static_cast<int>(at.y * pixel_scale) + static_cast<int>(place.y)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    placed_.add_to(list);
    const auto corner = [&](float x, float y) {
        return ImVec2{at.x + (place.x + x) / pixel_scale, at.y + (place.y + y) / pixel_scale};
    };
    const ImVec2 low = corner(0, 0), high = corner(place.w, place.h);
    list.AddRect(low, high, packed(ui.colors.line));
    const ViewTransform& view = viewport.view();
    const Point from = whole.to_pixel(view.to_scene({0, 0}));
    const Point to = whole.to_pixel(view.to_scene({viewport.width(), viewport.height()}));
    const ImVec2 a =
        corner(std::clamp(from.x, 0.0F, place.w - 3), std::clamp(from.y, 0.0F, place.h - 3));
    const ImVec2 b = corner(std::clamp(to.x, 3.0F, place.w), std::clamp(to.y, 3.0F, place.h));
    Rgba veil = ui.colors.accent;
    veil.a = 36;
    list.AddRectFilled(a, b, packed(veil));
    list.AddRect(a, b, packed(ui.colors.accent), 0, 0, 2);
    widgets::note_box(ui, name, low, high);
}

}  // namespace stridescope
