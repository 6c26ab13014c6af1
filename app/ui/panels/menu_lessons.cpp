#include "app/ui/panels/menus.h"

#include <fmt/format.h>

#include <algorithm>

namespace stridescope {

/// The lessons by number, with a tick for each that was read to its end.
void draw_lessons_menu(Ui& ui) {
    if (!begin_menu(ui, "menu.lessons", "Lessons")) return;
    const LessonState& lesson = ui.state.lesson;
    const auto& done = ui.state.preferences.lessons_done;
    for (std::size_t i = 0; i < lesson.all.size(); ++i) {
        const Lesson& one = *lesson.all[i];
        const bool read = std::ranges::find(done, one.path.filename().string()) != done.end();
        const bool open = lesson.open() && lesson.play.lesson()->path == one.path;
        const std::string label = fmt::format("{}  {}", i + 1, one.title);
        if (menu_item(ui, fmt::format("menu.lessons.{}", i), label.c_str(), open ? "open" : nullptr,
                      true, read, one.about.c_str())) {
            ui.emit(command::OpenLesson{one.path});
        }
    }
    if (lesson.all.empty()) {
        menu_item(ui, "menu.lessons.none", "None found", nullptr, false, false,
                  "File > Open opens a lesson (.md)");
    }
    ImGui::EndMenu();
}

}  // namespace stridescope
