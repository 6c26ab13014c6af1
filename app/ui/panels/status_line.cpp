#include "app/ui/panels/status_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/session/run_text.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

/// In place of where it ran.
constexpr std::string_view walk_sentence =
    "Arrows move between the controls, Enter and Space press them, Esc leaves";

void draw_dot(Ui& ui, Rgba color) {
    const float radius = ui.units(1);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float middle = at.y + ImGui::GetTextLineHeight() / 2;
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, std::floor(middle)}, radius,
                                                packed(color), 16);
    ImGui::Dummy({2 * radius, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, ui.units(1.5F));
}

}  // namespace

float status_height(const Ui& ui) {
    // Beside a lesson only what went wrong is told, where its text does not, and where keys walk.
    const auto& shown = ui.state.runs.shown;
    const bool told = !shown || ui.state.sees(View::source) || ui.state.lesson.hides_faults() ||
                      output_verdict(*shown).fine;
    if (ui.state.reads_lesson() && !ui.walking && told) return 0;
    return ImGui::GetTextLineHeight() + ui.units(3);
}

void draw_status(Ui& ui) {
    if (!ui.state.runs.shown) return;
    const Recording& shown = *ui.state.runs.shown;
    PaddingVerdict padding = ui.state.lesson.hides_counts() || !ui.state.speaks_of_banks()
                                 ? PaddingVerdict{}
                                 : padding_verdict(shown);
    const Verdict verdict = ui.state.lesson.hides_faults()
                                ? Verdict{true, "hidden until you have answered", false}
                                : output_verdict(shown);
    const auto width_of = [](const std::string& text, ImFont* font) {
        imgui::push_font(font);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        ImGui::PopFont();
        return std::ceil(width);
    };

    // What padding did stands at the right end. Where not all fits, whether the result is right
    // comes first, then what padding did, then where it ran.
    const float start = ImGui::GetCursorPosX(), whole = ImGui::GetWindowContentRegionMax().x;
    const float room = whole - start, extra = ui.units(3.5F) + ui.units(4);
    const std::string run = ui.walking ? std::string{walk_sentence} : run_sentence(*shown.trace);
    ImFont* verdict_font = verdict.fine ? ui.fonts.regular : ui.fonts.bold;
    // Where there is room for one pane there is none for where it ran.
    const float run_wanted = ui.state.is_narrow() ? 0 : width_of(run, ui.fonts.regular);
    const float most_output =
        padding.text.empty() ? room - std::min(run_wanted, room * 0.4F) : room * 0.5F;
    const float output_width = std::min(width_of(verdict.text, verdict_font) + extra, most_output);
    const float padding_room = room - output_width - std::min(run_wanted, room * 0.2F);
    // Nothing of it is cut before it has been said in fewer words.
    if (width_of(padding.text, ui.fonts.bold) + extra > padding_room) padding.text = padding.brief;
    const float padding_width =
        padding.text.empty()
            ? 0
            : std::min(width_of(padding.text, ui.fonts.bold) + extra, padding_room);
    const float run_width = std::min(run_wanted, room - output_width - padding_width);
    if (run_wanted > 0) {
        widgets::fitted_text(ui, run, ui.fonts.regular,
                             ui.walking ? ui.colors.accent : ui.colors.text, run_width + 1);
        widgets::note_item(ui, "status.run");
        ImGui::SameLine(start + run_width + ui.units(4));
    }
    draw_dot(ui, !verdict.fine     ? ui.colors.bad
                 : verdict.checked ? ui.colors.good
                                   : ui.colors.disabled);
    widgets::fitted_text(ui, verdict.text, verdict_font,
                         verdict.fine ? ui.colors.text : ui.colors.bad, output_width - extra + 1);
    widgets::note_item(ui, "status.output");
    if (first_fault(shown.findings) != nullptr) {
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsItemClicked()) ui.emit(command::ShowFault{0});
    }
    if (padding.text.empty()) return;
    ImGui::SameLine(whole - padding_width + ui.units(4));
    const bool worse = padding.effect == PaddingVerdict::Effect::worse;
    const bool better = padding.effect == PaddingVerdict::Effect::better;
    draw_dot(ui, worse ? ui.colors.warn : better ? ui.colors.good : ui.colors.disabled);
    const std::string seen =
        widgets::fitted_text(ui, padding.text, ui.fonts.bold,
                             worse ? ui.colors.warn : ui.colors.text, padding_width - extra + 1);
    widgets::note_item(ui, "status.padding", true, seen);
}

}  // namespace stridescope
