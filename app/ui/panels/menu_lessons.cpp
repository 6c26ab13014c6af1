#include "app/ui/panels/menus.h"

#include <fmt/format.h>

#include <algorithm>

namespace stridescope {

namespace {

/// A menu for each set of exercises, with a tick for each that was solved.
void draw_exercise_sets(Ui& ui) {
    const ExerciseState& exercise = ui.state.exercise;
    const auto& solved = ui.state.preferences.exercises_solved;
    if (!exercise.all.empty()) ImGui::Separator();
    for (auto first = exercise.all.begin(); first != exercise.all.end();) {
        const std::string& set = (*first)->set;
        const auto end = std::find_if(first, exercise.all.end(),
                                      [&](const auto& one) { return one->set != set; });
        const std::string name = "menu.exercises." + set;
        if (begin_menu(ui, name, ("Exercises: " + set).c_str())) {
            for (auto one = first; one != end; ++one) {
                const bool done = std::ranges::find(solved, exercise_key(**one)) != solved.end();
                const bool open = exercise.open() && exercise.exercise().path == (*one)->path;
                const std::string label = fmt::format("{}  {}", (*one)->order, (*one)->title);
                if (menu_item(ui, fmt::format("{}.{}", name, (*one)->order), label.c_str(),
                              open ? "open" : nullptr, true, done, (*one)->task.c_str())) {
                    ui.emit(command::OpenExercise{(*one)->path});
                }
            }
            ImGui::EndMenu();
        }
        first = end;
    }
}

}  // namespace

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
    draw_exercise_sets(ui);
    ImGui::EndMenu();
}

}  // namespace stridescope
