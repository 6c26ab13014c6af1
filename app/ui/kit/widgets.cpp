#include "app/ui/kit/widgets.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/kit/imgui_versions.h"
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

namespace {

/// Points given in a square from -1 to 1.
class Pen {
  public:
    Pen(ImDrawList& list, ImVec2 middle, float size, ImU32 color)
        : list_{list}, middle_{middle}, half_{size / 2}, color_{color} {}

    ImVec2 at(float x, float y) const { return {middle_.x + x * half_, middle_.y + y * half_}; }
    void triangle(float x0, float x1) {
        list_.AddTriangleFilled(at(x0, -1), at(x1, 0), at(x0, 1), color_);
    }
    void bar(float x, float width) {
        list_.AddRectFilled(at(x - width / 2, -1), at(x + width / 2, 1), color_);
    }
    void stroke(float x0, float y0, float x1, float y1) {
        list_.AddLine(at(x0, y0), at(x1, y1), color_, thickness());
    }
    void arc(float from, float to) {
        list_.PathArcTo(at(0, 0.15F), half_ * 0.75F, from, to, 20);
        list_.PathStroke(color_, 0, thickness());
    }
    void ring(float from, float to) {
        list_.PathArcTo(at(0, 0), half_ * 0.82F, from, to, 24);
        list_.PathStroke(color_, 0, thickness());
    }
    void head(float x, float y, float dx) {
        list_.AddTriangleFilled(at(x, y - 0.5F), at(x + dx, y), at(x, y + 0.5F), color_);
    }
    /// Two strokes that meet at the point, towards the middle where `x` and `y` have other signs.
    void corner(float x, float y, float length) {
        const float way = x > 0 ? -1 : 1;
        stroke(x, y, x + way * length, y);
        stroke(x, y, x, y - way * length);
    }
    void dot(float x, float y) { list_.AddCircleFilled(at(x, y), half_ * 0.2F, color_, 12); }
    void frame() { list_.AddRect(at(-1, -1), at(1, 1), color_, half_ * 0.35F, 0, thickness()); }
    float thickness() const { return std::fmax(1.3F, half_ * 0.22F); }

  private:
    ImDrawList& list_;
    ImVec2 middle_;
    float half_;
    ImU32 color_;
};

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float size, ImU32 color) {
    Pen pen{list, middle, size, color};
    constexpr float pi = 3.14159265F;
    switch (icon) {
        case Icon::first:
            pen.bar(-0.8F, 0.3F);
            pen.triangle(0.9F, -0.5F);
            break;
        case Icon::back: pen.triangle(0.7F, -0.8F); break;
        case Icon::play: pen.triangle(-0.7F, 1.0F); break;
        case Icon::pause:
            pen.bar(-0.45F, 0.5F);
            pen.bar(0.45F, 0.5F);
            break;
        case Icon::forward: pen.triangle(-0.7F, 0.8F); break;
        case Icon::last:
            pen.triangle(-0.9F, 0.5F);
            pen.bar(0.8F, 0.3F);
            break;
        case Icon::loop:
            pen.ring(-pi * 0.35F, pi * 1.3F);
            pen.head(0.05F, -0.82F, 0.75F);
            break;
        case Icon::fit:
            for (const float x : {-1.0F, 1.0F}) {
                for (const float y : {-1.0F, 1.0F}) {
                    pen.stroke(x, y, x * 0.35F, y);
                    pen.stroke(x, y, x, y * 0.35F);
                }
            }
            break;
        case Icon::enlarge:
            pen.stroke(-0.9F, 0.9F, 0.9F, -0.9F);
            pen.corner(0.9F, -0.9F, 0.9F);
            pen.corner(-0.9F, 0.9F, 0.9F);
            break;
        case Icon::restore:
            pen.stroke(-1, 1, -0.15F, 0.15F);
            pen.stroke(0.15F, -0.15F, 1, -1);
            pen.corner(-0.15F, 0.15F, 0.8F);
            pen.corner(0.15F, -0.15F, 0.8F);
            break;
        case Icon::dice:
            pen.frame();
            pen.dot(-0.5F, -0.5F);
            pen.dot(0.5F, 0.5F);
            pen.dot(0, 0);
            pen.dot(0.5F, -0.5F);
            pen.dot(-0.5F, 0.5F);
            break;
        case Icon::compare:  // a pair of scales
            pen.stroke(0, -1, 0, 0.9F);
            pen.stroke(-0.5F, 0.9F, 0.5F, 0.9F);
            pen.stroke(-0.85F, -0.7F, 0.85F, -0.7F);
            for (const float x : {-0.65F, 0.65F}) {
                pen.stroke(x, -0.7F, x - 0.4F, 0.3F);
                pen.stroke(x, -0.7F, x + 0.4F, 0.3F);
                pen.stroke(x - 0.4F, 0.3F, x + 0.4F, 0.3F);
            }
            break;
        case Icon::undo:
            pen.arc(-pi * 0.85F, pi * 0.35F);
            pen.head(-0.35F, -0.2F, -0.75F);
            break;
        case Icon::redo:
            pen.arc(pi * 0.65F, pi * 1.85F);
            pen.head(0.35F, -0.2F, 0.75F);
            break;
        case Icon::up:
            pen.stroke(0, -0.85F, 0, 0.85F);
            pen.stroke(0, -0.85F, -0.65F, -0.15F);
            pen.stroke(0, -0.85F, 0.65F, -0.15F);
            break;
        case Icon::down:
            pen.stroke(0, -0.85F, 0, 0.85F);
            pen.stroke(0, 0.85F, -0.65F, 0.15F);
            pen.stroke(0, 0.85F, 0.65F, 0.15F);
            break;
        case Icon::close:
            pen.stroke(-0.7F, -0.7F, 0.7F, 0.7F);
            pen.stroke(-0.7F, 0.7F, 0.7F, -0.7F);
            break;
    }
}

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
