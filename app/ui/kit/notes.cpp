#include "app/ui/kit/notes.h"

#include <algorithm>
#include <utility>

#include "app/ui/kit/text.h"

namespace stridescope::widgets {
namespace {

/// "heatmap.recent" is read as two words.
std::string words_of(std::string name) {
    std::ranges::replace_if(
        name, [](char c) { return c == '.' || c == '_'; }, ' ');
    return name;
}

}  // namespace

void note_box(Ui& ui, const std::string& name, ImVec2 low, ImVec2 high) {
    ui.widgets[name] = {.box = {low.x, low.y, high.x - low.x, high.y - low.y}, .tip = {}};
}

void note_item(Ui& ui, const std::string& name, bool enabled, const std::string& tip) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ui.widgets[name] = {
        {low.x, low.y, high.x - low.x, high.y - low.y}, enabled, with_keys_of_here(ui, tip)};
}

void note_entry(Ui& ui, const std::string& name, Spoken spoken, bool enabled,
                const std::string& tip) {
    note_item(ui, name, enabled, tip);
    DrawnWidget& noted = ui.widgets[name];
    const bool walked = ImGui::GetIO().NavVisible && ImGui::IsItemFocused();
    const bool typed = ImGui::GetIO().WantTextInput && ImGui::IsItemActive();
    noted.focused = walked || typed;
    noted.spoken = std::move(spoken);
    if (noted.spoken.words.empty()) noted.spoken.words = std::exchange(ui.label, {});
    if (noted.spoken.words.empty()) noted.spoken.words = words_of(name);
}

void note_control(Ui& ui, const std::string& name, Spoken spoken, bool enabled,
                  const std::string& tip) {
    note_entry(ui, name, std::move(spoken), enabled, tip);
    DrawnWidget& noted = ui.widgets[name];
    // A click goes to its middle.
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const ImVec2 middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
    const bool seen = ImGui::IsRectVisible(middle, {middle.x + 1, middle.y + 1});
    noted.scrolled_away = !seen && (ImGui::GetScrollMaxY() > 0 || ImGui::GetScrollMaxX() > 0);
    noted.control = !noted.scrolled_away && ImGui::IsItemVisible();
    if (noted.scrolled_away && name == ui.walked_to) {
        ImGui::SetScrollHereY();
        ImGui::SetScrollHereX();
    }
}

void takes_drags(Ui& ui, Drag drag) {
    if (ImGui::IsItemHovered()) ui.under = drag;
}

void takes_drags(Ui& ui, const std::string& name) {
    takes_drags(ui);
    ui.widgets[name].drags = true;
}

}  // namespace stridescope::widgets
