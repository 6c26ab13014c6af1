#include "app/ui/kit/notes.h"

namespace stridescope::widgets {

void note_box(Ui& ui, const std::string& name, ImVec2 low, ImVec2 high) {
    ui.widgets[name] = {.box = {low.x, low.y, high.x - low.x, high.y - low.y}, .tip = {}};
}

void note_item(Ui& ui, const std::string& name, bool enabled, const std::string& tip) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ui.widgets[name] = {{low.x, low.y, high.x - low.x, high.y - low.y}, enabled, tip};
}

void note_control(Ui& ui, const std::string& name, bool enabled, const std::string& tip) {
    note_item(ui, name, enabled, tip);
    ui.widgets[name].control = ImGui::IsItemVisible();
}

}  // namespace stridescope::widgets
