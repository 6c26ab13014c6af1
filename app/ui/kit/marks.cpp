#include "app/ui/kit/marks.h"

#include <algorithm>
#include <cmath>

namespace stridescope::widgets {

void draw_mark(const Ui& ui, ImVec2 middle, Mark mark) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float radius = ui.units(2), thick = std::max(1.0F, std::floor(1.5F * ui.scale));
    if (mark == Mark::open) {
        list.AddCircle(middle, radius, packed(ui.colors.line), 24, thick);
        return;
    }
    const bool done = mark == Mark::done;
    list.AddCircleFilled(middle, radius, packed(done ? ui.colors.good : ui.colors.bad), 24);
    const ImU32 ink = packed(ui.colors.raised);
    if (done) {
        const ImVec2 points[] = {{middle.x - radius * 0.45F, middle.y + radius * 0.05F},
                                 {middle.x - radius * 0.1F, middle.y + radius * 0.4F},
                                 {middle.x + radius * 0.5F, middle.y - radius * 0.35F}};
        list.AddPolyline(points, 3, ink, 0, thick * 1.5F);
        return;
    }
    const float arm = radius * 0.4F;
    list.AddLine({middle.x - arm, middle.y - arm}, {middle.x + arm, middle.y + arm}, ink,
                 thick * 1.5F);
    list.AddLine({middle.x - arm, middle.y + arm}, {middle.x + arm, middle.y - arm}, ink,
                 thick * 1.5F);
}

}  // namespace stridescope::widgets
