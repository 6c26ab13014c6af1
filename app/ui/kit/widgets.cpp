#include "app/ui/kit/widgets.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/kit/buttons.h"
#include "app/ui/kit/imgui_versions.h"
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

namespace {

struct Field {
    std::string& text;
    ImGuiInputTextCallback callback;
    void* callback_data;
};

int answer(ImGuiInputTextCallbackData* data) {
    auto& field = *static_cast<Field*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        field.text.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = field.text.data();
        return 0;
    }
    data->UserData = field.callback_data;
    return field.callback(data);
}

}  // namespace

bool text_field(const std::string& id, const std::string& hint, std::string& text,
                ImGuiInputTextFlags flags, ImGuiInputTextCallback callback, void* callback_data) {
    Field field{text, callback, callback_data};
    const imgui::PasteInOneLine paste;
    return ImGui::InputTextWithHint(id.c_str(), hint.c_str(), text.data(), text.size() + 1,
                                    flags | ImGuiInputTextFlags_CallbackResize, answer, &field);
}

}  // namespace stridescope::widgets
