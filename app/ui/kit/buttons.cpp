#include "app/ui/kit/buttons.h"

#include <algorithm>
#include <cmath>

#include "app/ui/kit/icons.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/lit_colors.h"
#include "app/ui/kit/notes.h"
#include "app/ui/kit/text.h"

namespace stridescope::widgets {

float button_width(std::string_view label) {
    return ImGui::CalcTextSize(label.data(), label.data() + label.size()).x +
           2 * ImGui::GetStyle().FramePadding.x;
}

bool icon_button(Ui& ui, const std::string& name, Icon icon, std::string_view tip, bool enabled,
                 bool lit) {
    const float side = ui.row_height();
    bool pressed = false;
    {
        const LitColors colors{ui, lit};
        ImGui::BeginDisabled(!enabled);
        pressed = ImGui::Button(("##" + name).c_str(), {side, side});
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        const ImVec2 middle{std::floor((low.x + high.x) / 2), std::floor((low.y + high.y) / 2)};
        draw_icon(*ImGui::GetWindowDrawList(), icon, middle, std::floor(side * 0.42F),
                  ImGui::GetColorU32(ImGuiCol_Text));
        ImGui::EndDisabled();
    }
    tooltip(ui, tip);
    const ControlRole role = lit ? ControlRole::toggle : ControlRole::button;
    note_control(ui, name, {.role = role, .words = std::string{tip}, .on = lit}, enabled,
                 enabled ? std::string{} : std::string{tip});
    return pressed;
}

bool button(Ui& ui, const std::string& name, std::string_view label, std::string_view tip,
            bool enabled, bool lit) {
    bool pressed = false;
    {
        const LitColors colors{ui, lit};
        ImGui::BeginDisabled(!enabled);
        pressed = ImGui::Button((std::string{label} + "##" + name).c_str());
        ImGui::EndDisabled();
    }
    tooltip(ui, tip);
    note_control(ui, name, {.role = ControlRole::button, .words = std::string{label}}, enabled,
                 enabled ? std::string{} : std::string{tip});
    return pressed;
}

void badge(Ui& ui, const std::string& name, std::string_view words) {
    imgui::push_font(ui.fonts.small);
    const ImVec2 size = ImGui::CalcTextSize(words.data(), words.data() + words.size());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float row = ui.row_height(), aside = ui.units(1.5F);
    const float high = std::min(row, size.y + ui.units(1));
    const ImVec2 low{at.x, std::floor(at.y + (row - high) / 2)};
    const ImVec2 end{low.x + size.x + 2 * aside, low.y + high};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, end, packed(ui.colors.bad), ui.units(0.75F));
    list.AddText({low.x + aside, std::floor(low.y + (high - size.y) / 2)},
                 packed(text_on(ui.colors.bad)), words.data(), words.data() + words.size());
    ImGui::PopFont();
    ImGui::Dummy({end.x - low.x, row});
    note_box(ui, name, low, end);
}

}  // namespace stridescope::widgets
