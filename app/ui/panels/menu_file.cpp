#include "app/ui/panels/menus.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <string>

#include "app/ui/kit/foreign_label.h"

namespace stridescope {
namespace {

void draw_recent_files(Ui& ui) {
    const auto& files = ui.state.preferences.recent_files;
    if (!begin_menu(ui, "menu.file.recent", "Open recent", !files.empty())) return;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string name = std::filesystem::path{files[i]}.filename().string();
        // Two files of one name are two entries.
        const std::string label = fmt::format("{}##{}", foreign_label(name), i);
        if (menu_item(ui, fmt::format("menu.file.recent.{}", i), label.c_str(), nullptr, true,
                      false, files[i].c_str())) {
            ui.emit(command::OpenTrace{files[i]});
        }
    }
    ImGui::EndMenu();
}

}  // namespace

void draw_file_menu(Ui& ui, Dialogs& dialogs) {
    if (!begin_menu(ui, "menu.file", "File")) return;
    if (menu_item(ui, "menu.file.open", "Open…", "Ctrl+O")) dialogs.ask_open(ui.state);
    if (menu_item(ui, "menu.file.save", "Save trace…", "Ctrl+S", ui.state.runs.shown != nullptr)) {
        dialogs.ask_save(ui.state);
    }
    draw_recent_files(ui);
    ImGui::Separator();
    if (menu_item(ui, "menu.file.quit", "Quit", "Ctrl+Q")) ui.emit(command::Quit{});
    ImGui::EndMenu();
}

void draw_export_menu(Ui& ui, MenuActions& actions) {
    if (!begin_menu(ui, "menu.export", "Export")) return;
    for (const View view : all_views) {
        const std::string name{name_of(view)};
        const std::string label = fmt::format(
            "{}{}…", static_cast<char>(std::toupper(static_cast<unsigned char>(name[0]))),
            name.substr(1));
        const char* keys = view == View::heatmap ? "Ctrl+E" : nullptr;
        if (menu_item(ui, "menu.export." + name, label.c_str(), keys,
                      ui.state.runs.shown != nullptr)) {
            actions.export_view = view;
        }
    }
    ImGui::EndMenu();
}

}  // namespace stridescope
