// Where what is seen in a pane stands on the screen, by name: for tests, and for keys that walk
// along the picture.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/ui/kit/widgets.h"
#include "app/ui/panes/canvas_pane.h"

namespace stridescope {

/// Where the cells of small fields are, for tests.
void CanvasPane::note_cells(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale) {
    constexpr int most = 200;
    const ViewTransform& view = viewport_.view();
    for (const HotspotField& field : canvas_.scene().fields) {
        if (field.columns * field.rows > most) continue;
        for (int k = 0; k < field.columns * field.rows; ++k) {
            const auto spot = field.at(k % field.columns, k / field.columns);
            if (!spot) continue;
            const Box& box = spot->box;
            const Point middle = view.to_pixel({box.x + box.w / 2, box.y + box.h / 2});
            const ImVec2 on{at.x + middle.x / pixel_scale, at.y + middle.y / pixel_scale};
            if (on.x < at.x || on.y < at.y || on.x > at.x + size.x || on.y > at.y + size.y)
                continue;
            const std::string name =
                fmt::format("{}.cell.{}.{}", name_, k / field.columns, k % field.columns);
            widgets::note_box(ui, name, {on.x - 1, on.y - 1}, {on.x + 1, on.y + 1});
            ui.widgets[name].control = ui.walking;
        }
    }
}

/// Where what has a name is, for tests and for keys: the first hotspot of each.
void CanvasPane::note_spots(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale) {
    if (canvas_.scene().crowded && !ui.walking) return;
    const ViewTransform &view = viewport_.view(), &home = viewport_.home();
    for (const Hotspot& spot : canvas_.scene().hotspots) {
        if (spot.name.what.empty()) continue;
        const std::string name = fmt::format("{}.{}.{}", name_, spot.name.what, spot.name.number);
        if (ui.widgets.contains(name)) continue;
        Point low = view.to_pixel({spot.box.x, spot.box.y});
        Point high = view.to_pixel({spot.box.x + spot.box.w, spot.box.y + spot.box.h});
        if (spot.box.x + spot.box.w <= canvas_.scene().pinned_left) {
            low.x = home.to_pixel({spot.box.x, 0}).x;
            high.x = home.to_pixel({spot.box.x + spot.box.w, 0}).x;
        }
        const float x0 = std::max(low.x / pixel_scale, 0.0F);
        const float y0 = std::max(low.y / pixel_scale, 0.0F);
        const float x1 = std::min(high.x / pixel_scale, size.x);
        const float y1 = std::min(high.y / pixel_scale, size.y);
        if (x1 <= x0 || y1 <= y0) continue;
        widgets::note_box(ui, name, {at.x + x0, at.y + y0}, {at.x + x1, at.y + y1});
        ui.widgets[name].control = ui.walking;
    }
}

}  // namespace stridescope
