#include "app/ui/kit/choices.h"

#include <cmath>

#include "app/ui/kit/buttons.h"
#include "app/ui/kit/lit_colors.h"
#include "app/ui/kit/notes.h"
#include "app/ui/kit/text.h"

namespace stridescope::widgets {

namespace {

/// What an open list has in it. Returns the entry picked, or -1.
int entries(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected) {
    int picked = -1;
    for (int i = 0; i < static_cast<int>(options.size()); ++i) {
        const Option& option = options[static_cast<std::size_t>(i)];
        const bool possible = option.reason.empty() || i == selected;
        const bool heads = i == 0 || options[static_cast<std::size_t>(i - 1)].badge != option.badge;
        if (heads && !option.badge.empty()) badge(ui, name + ".badge", option.badge);
        const bool leads = i == 0 || options[static_cast<std::size_t>(i - 1)].group != option.group;
        if (leads && !option.group.empty() && option.badge.empty()) {
            if (i > 0) ImGui::Dummy({0, ui.units(0.5F)});
            text(option.group, ui.fonts.small, ui.colors.faint);
        }
        ImGui::BeginDisabled(!possible);
        if (ImGui::Selectable((option.label + "##" + option.id).c_str(), i == selected)) picked = i;
        ImGui::EndDisabled();
        tooltip(ui, option.reason.empty() ? option.tip : option.reason);
        note_entry(ui, name + "." + option.id,
                   {.role = ControlRole::option, .words = option.label, .on = i == selected},
                   possible, possible ? std::string{} : option.reason);
        if (i != selected || !ImGui::IsWindowAppearing()) continue;
        ImGui::SetScrollHereY();
        ImGui::SetItemDefaultFocus();  // keys go on from there
    }
    return picked;
}

}  // namespace

int combo(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
          float width, const std::string& hint) {
    ImGui::SetNextItemWidth(width);
    const bool known = selected >= 0 && selected < static_cast<int>(options.size());
    const float room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
    const std::string value = known ? options[static_cast<std::size_t>(selected)].label : hint;
    const std::string shown = cut_to(value, room);
    // A group that nobody scrolls down to is not there.
    const bool groups =
        !options.empty() && (!options.back().badge.empty() || !options.back().group.empty());
    const bool open =
        ImGui::BeginCombo(("##" + name).c_str(), shown.c_str(),
                          groups ? ImGuiComboFlags_HeightLargest : ImGuiComboFlags_HeightLarge);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (!open) {
        if (known) tooltip(ui, options[static_cast<std::size_t>(selected)].tip);
        note_control(ui, name, {.role = ControlRole::list, .value = value});
        return -1;
    }
    ui.label.clear();
    const int picked = entries(ui, name, options, selected);
    ImGui::EndCombo();
    note_box(ui, name, low, high);
    return picked;
}

int more(Ui& ui, const std::string& name, const std::vector<Option>& options,
         const std::string& tip) {
    const bool open = ImGui::BeginCombo(("##" + name).c_str(), nullptr,
                                        ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoPreview);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (!open) {
        tooltip(ui, tip);
        note_control(ui, name, {.role = ControlRole::list, .words = tip});
        return -1;
    }
    const int picked = entries(ui, name, options, -1);
    ImGui::EndCombo();
    note_box(ui, name, low, high);
    return picked;
}

float segment_width(const Ui& ui, std::string_view label) {
    return ImGui::CalcTextSize(label.data(), label.data() + label.size()).x + ui.units(2);
}

int segmented(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
              float width) {
    int picked = -1;
    ui.label.clear();  // each has a word of its own
    // Each as wide as its word needs, and what is left over shared out.
    std::vector<float> widths;
    float sum = 0;
    for (const Option& option : options) {
        widths.push_back(segment_width(ui, option.label));
        sum += widths.back();
    }
    const float extra = (width - sum) / static_cast<float>(options.size());
    const ImVec2 start = ImGui::GetCursorScreenPos();
    // Neighbours share one border line.
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {-1, ImGui::GetStyle().ItemSpacing.y});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
    float at = 0;
    for (int i = 0; i < static_cast<int>(options.size()); ++i) {
        const Option& option = options[static_cast<std::size_t>(i)];
        const bool possible = option.reason.empty() || i == selected;
        const float from = std::floor(at);
        at += widths[static_cast<std::size_t>(i)] + extra;
        const float to = std::floor(at + 0.01F);
        if (i > 0) ImGui::SameLine();
        {
            const LitColors colors{ui, i == selected};
            // Disabling twice makes nothing paler.
            const Rgba words = !possible && locked_up() ? ui.colors.disabled : ui.colors.text;
            if (i != selected) ImGui::PushStyleColor(ImGuiCol_Text, packed(words));
            ImGui::BeginDisabled(!possible);
            if (ImGui::Button((option.label + "##" + name + option.id).c_str(), {to - from + 1, 0}))
                picked = i;
            ImGui::EndDisabled();
            if (i != selected) ImGui::PopStyleColor();
        }
        tooltip(ui, option.reason.empty() ? option.tip : option.reason);
        note_control(ui, name + "." + option.id,
                     {.role = ControlRole::option, .words = option.label, .on = i == selected},
                     possible, possible ? std::string{} : option.reason);
    }
    ImGui::PopStyleVar(3);
    note_box(ui, name, start, {start.x + width, start.y + ui.row_height()});
    return picked;
}

}  // namespace stridescope::widgets
