#include "app/ui/kit/text.h"

#include <algorithm>
#include <cstddef>

#include "app/ui/kit/imgui_versions.h"

namespace stridescope::widgets {
namespace {

const char* begin_of(std::string_view text) {
    return text.data();
}
const char* end_of(std::string_view text) {
    return text.data() + text.size();
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether a line that ends there would end within "1,024" or "0.5"; a list, "2,1,5", may be
/// parted.
bool is_within_number(const char* begin, const char* at, const char* end) {
    if (at - begin < 2 || at >= end || !is_digit(*at) || !is_digit(at[-2])) return false;
    if (at[-1] == '.') return true;
    constexpr std::ptrdiff_t thousands = 3;
    const char* const behind = std::find_if_not(at, end, is_digit);
    return at[-1] == ',' && behind - at == thousands;
}

bool has_long_numbers(std::string_view words) {
    const char* const end = end_of(words);
    for (const char* at = begin_of(words); at < end; ++at) {
        if (is_within_number(begin_of(words), at, end)) return true;
    }
    return false;
}

/// In lines of that width, if need be. ImGui ends them behind any comma, also in the middle of a
/// number. `lines` keeps what is handed back.
std::string_view in_lines(std::string_view words, float width, std::string& lines) {
    if (width <= 0 || !has_long_numbers(words)) return words;
    const char* const end = end_of(words);
    for (const char* begin = begin_of(words); begin < end;) {
        const char* stop = imgui::end_of_line(begin, end, width);
        if (stop <= begin) stop = end;  // no room for a letter
        if (is_within_number(begin, stop, end)) {
            const char* blank = stop;
            while (blank > begin && *blank != ' ') --blank;
            if (blank > begin) stop = blank;
        }
        lines.append(begin, stop);
        for (begin = stop; begin < end && *begin == ' ';) ++begin;
        if (begin < end && *begin == '\n') ++begin;
        if (begin < end) lines += '\n';
    }
    return lines;
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
    std::string lines;
    const std::string named = with_keys_of_here(ui, text);
    const std::string_view words = in_lines(named, imgui::wrap_width(), lines);
    ImGui::TextUnformatted(begin_of(words), end_of(words));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar(2);
}

void text(std::string_view text, ImFont* font, Rgba color) {
    imgui::push_font(font);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(color));
    std::string lines;
    const std::string_view words = in_lines(text, imgui::wrap_width(), lines);
    ImGui::TextUnformatted(begin_of(words), end_of(words));
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
    std::string parted;
    const std::string_view all = in_lines(words, width, parted);
    const bool fits =
        ImGui::CalcTextSize(begin_of(all), end_of(all), false, std::max(width, 1.0F)).y < most;
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
