#include "app/scene/scene.h"

#include <algorithm>

namespace stridescope {

std::optional<Hotspot> Scene::hit(Point point, float reach, float stretch) const {
    for (const HotspotField& field : fields) {
        if (!field.box.contains(point) || field.columns <= 0 || field.rows <= 0) continue;
        const auto index = [](float offset, float extent, int count) {
            return std::clamp(static_cast<int>(offset / extent * static_cast<float>(count)), 0,
                              count - 1);
        };
        auto found = field.at(index(point.x - field.box.x, field.box.w, field.columns),
                              index(point.y - field.box.y, field.box.h, field.rows));
        if (found && found->box.contains(point)) return found;
    }
    for (auto spot = hotspots.rbegin(); spot != hotspots.rend(); ++spot) {
        if (spot->box.contains(point)) return *spot;
    }
    if (nearest && reach > 0) return nearest(point, reach, stretch);
    return std::nullopt;
}

}  // namespace stridescope
