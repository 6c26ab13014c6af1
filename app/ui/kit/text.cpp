#include "app/ui/kit/text.h"

#include <algorithm>

#include "app/ui/kit/imgui_versions.h"

namespace stridescope::widgets {
namespace {

const char* begin_of(std::string_view text) {
    return text.data();
}
const char* end_of(std::string_view text) {
    return text.data() + text.size();
}

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

}  // namespace

std::string cut_to(std::string_view words, float width) {
    const auto width_of = [](std::string_view part) {
        return ImGui::CalcTextSize(begin_of(part), end_of(part)).x;
    };
    if (width_of(words) <= width) return std::string{words};
    return cut_where(words, [&](std::string_view part) { return width_of(part) <= width; });
}

std::string with_keys_of_here(const Ui& ui, std::string_view words) {
    std::string named{words};
    if (!ui.command_key) return named;
    constexpr std::string_view control = "Ctrl", command = "⌘";
    for (std::size_t at = 0; (at = named.find(control, at)) != std::string::npos;) {
        named.replace(at, control.size(), command);
        at += command.size();
    }
    return named;
}

void tooltip(Ui& ui, std::string_view text) {
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    tip(ui, text);
}

void tip(Ui& ui, std::string_view text) {
    // Everybody looks at the picture, and nobody asked.
    if (ui.state.presenter.presentation) return;
    // A finger hides what it presses; who wants to know more rests it there.
    if (ui.hand.fingers && !ui.hand.resting) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(2.5F), ui.units(2)});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0F);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ui.units(90));
    const std::string words = with_keys_of_here(ui, text);
    ImGui::TextUnformatted(begin_of(words), end_of(words));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar(2);
}

void text(std::string_view text, ImFont* font, Rgba color) {
    imgui::push_font(font);
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
    imgui::push_font(font);
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
    imgui::push_font(font);
    std::string shown = cut_to(words, width);
    ImGui::PopFont();
    text(shown, font, color);
    if (shown != words) tooltip(ui, words);
    return shown;
}

}  // namespace stridescope::widgets
