#include "app/ui/panels/narration_line.h"

#include <imgui.h>

#include <cmath>
#include <string_view>

#include "app/analysis/index_text.h"
#include "app/session/run_text.h"
#include "app/trace/trace.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr int narrow_lines = 3;  ///< in a narrow window

/// The sentences as large as they fit: on one line, if need be without the first of them, since the
/// line above says already which step it is and what its threads do; or without the last, where
/// that says only what the line above says, too, that nothing has a conflict; else all of them in
/// small type on two.
void draw_words(Ui& ui, const std::string& words, float room) {
    std::string_view rest = words;
    // Where there are two runs, neither one's sentence is said already.
    const auto end = words.starts_with("Left: ") ? std::string::npos : words.find(". ");
    if (end != std::string::npos) {
        rest.remove_prefix(end + 2);
        if (rest.starts_with("None of the ") || rest.starts_with("Neither of the "))
            rest = std::string_view{words}.substr(0, end + 1);
    }
    const auto one_line = [&](std::string_view text) {
        return widgets::fits_lines(text, ui.fonts.regular, room, 1);
    };
    const auto two_lines = [&](std::string_view text) {
        return widgets::fits_lines(text, ui.fonts.small, room, 2);
    };
    std::string shown;
    if (ui.state.is_narrow()) {
        shown =
            widgets::wrapped_lines(ui, words, ui.fonts.small, ui.colors.text, narrow_lines, room);
    } else if (one_line(words) || one_line(rest)) {
        ImGui::AlignTextToFramePadding();
        shown = widgets::fitted_text(ui, one_line(words) ? words : rest, ui.fonts.regular,
                                     ui.colors.text, room);
    } else {
        const float line = imgui::size_of(*ui.fonts.small);
        ImGui::SetCursorPosY(std::floor(ImGui::GetCursorPosY() + (ui.row_height() - 2 * line) / 2));
        shown = widgets::wrapped_lines(ui, two_lines(words) ? words : rest, ui.fonts.small,
                                       ui.colors.text, 2, room);
    }
    if (shown.size() < words.size()) widgets::tooltip(ui, words);
    widgets::note_item(ui, "narration", true, words);
    widgets::note_item(ui, "narration.shown", true, shown);
}

}  // namespace

void copy_narration(const AppState& state) {
    const std::string words = narration_words(state);
    if (!words.empty()) ImGui::SetClipboardText(words.c_str());
}

float narration_height(const Ui& ui) {
    if (ui.state.is_narrow()) return narrow_lines * imgui::size_of(*ui.fonts.small) + ui.units(1);
    return ui.row_height() + ui.units(1);
}

void draw_narration(Ui& ui) {
    // Without menus a key's notice has no other place.
    const bool notice = ui.state.presenter.embedded && !ui.state.notice.empty();
    const std::string words = notice ? ui.state.notice : narration_words(ui.state);
    if (words.empty()) return;
    const float whole = ImGui::GetWindowContentRegionMax().x, gap = ui.units(2);
    // Beside a lesson the sentence has all the width; Ctrl+C copies it there, too.
    const bool copies = !ui.state.reads_lesson() && !ui.state.is_narrow();
    const float button = copies ? std::ceil(ImGui::CalcTextSize("copy").x + ui.units(4)) : 0;
    ImVec2 start = ImGui::GetCursorPos();
    if (ui.state.display.look.selection.any()) {
        const std::string chosen =
            name_of(*ui.state.trace(), ui.state.display.look.selection) + "  ×";
        if (widgets::button(ui, "selection", chosen,
                            "Selected: highlighted in all views (Esc clears)", true, true)) {
            ui.emit(command::Select{});
        }
        // Not SameLine: small words on two lines would begin where the button's do.
        start.x = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + gap;
        ImGui::SetCursorPos(start);
    }
    draw_words(ui, words, whole - start.x - button - gap);
    if (!copies) return;
    ImGui::SetCursorPos({whole - button, start.y});
    if (widgets::button(ui, "narration.copy", "copy", "Copy this sentence (Ctrl+C)")) {
        copy_narration(ui.state);
    }
}

}  // namespace stridescope
