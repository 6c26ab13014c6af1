#include "app/ui/panels/menus.h"

#include <fmt/format.h>

#include <algorithm>

namespace stridescope {

/// The lessons by number, with a tick for each whose questions were all answered.
void draw_lessons_menu(Ui& ui) {
    if (!begin_menu(ui, "menu.lessons", "Lessons")) return;
    const LessonState& lesson = ui.state.lesson;
    const auto& answered = ui.state.preferences.lessons_answered;
    for (std::size_t i = 0; i < lesson.all.size(); ++i) {
        const Lesson& one = *lesson.all[i];
        const bool done =
            std::ranges::find(answered, one.path.filename().string()) != answered.end();
        const bool open = lesson.open() && lesson.play.lesson()->path == one.path;
        const std::string label = fmt::format("{}  {}", i + 1, one.title);
        if (menu_item(ui, fmt::format("menu.lessons.{}", i), label.c_str(), open ? "open" : nullptr,
                      true, done, one.about.c_str())) {
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
