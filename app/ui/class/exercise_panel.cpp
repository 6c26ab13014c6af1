#include "app/ui/class/exercise_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

using State = ExerciseVerdict::State;

void draw_head(Ui& ui, float width) {
    const Exercise& exercise = ui.state.exercise.exercise();
    const float start = ImGui::GetCursorPosX(), side = ui.row_height();
    const std::string place = fmt::format("Exercise {} of {}", exercise.order, exercise.set);
    widgets::fitted_text(ui, place, ui.fonts.small, ui.colors.faint, width - side - ui.units(2));
    ImGui::SameLine(start + width - side);
    if (widgets::icon_button(ui, "exercise.close", widgets::Icon::close,
                             "Closes the exercise; the text stays")) {
        ui.emit(command::CloseExercise{});
    }
    widgets::wrapped_text(exercise.title, ui.fonts.title, ui.colors.text);
    widgets::note_item(ui, "exercise.title", true, exercise.title);
    widgets::wrapped_text(exercise.task, ui.fonts.regular, ui.colors.text);
}

/// One line with its mark, and what was found below it. `first`: it is what to mend first.
void draw_verdict(Ui& ui, std::size_t number, const ExerciseVerdict& verdict, bool first) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = imgui::size_of(*ui.fonts.regular), left = ui.units(6);
    const auto mark = verdict.state == State::passed   ? widgets::Mark::done
                      : verdict.state == State::failed ? widgets::Mark::failed
                                                       : widgets::Mark::open;
    widgets::draw_mark(ui, {at.x + ui.units(2), at.y + line / 2}, mark);
    ImGui::Indent(left);
    const bool open = verdict.state == State::open;
    widgets::wrapped_text(verdict.name, ui.fonts.regular, open ? ui.colors.faint : ui.colors.text);
    const std::string name = fmt::format("exercise.verdict.{}", number);
    widgets::note_item(ui, name, true,
                       fmt::format("{}: {}", name_of(verdict.state), verdict.sentence));
    if (verdict.state == State::failed) {
        widgets::wrapped_text(verdict.sentence, ui.fonts.small, ui.colors.bad);
        const bool in_case = first && verdict.of_case >= 0 && verdict.kind != VerdictKind::compiles;
        if (in_case && widgets::button(ui, name + ".show", "Show me where",
                                       "Runs the text so, and goes to the step where it shows")) {
            ui.emit(command::ShowVerdict{number});
        }
    }
    ImGui::Unindent(left);
}

void draw_verdicts(Ui& ui) {
    const ExerciseState& state = ui.state.exercise;
    if (!state.problem.empty()) {
        widgets::wrapped_text(state.problem, ui.fonts.regular, ui.colors.bad);
        return;
    }
    if (!state.judgement) {
        widgets::wrapped_text("Being judged…", ui.fonts.regular, ui.colors.faint);
        return;
    }
    const Judgement& judgement = *state.judgement;
    const std::string points =
        judgement.passed()
            ? fmt::format("Solved: {} points", judgement.points())
            : fmt::format("{} of {} points", judgement.points(), judgement.of_points());
    widgets::text(points, ui.fonts.bold, judgement.passed() ? ui.colors.good : ui.colors.text);
    widgets::note_item(ui, "exercise.points", true, points);
    if (judgement.as_given)
        widgets::wrapped_text("Nothing is written into the hole yet.", ui.fonts.small,
                              ui.colors.faint);
    ImGui::Dummy({0, ui.units(0.5F)});
    for (std::size_t k = 0; k < judgement.verdicts.size(); ++k)
        draw_verdict(ui, k, judgement.verdicts[k], judgement.first() == &judgement.verdicts[k]);
}

void draw_hints(Ui& ui) {
    const ExerciseState& state = ui.state.exercise;
    for (std::size_t k = 0; k < state.hints.size(); ++k) {
        if (!state.hints[k]) continue;
        widgets::wrapped_text("Hint: " + state.exercise().hints[k].text, ui.fonts.regular,
                              ui.colors.accent);
        widgets::note_item(ui, fmt::format("exercise.hint.{}", k));
    }
    if (widgets::button(ui, "exercise.hint", "Hint", "One more hint, for what fails first",
                        state.has_hint())) {
        ui.emit(command::GiveHint{});
    }
    if (!state.solution.empty() && !state.shows_solution()) {
        ImGui::SameLine(0, ui.units(1));
        if (widgets::button(ui, "exercise.give_up", "Show the solution",
                            "Shows what the model solution has in the hole")) {
            ui.emit(command::GiveUp{});
        }
    }
    if (!state.shows_solution()) return;
    ImGui::SameLine(0, ui.units(1));
    if (widgets::button(ui, "exercise.compare", "Compare with the solution",
                        "Runs the solution beside your text: every picture twice")) {
        ui.emit(command::CompareWithSolution{});
    }
    ImGui::Dummy({0, ui.units(1)});
    widgets::text("Solution", ui.fonts.bold, ui.colors.text);
    widgets::wrapped_text(state.solution, ui.fonts.mono, ui.colors.text);
    widgets::note_item(ui, "exercise.solution");
}

/// To the exercise before or behind this one, of all that there are.
void draw_foot(Ui& ui) {
    const ExerciseState& state = ui.state.exercise;
    const auto here = std::ranges::find(state.all, state.exercise().path,
                                        [](const auto& one) { return one->path; });
    if (here == state.all.end()) return;
    if (widgets::button(ui, "exercise.before", "Previous", "The exercise before this one",
                        here != state.all.begin())) {
        ui.emit(command::OpenExercise{(*(here - 1))->path});
    }
    ImGui::SameLine(0, ui.units(1));
    const bool last = here + 1 == state.all.end();
    if (widgets::button(ui, "exercise.next", "Next",
                        last ? std::string{"This is the last one"} : (*(here + 1))->title, !last)) {
        ui.emit(command::OpenExercise{(*(here + 1))->path});
    }
}

}  // namespace

void draw_exercise_panel(Ui& ui) {
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    widgets::note_box(ui, "exercise", low, {low.x + size.x, low.y + size.y});
    const float foot = ui.row_height() + ui.units(2);
    const float height = std::max(ImGui::GetContentRegionAvail().y - foot, ui.row_height());
    ImGui::BeginChild("##exercise.sheet", {0, height}, false, ImGuiWindowFlags_NoNav);
    const float width = ImGui::GetContentRegionAvail().x - ui.units(1);
    draw_head(ui, width);
    ImGui::Dummy({0, ui.units(1)});
    draw_verdicts(ui);
    ImGui::Dummy({0, ui.units(1)});
    draw_hints(ui);
    ImGui::EndChild();
    draw_foot(ui);
}

}  // namespace stridescope
