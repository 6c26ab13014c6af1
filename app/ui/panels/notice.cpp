#include "app/ui/panels/notice.h"

#include <algorithm>
#include <cmath>

#include "app/ui/kit/widgets.h"

namespace stridescope {

void draw_notice(Ui& ui) {
    const std::string& words = ui.state.notice;
    if (words.empty()) return;
    // What goes on, or the list of messages, stands at the bar's right end.
    const float pad = ui.units(2), of_activity = ui.units(ui.state.messages.empty() ? 2 : 30);
    const float left = ImGui::GetCursorPosX() + ui.units(4);
    const float room = ImGui::GetWindowWidth() - left - 2 * pad - of_activity;
    if (room < ui.units(20)) return;
    const float wide = std::min(std::ceil(ImGui::CalcTextSize(words.c_str()).x), room);
    const ImVec2 window = ImGui::GetWindowPos();
    const ImVec2 low{window.x + left, window.y + 1};
    const ImVec2 high{low.x + wide + 2 * pad, window.y + ImGui::GetWindowHeight() - 1};
    ImGui::GetWindowDrawList()->AddRectFilled(low, high, packed(ui.colors.text), ui.units(1));
    ImGui::SetCursorPosX(left + pad);
    widgets::fitted_text(ui, words, ui.fonts.regular, ui.colors.panel, wide + 1);
    widgets::note_item(ui, "notice", true, words);
}

}  // namespace stridescope
