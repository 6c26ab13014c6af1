#include "app/ui/menu_bar.h"

#include <string>

#include "app/ui/widgets.h"

namespace stridescope {
namespace {

bool item(Ui& ui, const std::string& name, const char* label, const char* keys, bool enabled = true,
          bool ticked = false, const char* tip = "") {
    const bool pressed = ImGui::MenuItem(label, keys, ticked, enabled);
    widgets::tooltip(ui, tip);
    widgets::note_item(ui, name, enabled, enabled ? "" : tip);
    return pressed;
}

bool menu(Ui& ui, const std::string& name, const char* label) {
    const bool open = ImGui::BeginMenu(label);
    // Inside an open menu the last item is the menu's own window; the bar's entry is noted when
    // closed, and keeps its place.
    if (!open) widgets::note_item(ui, name);
    return open;
}

void draw_file(Ui& ui, Dialogs& dialogs) {
    if (!menu(ui, "menu.file", "File")) return;
    if (item(ui, "menu.file.open", "Open trace …", "Ctrl+O")) dialogs.ask_open();
    if (item(ui, "menu.file.save", "Save trace …", "Ctrl+S", ui.state.shown != nullptr)) {
        dialogs.ask_save(ui.state);
    }
    ImGui::Separator();
    if (item(ui, "menu.file.quit", "Quit", "Ctrl+Q")) ui.emit(command::Quit{});
    ImGui::EndMenu();
}

void draw_export(Ui& ui, Dialogs& dialogs) {
    if (!menu(ui, "menu.export", "Export")) return;
    const bool any = ui.state.shown != nullptr;
    if (item(ui, "menu.export.heatmap", "Heatmap …", "Ctrl+E", any)) {
        dialogs.ask_export(View::heatmap, ui.state);
    }
    if (item(ui, "menu.export.tree", "Tree …", nullptr, any)) {
        dialogs.ask_export(View::tree, ui.state);
    }
    if (item(ui, "menu.export.memory", "Shared memory …", nullptr, any)) {
        dialogs.ask_export(View::memory, ui.state);
    }
    ImGui::EndMenu();
}

void draw_view(Ui& ui, MenuWishes& wishes) {
    if (!menu(ui, "menu.view", "View")) return;
    const AppState& state = ui.state;
    if (item(ui, "menu.view.fit", "Show all of the pictures", "F")) wishes.fit_all = true;
    ImGui::Separator();
    if (item(ui, "menu.view.bank", "Heatmap by bank", nullptr, true,
             state.heatmap_axis == HeatmapAxis::bank)) {
        ui.emit(command::SetHeatmapAxis{HeatmapAxis::bank});
    }
    if (item(ui, "menu.view.warp", "Heatmap by warp", nullptr, true,
             state.heatmap_axis == HeatmapAxis::warp)) {
        ui.emit(command::SetHeatmapAxis{HeatmapAxis::warp});
    }
    if (item(ui, "menu.view.compare", "Compare with no padding", "C", true, state.compare)) {
        ui.emit(command::SetCompare{!state.compare});
    }
    ImGui::Separator();
    if (item(ui, "menu.view.light", "Light", nullptr, true, state.theme == Theme::light)) {
        ui.emit(command::SetTheme{Theme::light});
    }
    if (item(ui, "menu.view.dark", "Dark", nullptr, true, state.theme == Theme::dark)) {
        ui.emit(command::SetTheme{Theme::dark});
    }
    ImGui::Separator();
    if (item(ui, "menu.view.larger", "Larger type", "Ctrl++")) {
        ui.emit(command::SetTextScale{state.text_scale + 0.25F});
    }
    if (item(ui, "menu.view.smaller", "Smaller type", "Ctrl+-")) {
        ui.emit(command::SetTextScale{state.text_scale - 0.25F});
    }
    if (item(ui, "menu.view.ordinary", "Ordinary type", "Ctrl+0")) {
        ui.emit(command::SetTextScale{1});
    }
    ImGui::EndMenu();
}

void draw_help(Ui& ui, Dialogs& dialogs) {
    if (!menu(ui, "menu.help", "Help")) return;
    if (item(ui, "menu.help.keys", "Keys", "F1")) dialogs.show_help();
    if (item(ui, "menu.help.about", "About StrideScope", nullptr)) dialogs.show_about();
    ImGui::EndMenu();
}

}  // namespace

MenuWishes draw_menu_bar(Ui& ui, Dialogs& dialogs) {
    MenuWishes wishes;
    if (!ImGui::BeginMainMenuBar()) return wishes;
    draw_file(ui, dialogs);
    draw_export(ui, dialogs);
    draw_view(ui, wishes);
    draw_help(ui, dialogs);
    ImGui::EndMainMenuBar();
    return wishes;
}

}  // namespace stridescope
