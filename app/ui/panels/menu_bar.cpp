#include "app/ui/panels/menu_bar.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/session/run_text.h"
#include "app/ui/dialogs/dialogs.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/ui.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

// What is being done off the UI's thread, at the right end of the menu bar.

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

/// Draws what is under way, with how far it is and a button that stops it; else how many messages
/// there are.
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

}  // namespace

bool menu_item(Ui& ui, const std::string& name, const char* label, const char* keys, bool enabled,
               bool ticked, const char* tip) {
    const std::string named = widgets::with_keys_of_here(ui, keys != nullptr ? keys : "");
    const bool pressed =
        ImGui::MenuItem(label, named.empty() ? nullptr : named.c_str(), ticked, enabled);
    widgets::tooltip(ui, tip);
    widgets::note_entry(ui, name, {.role = ControlRole::item, .words = label, .on = ticked},
                        enabled, enabled ? "" : tip);
    return pressed;
}

bool begin_menu(Ui& ui, const std::string& name, const char* label, bool enabled) {
    // A menu within a menu is a child window to ImGui, and would have no frame.
    const ImGuiStyle& style = ImGui::GetStyle();
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, style.PopupBorderSize);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, style.PopupRounding);
    const bool open = ImGui::BeginMenu(label, enabled);
    ImGui::PopStyleVar(2);
    // Inside an open menu the last item is the menu's own window; the bar's entry is noted when
    // closed, and keeps its place.
    if (!open)
        widgets::note_control(ui, name, {.role = ControlRole::menu, .words = label}, enabled);
    return open;
}

namespace {

/// What the last key has switched (AppState::notice), from the last menu on: there it covers
/// nothing.
void draw_notice(Ui& ui) {
    const std::string& words = ui.state.notice;
    if (words.empty()) return;
    // What goes on, or the list of messages, stands at the bar's right end.
    const float pad = ui.units(2), of_activity = ui.units(ui.state.messages.empty() ? 2 : 30);
    const float left = ImGui::GetCursorPosX() + ui.units(4);
    const float room = ImGui::GetWindowWidth() - left - 2 * pad - of_activity;
    if (room < ui.units(20)) return;
    // Rather small than cut: it is there for some seconds only.
    ImFont* font =
        widgets::fits_lines(words, ui.fonts.regular, room, 1) ? ui.fonts.regular : ui.fonts.small;
    imgui::push_font(font);
    const float wide = std::min(std::ceil(ImGui::CalcTextSize(words.c_str()).x), room);
    ImGui::PopFont();
    const ImVec2 window = ImGui::GetWindowPos();
    const ImVec2 low{window.x + left, window.y + 1};
    const ImVec2 high{low.x + wide + 2 * pad, window.y + ImGui::GetWindowHeight() - 1};
    ImGui::GetWindowDrawList()->AddRectFilled(low, high, packed(ui.colors.text), ui.units(1));
    ImGui::SetCursorPosX(left + pad);
    widgets::fitted_text(ui, words, font, ui.colors.panel, wide + 1);
    widgets::note_item(ui, "notice", true, words);
}

/// What is open, where nothing else has the bar's room.
void draw_title(Ui& ui) {
    if (ui.state.works() || !ui.state.notice.empty() || !ui.state.messages.empty()) return;
    constexpr std::string_view end = " – StrideScope";
    std::string title = window_title(ui.state);
    if (title.ends_with(end)) title.erase(title.size() - end.size());
    const float room = ImGui::GetWindowWidth() - ImGui::GetCursorPosX() - ui.units(4);
    widgets::fitted_text(ui, title, ui.fonts.regular, ui.colors.faint, std::max(room, 1.0F));
    widgets::note_item(ui, "menu.title", true, title);
}

}  // namespace

MenuActions draw_menu_bar(Ui& ui, Dialogs& dialogs, DeveloperPanel& developer) {
    MenuActions actions;
    if (!ImGui::BeginMainMenuBar()) return actions;
    const bool narrow = ui.state.is_narrow();
    const auto draw_menus = [&] {
        draw_file_menu(ui, dialogs);
        draw_edit_menu(ui, actions);
        draw_experiment_menu(ui);
        draw_export_menu(ui, actions);
        draw_view_menu(ui, actions);
        draw_compare_menu(ui, dialogs);
        draw_lessons_menu(ui);
        draw_class_menu(ui);
        draw_help_menu(ui, dialogs, developer);
    };
    if (!narrow) {
        draw_menus();
    } else {
        if (begin_menu(ui, "menu.all", "Menu")) {
            draw_menus();
            ImGui::EndMenu();
        }
        draw_title(ui);
    }
    if (ui.state.presenter.locked &&
        widgets::button(ui, "menu.locked", "Locked",
                        "The experiment cannot be changed. Click to unlock it (K)", true, true)) {
        ui.emit(command::Set{setting::locked, !ui.state.presenter.locked});
    }
    if (!ui.state.works()) draw_notice(ui);
    draw_activity(ui, dialogs);
    ImGui::EndMainMenuBar();
    return actions;
}

}  // namespace stridescope
