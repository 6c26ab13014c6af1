#include "app/ui/kit/widgets.h"

#include <algorithm>
#include <cmath>

#include "app/ui/kit/icons.h"

namespace stridescope::widgets {
namespace {

/// Whether all around it is disabled: the experiment's knobs when they are locked.
bool locked_up() {
    return ImGui::GetStyle().Alpha < 1;
}

/// The colours of a pressed-in button, for as long as it lives.
class LitColors {
  public:
    LitColors(const Ui& ui, bool lit) : lit_{lit} {
        if (!lit_) return;
        ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.colors.accent));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                              packed(mix(ui.colors.accent, ui.colors.text, 0.15F)));
        ImGui::PushStyleColor(ImGuiCol_ButtonActive,
                              packed(mix(ui.colors.accent, ui.colors.text, 0.3F)));
        // Light words on a plate that has become pale could not be read.
        ImGui::PushStyleColor(ImGuiCol_Text,
                              packed(locked_up() ? ui.colors.text : ui.colors.on_accent));
    }
    ~LitColors() {
        if (lit_) ImGui::PopStyleColor(4);
    }
    LitColors(const LitColors&) = delete;
    LitColors& operator=(const LitColors&) = delete;

  private:
    bool lit_;
};

const char* begin_of(std::string_view text) {
    return text.data();
}
const char* end_of(std::string_view text) {
    return text.data() + text.size();
}

/// As much of the words as `width` pixels hold in the current font, with an ellipsis where cut.
/// As much of the beginning as fits with "…" behind it. Halves what is left, since a word may be as
/// long as a file.
template <class Fits>
std::string cut_where(std::string_view words, const Fits& fits) {
    const auto whole = [&](std::size_t length) {  // characters, not bytes of them
        while (length > 0 && length < words.size() &&
               (static_cast<unsigned char>(words[length]) & 0xC0) == 0x80) {
            --length;
        }
        return std::string{words.substr(0, length)} + "…";
    };
    std::size_t fitting = 0, too_long = words.size();
    while (too_long - fitting > 1) {
        const std::size_t middle = fitting + (too_long - fitting) / 2;
        (fits(whole(middle)) ? fitting : too_long) = middle;
    }
    return whole(fitting);
}

std::string cut_to(std::string_view words, float width) {
    const auto width_of = [](std::string_view part) {
        return ImGui::CalcTextSize(begin_of(part), end_of(part)).x;
    };
    if (width_of(words) <= width) return std::string{words};
    return cut_where(words, [&](std::string_view part) { return width_of(part) <= width; });
}

}  // namespace

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

void tooltip(Ui& ui, std::string_view text) {
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(2.5F), ui.units(2)});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0F);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ui.units(90));
    ImGui::TextUnformatted(begin_of(text), end_of(text));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar(2);
}

void text(std::string_view text, ImFont* font, Rgba color) {
    ImGui::PushFont(font);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(color));
    ImGui::TextUnformatted(begin_of(text), end_of(text));
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void wrapped_text(std::string_view words, ImFont* font, Rgba color) {
    ImGui::PushTextWrapPos(0);
    text(words, font, color);
    ImGui::PopTextWrapPos();
}

bool fits_lines(std::string_view words, ImFont* font, float width, int lines) {
    ImGui::PushFont(font);
    const float most = (static_cast<float>(lines) + 0.5F) * ImGui::GetTextLineHeight();
    const bool fits =
        ImGui::CalcTextSize(begin_of(words), end_of(words), false, std::max(width, 1.0F)).y < most;
    ImGui::PopFont();
    return fits;
}

std::string wrapped_lines(Ui& ui, std::string_view words, ImFont* font, Rgba color, int lines,
                          float width) {
    if (width <= 0) width = ImGui::GetContentRegionAvail().x;
    const auto fits = [&](std::string_view part) { return fits_lines(part, font, width, lines); };
    const bool cut = !fits(words);
    std::string shown = cut ? cut_where(words, fits) : std::string{words};
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    text(shown, font, color);
    ImGui::PopTextWrapPos();
    if (cut) tooltip(ui, words);
    return shown;
}

