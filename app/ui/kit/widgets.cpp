#include "app/ui/kit/widgets.h"

#include <algorithm>

namespace stridescope::widgets {

float field(Ui& ui, std::string_view label, float label_width) {
    ImGui::AlignTextToFramePadding();
    const float start = ImGui::GetCursorPosX();
    // A text's own names may be long: rather small, or into the field's room, than cut.
    const float gap = ui.units(1);
    ImFont* font = ui.fonts.regular;
    if (!fits_lines(label, font, label_width - gap, 1)) font = ui.fonts.small;
    if (!fits_lines(label, font, label_width - gap, 1)) label_width *= 1.35F;
    fitted_text(ui, label, font, ui.colors.faint, label_width - gap);
    ui.label = label;
    ImGui::SameLine(start + label_width);
    return ImGui::GetContentRegionAvail().x;
}

bool splitter(Ui& ui, const std::string& name, bool vertical, ImVec2 at, float length,
              float thickness, float whole, float least, float& share) {
    ImGui::SetCursorScreenPos(at);
    const ImVec2 size = vertical ? ImVec2{thickness, length} : ImVec2{length, thickness};
    ImGui::InvisibleButton(("##" + name).c_str(), size);
    const bool active = ImGui::IsItemActive();
    const bool hot = active || ImGui::IsItemHovered();
    if (hot)
        ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    const float moved = active ? (vertical ? delta.x : delta.y) : 0;
    share += moved / std::max(whole, 1.0F);
    const float margin = std::min(least / std::max(whole, 1.0F), 0.5F);
    share = std::clamp(share, margin, 1 - margin);
    note_item(ui, name);
    takes_drags(ui, name);
    if (hot) {
        ImGui::GetWindowDrawList()->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                                  packed(ui.colors.accent));
    }
    return moved != 0;
}

}  // namespace stridescope::widgets
