#include "app/ui/panels/menus.h"

#include <fmt/format.h>

namespace stridescope {
namespace {

void draw_lessons(Ui& ui) {
    const LessonState& lesson = ui.state.lesson;
    if (!begin_menu(ui, "menu.help.lessons", "Lessons")) return;
    for (std::size_t i = 0; i < lesson.all.size(); ++i) {
        const Lesson& one = *lesson.all[i];
        const bool open = lesson.open() && lesson.play.lesson()->path == one.path;
        if (menu_item(ui, fmt::format("menu.help.lessons.{}", i), one.title.c_str(), nullptr, true,
                      open, one.about.c_str())) {
            ui.emit(command::OpenLesson{one.path});
        }
    }
    if (lesson.all.empty()) {
        menu_item(ui, "menu.help.lessons.none", "None found", nullptr, false, false,
                  "File > Open opens a lesson (.md)");
    }
    ImGui::EndMenu();
}

}  // namespace

void draw_help_menu(Ui& ui, Dialogs& dialogs, DeveloperPanel& developer) {
    if (!begin_menu(ui, "menu.help", "Help")) return;
    draw_lessons(ui);
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
