#include "app/ui/panels/menu_bar.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/session/run_text.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/activity.h"
#include "app/ui/panels/menus.h"

namespace stridescope {

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
