#include "app/ui/panels/activity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

/// A bar of which `share` is full.
void draw_share(Ui& ui, float width, double share) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ui.units(1.5F), line = ImGui::GetFrameHeight();
    const float top = std::floor(at.y + (line - height) / 2);
    const float full = width * static_cast<float>(std::clamp(share, 0.0, 1.0));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, top}, {at.x + width, top + height}, packed(ui.colors.line), height);
    list.AddRectFilled({at.x, top}, {at.x + full, top + height}, packed(ui.colors.accent), height);
    ImGui::Dummy({width, line});
    widgets::note_item(ui, "activity.progress");
}

float right_end(const Ui& ui) {
    return ImGui::GetWindowWidth() - ui.units(3);
}

/// A bar, a word on it and a button that stops it. True when that was pressed. Blocks that wait for
/// one another all end at the end: the seconds show that it goes on.
bool draw_progress(Ui& ui, std::string_view doing, const Progress& of, std::string_view tip) {
    const float right = right_end(ui), gap = ui.units(2), bar = ui.units(30);
    const float cancel = ImGui::CalcTextSize("Cancel").x + 2 * ImGui::GetStyle().FramePadding.x;
    const int seconds = static_cast<int>(of.seconds);
    const std::string so_long = seconds < 2 ? "" : fmt::format(", {} s", seconds);
    const float text = ImGui::CalcTextSize(fmt::format("{}, 100 %{}", doing, so_long).c_str()).x;
    ImGui::SetCursorPosX(right - bar - text - cancel - 2 * gap);
    draw_share(ui, bar, of.share);
    ImGui::SameLine();
    ImGui::SetCursorPosX(right - text - cancel - gap);
    widgets::text(fmt::format("{}, {:.0f} %{}", doing, std::floor(100 * of.share), so_long),
                  ui.fonts.regular, ui.colors.faint);
    ImGui::SameLine();
    ImGui::SetCursorPosX(right - cancel);
    return widgets::button(ui, "activity.cancel", "Cancel", tip);
}

}  // namespace

void draw_activity(Ui& ui, Dialogs& dialogs) {
    const AppState& state = ui.state;
    if (state.runs.recording.is_long()) {
        if (draw_progress(ui, "recording", state.runs.recording,
                          "Stops it; the knobs return to the run that is shown (Esc)")) {
            ui.emit(command::CancelRecording{});
        }
        return;
    }
    if (state.runs.comparing.is_long()) {
        if (draw_progress(ui, "comparing the engines", state.runs.comparing, "Stops it (Esc)")) {
            ui.emit(command::CancelComparing{});
        }
        return;
    }
    if (state.comparison.fetching.is_long()) {
        if (draw_progress(ui, "recording the other run", state.comparison.fetching,
                          "Stops it (Esc)")) {
            ui.emit(command::CancelHolding{});
        }
        return;
    }
    const Progress& page = state.lesson.fetching;
    if (page.is_long()) {
        if (draw_progress(ui, "recording the page's other run", page,
                          "Stops it; the page's questions are then not asked (Esc)")) {
            ui.emit(command::CancelLessonRun{});
        }
        return;
    }
    const float right = right_end(ui), button_room = 2 * ImGui::GetStyle().FramePadding.x;
    if (state.writing.can_be_stopped()) {
        if (draw_progress(ui, state.writing.what, state.writing.progress,
                          "Stops it: no file comes of it (Esc)")) {
            ui.emit(command::CancelWriting{});
        }
        return;
    }
    if (!state.writing.what.empty()) {
        const std::string words = state.writing.what + "…";
        ImGui::SetCursorPosX(right - ImGui::CalcTextSize(words.c_str()).x);
        widgets::text(words, ui.fonts.regular, ui.colors.faint);
        widgets::note_item(ui, "activity.writing");
        return;
    }
    if (state.messages.empty()) return;
    const std::size_t count = state.messages.size();
    const std::string words = fmt::format("{} message{}", count, count == 1 ? "" : "s");
    ImGui::SetCursorPosX(right - ImGui::CalcTextSize(words.c_str()).x - button_room);
    if (widgets::button(ui, "activity.messages", words, "All messages so far")) {
        dialogs.show_messages();
    }
}

}  // namespace stridescope
