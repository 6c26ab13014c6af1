#include "app/ui/panels/menus.h"

namespace stridescope {

void draw_help_menu(Ui& ui, Dialogs& dialogs, DeveloperPanel& developer) {
    if (!begin_menu(ui, "menu.help", "Help")) return;
    if (menu_item(ui, "menu.help.tour", "Tour", nullptr)) ui.emit(command::ShowTour{0});
    if (menu_item(ui, "menu.help.keys", "Keys", "F1")) dialogs.show_help();
    if (menu_item(ui, "menu.help.messages", "Messages", nullptr)) dialogs.show_messages();
    if (begin_menu(ui, "menu.help.developer", "Developer")) {
        if (menu_item(ui, "menu.help.developer.panel", "Frame times and state", "F12", true,
                      developer.shown())) {
            developer.toggle();
        }
        if (menu_item(ui, "menu.help.developer.metrics", "Dear ImGui's metrics", nullptr, true,
                      developer.metrics_shown())) {
            developer.toggle_metrics();
        }
        ImGui::EndMenu();
    }
    ImGui::Separator();
    if (menu_item(ui, "menu.help.about", "About StrideScope", nullptr)) dialogs.show_about();
    ImGui::EndMenu();
}

}  // namespace stridescope
