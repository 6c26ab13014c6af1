#include "app/ui/panels/notice.h"

#include <algorithm>
#include <cmath>

#include "app/ui/kit/widgets.h"

namespace stridescope {

void draw_notice(Ui& ui, float bottom) {
    const std::string& words = ui.state.notice;
    if (words.empty()) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float pad = ui.units(3);
    const float wide =
        std::min(std::ceil(ImGui::CalcTextSize(words.c_str()).x) + 2 * pad, screen.x - ui.units(8));
    ImGui::SetNextWindowPos({std::floor(screen.x / 2), std::floor(bottom - ui.units(3))}, 0,
                            {0.5F, 1});
    ImGui::SetNextWindowSize({wide, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, ui.units(2)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(2));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(ui.colors.text));
    ImGui::Begin("##notice", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoNav);
    widgets::wrapped_text(words, ui.fonts.regular, ui.colors.panel);
    widgets::note_item(ui, "notice", true, words);
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

}  // namespace stridescope
