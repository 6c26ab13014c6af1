#include "app/ui/narration_line.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/analysis/index_text.h"
#include "app/analysis/narration.h"
#include "app/scene/views.h"
#include "app/ui/widgets.h"

namespace stridescope {

std::string narration_words(const AppState& state) {
    if (state.current_step() == nullptr || state.trace()->blocks() == 0) return {};
    const Trace& trace = *state.trace();
    const int step = state.playback.step();
    if (state.selection.thread >= 0 && state.wave() == 0) {
        return narrate_thread(trace, state.block, step, state.selection.thread);
    }
    if (!state.sees(View::banks)) return narrate_step(trace, state.block, step);
    const auto request = chosen_request(trace, state.block, step, state.panes.request);
    if (!request) return narrate_step(trace, state.block, step);
    if (state.wave() > 0)
        return narrate_wave(trace, *request, std::min(state.wave(), request->cost.wavefronts));
    return narrate_request(trace, *request);
}

void copy_narration(const AppState& state) {
    const std::string words = narration_words(state);
    if (!words.empty()) ImGui::SetClipboardText(words.c_str());
}

float narration_height(const Ui& ui) {
    return ui.row_height() + ui.grid(1);
}

void draw_narration(Ui& ui) {
    const std::string words = narration_words(ui.state);
    if (words.empty()) return;
    const float whole = ImGui::GetWindowContentRegionMax().x;
    const float button = std::ceil(ImGui::CalcTextSize("copy").x + ui.grid(4)), gap = ui.grid(2);
    if (ui.state.selection.any()) {
        const std::string chosen =
            name_of(*ui.state.trace(), ui.state.block, ui.state.selection) + "  ×";
        if (widgets::button(ui, "selection", chosen, "Chosen: lit in all pictures (Esc lets go)",
                            true, true)) {
            ui.emit(command::Select{});
        }
        ImGui::SameLine(0, gap);
    }
    const float start = ImGui::GetCursorPosX(), room = whole - start - button - gap;
    // The line above says already which step it is and what its threads do.
    std::string_view shown = words;
    const auto rest = shown.find(". ");
    if (rest != std::string_view::npos && ImGui::CalcTextSize(words.c_str()).x > room) {
        shown.remove_prefix(rest + 2);
    }
    ImGui::AlignTextToFramePadding();
    widgets::fitted_text(ui, shown, ui.fonts.regular, ui.colors.text, room);
    if (shown.size() < words.size()) widgets::tooltip(ui, words);
    widgets::note_item(ui, "narration", true, words);
    ImGui::SameLine(whole - button);
    if (widgets::button(ui, "narration.copy", "copy", "Copy this sentence (Ctrl+C)")) {
        copy_narration(ui.state);
    }
}

}  // namespace stridescope