std::string fitted_text(Ui& ui, std::string_view words, ImFont* font, Rgba color, float width) {
    ImGui::PushFont(font);
    std::string shown = cut_to(words, width);
    ImGui::PopFont();
    text(shown, font, color);
    if (shown != words) tooltip(ui, words);
    return shown;
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
    note_control(ui, name, enabled, enabled ? std::string{} : std::string{tip});
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
    note_control(ui, name, enabled, enabled ? std::string{} : std::string{tip});
    return pressed;
}

void badge(Ui& ui, const std::string& name, std::string_view words) {
    ImGui::PushFont(ui.fonts.small);
    const ImVec2 size = ImGui::CalcTextSize(begin_of(words), end_of(words));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float row = ui.row_height(), aside = ui.units(1.5F);
    const float high = std::min(row, size.y + ui.units(1));
    const ImVec2 low{at.x, std::floor(at.y + (row - high) / 2)};
    const ImVec2 end{low.x + size.x + 2 * aside, low.y + high};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, end, packed(ui.colors.bad), ui.units(0.75F));
    list.AddText({low.x + aside, std::floor(low.y + (high - size.y) / 2)},
                 packed(text_on(ui.colors.bad)), begin_of(words), end_of(words));
    ImGui::PopFont();
    ImGui::Dummy({end.x - low.x, row});
    note_box(ui, name, low, end);
}

int combo(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
          float width, const std::string& hint) {
    int picked = -1;
    ImGui::SetNextItemWidth(width);
    const bool known = selected >= 0 && selected < static_cast<int>(options.size());
    const float room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
    const std::string shown =
        cut_to(known ? options[static_cast<std::size_t>(selected)].label : hint, room);
    // A group that nobody scrolls down to is not there.
    const bool groups = !options.empty() && !options.back().badge.empty();
    const bool open =
        ImGui::BeginCombo(("##" + name).c_str(), shown.c_str(),
                          groups ? ImGuiComboFlags_HeightLargest : ImGuiComboFlags_HeightLarge);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (!open) {
        if (known) tooltip(ui, options[static_cast<std::size_t>(selected)].tip);
        note_control(ui, name);
        return picked;
    }
    for (int i = 0; i < static_cast<int>(options.size()); ++i) {
        const Option& option = options[static_cast<std::size_t>(i)];
        const bool possible = option.reason.empty() || i == selected;
        const bool heads = i == 0 || options[static_cast<std::size_t>(i - 1)].badge != option.badge;
        if (heads && !option.badge.empty()) badge(ui, name + ".badge", option.badge);
        ImGui::BeginDisabled(!possible);
        if (ImGui::Selectable((option.label + "##" + option.id).c_str(), i == selected)) picked = i;
        ImGui::EndDisabled();
        tooltip(ui, option.reason.empty() ? option.tip : option.reason);
        note_item(ui, name + "." + option.id, possible, possible ? std::string{} : option.reason);
        if (i != selected || !ImGui::IsWindowAppearing()) continue;
        ImGui::SetScrollHereY();
        ImGui::SetItemDefaultFocus();  // keys go on from there
    }
    ImGui::EndCombo();
    note_box(ui, name, low, high);
    return picked;
}

int segmented(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
              float width) {
    int picked = -1;
    // Each as wide as its word needs, and what is left over shared out.
    std::vector<float> widths;
    float sum = 0;
    for (const Option& option : options) {
        widths.push_back(ImGui::CalcTextSize(option.label.c_str()).x + ui.units(2));
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
        note_control(ui, name + "." + option.id, possible,
                     possible ? std::string{} : option.reason);
    }
    ImGui::PopStyleVar(3);
    note_box(ui, name, start, {start.x + width, start.y + ui.row_height()});
    return picked;
}

float field(Ui& ui, std::string_view label, float label_width) {
    ImGui::AlignTextToFramePadding();
    const float start = ImGui::GetCursorPosX();
    text(label, ui.fonts.regular, ui.colors.faint);
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
    if (hot) {
        ImGui::GetWindowDrawList()->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                                  packed(ui.colors.accent));
    }
    return moved != 0;
}

}  // namespace stridescope::widgets
