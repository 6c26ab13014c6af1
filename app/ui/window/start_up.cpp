#include "app/ui/window/start_up.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/exercise/exercise_check.h"
#include "app/experiment/text_file.h"
#include "app/platform/lesson_folders.h"
#include "app/session/controller.h"
#include "app/session/set_file.h"

namespace stridescope {
namespace {

/// The sets that are files (.txtar) in one's own folder.
void offer_sets(Controller& controller, const std::filesystem::path& folder,
                std::vector<std::string>& problems) {
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (is_text_archive_path(entry.path())) paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    for (const std::filesystem::path& path : paths) {
        try {
            LessonSet set = read_set(path);
            problems.insert(problems.end(), set.problems.begin(), set.problems.end());
            controller.offer(std::move(set.lessons));
            controller.offer(std::move(set.exercises));
        } catch (const UsageError& fault) {
            problems.emplace_back(fault.what());
        } catch (const RunError& fault) {
            problems.emplace_back(fault.what());
        }
    }
}

/// Finds the lessons, and opens the one that was asked for.
void open_lesson(Controller& controller, const WindowOptions& options) {
    std::vector<std::string> problems;
    const std::optional<std::filesystem::path>& wanted = options.lesson;
    for (const OfferedFolder& folder : lesson_folders()) {
        std::vector<Lesson> lessons = lessons_in(folder.path, problems);
        for (Lesson& lesson : lessons) lesson.shipped = folder.shipped;
        controller.offer(std::move(lessons));
        if (!folder.shipped) offer_sets(controller, folder.path, problems);
    }
    for (const std::string& problem : problems) controller.say(false, problem);
    if (options.page && !wanted) {
        throw UsageError("--page is a page of a lesson: name one, such as stridescope lesson.md.");
    }
    if (!wanted) return;
    controller.apply(command::OpenLesson{*wanted});
    if (!options.page) return;
    const int pages = controller.state().lesson.play.pages();
    if (pages == 0) throw UsageError(controller.state().messages.back().text);  // it was refused
    if (*options.page > pages) {
        throw UsageError(
            fmt::format("There is no page {}: the lesson has pages 1 … {}.", *options.page, pages));
    }
    controller.apply(command::GoToPage{*options.page - 1});
}

/// Finds the exercises, and opens the one that was asked for.
void open_exercise(Controller& controller, const WindowOptions& options) {
    std::vector<std::string> problems;
    for (const OfferedFolder& folder : exercise_folders()) {
        std::vector<Exercise> exercises = exercises_in(folder.path, problems);
        for (Exercise& exercise : exercises) exercise.shipped = folder.shipped;
        controller.offer(std::move(exercises));
        if (!folder.shipped) offer_sets(controller, folder.path, problems);
    }
    for (const std::string& problem : problems) controller.say(false, problem);
    if (!options.exercise) return;
    controller.apply(command::OpenExercise{*options.exercise});
    if (!controller.state().exercise.open())
        throw UsageError(controller.state().messages.back().text);  // it was refused
}

/// Shows that run beside the one that is recorded or opened: a trace file, or flags.
void show_beside(Controller& controller, const std::string& other) {
    if (std::filesystem::path{other}.extension() == ".npz") {
        controller.apply(command::HoldFile{other});
    } else {
        controller.wait_until_recorded();  // of a file the flags begin with what it holds
        const Experiment experiment = experiment_of_line(other, controller.state().experiment);
        if (const std::string why = why_impossible(experiment); !why.empty()) {
            throw UsageError(why);
        }
        controller.apply(command::HoldExperiment{experiment});
    }
    controller.apply(command::ToggleBeside{});
}

/// The text that was open the last time, from its file; nothing, and why in `problem`, where that
/// cannot be read.
std::optional<Experiment> opened_again(const OpenText& open, std::string& problem) {
    Experiment experiment = open.experiment;
    try {
        experiment.text.text = read_cuda_text(experiment.text.path).text;
        return experiment;
    } catch (const UsageError& error) {
        problem = fmt::format("The text that was open the last time cannot be opened again: {}",
                              error.what());
        return std::nullopt;
    }
}

}  // namespace

std::unique_ptr<Controller> make_controller(const WindowOptions& options, const SavedState& saved,
                                            std::function<void()> wake) {
    std::string problem;
    std::optional<Experiment> again;
    if (options.nothing_asked && saved.open) again = opened_again(*saved.open, problem);
    const Experiment& experiment = again ? *again : options.experiment;
    auto controller = options.trace ? std::make_unique<Controller>(*options.trace, std::move(wake))
                                    : std::make_unique<Controller>(experiment, std::move(wake));
    controller->restore(saved);
    if (options.block_chosen) controller->pin_block();
    if (options.embedded) controller->embed();
    if (options.still) controller->keep_still();
    if (!problem.empty()) controller->say(false, problem);
    if (options.theme) controller->apply(command::Set{setting::theme, *options.theme});
    if (options.heatmap_axis)
        controller->apply(command::Set{setting::look<&Look::axis>, *options.heatmap_axis});
    if (options.text_scale)
        controller->apply(command::Set{setting::text_scale, *options.text_scale});
    controller->apply(command::Set{setting::compare, options.compare});
    if (options.lock) controller->apply(command::Set{setting::step_lock, *options.lock});
    if (options.beside) show_beside(*controller, *options.beside);
    controller->offer_measured(shipped_times());
    open_lesson(*controller, options);
    open_exercise(*controller, options);
    if (options.place) {
        controller->resume(*options.place);
    } else if (options.link) {
        controller->follow(*options.link);
    }
    if (options.welcome || (options.nothing_asked && !again)) {
        controller->apply(command::Set{setting::start, true});
    }
    if (options.set) {
        controller->apply(command::OpenFile{*options.set});
        if (!controller->state().presenter.start)
            throw UsageError(controller->state().messages.back().text);  // it was refused
    }
    if (options.ladder) {
        controller->apply(command::OpenFile{*options.ladder});
        if (!controller->state().ladder.open) {
            throw UsageError(controller->state().messages.back().text);
        }
    }
    if (options.predict) controller->apply(command::TogglePredict{});
    if (options.show) controller->apply(command::ToggleEnlarged{*options.show});
    if (options.present) controller->apply(command::TogglePresentation{});
    return controller;
}

void wait_for_first_picture(Controller& controller, const WindowOptions& options) {
    controller.wait_until_recorded();
    const AppState& state = controller.state();
    if (!state.runs.shown) {
        // A text that does not run yet is there to be fixed.
        if (state.document && !options.screenshot) return;
        if (!state.edit.impossible.empty()) throw UsageError(state.edit.impossible);
        throw UsageError(state.messages.empty() ? state.runs.error : state.messages.back().text);
    }
    // A window says so and goes on; a picture without the other run is not what was asked for.
    if (options.screenshot && options.beside && !state.comparison.held.trace) {
        throw UsageError(state.messages.empty() ? state.runs.error : state.messages.back().text);
    }
    // A window shows why beside the page; nobody reads that in a picture that is made by a script.
    if (options.screenshot && !state.lesson.problem.empty()) {
        throw UsageError(state.lesson.problem);
    }
    if (!options.step) return;
    const int steps = state.trace()->step_count();
    if (*options.step < 0 || *options.step >= std::max(steps, 1)) {
        throw UsageError(fmt::format("There is no step {}: the trace has steps 0 … {}.",
                                     *options.step, std::max(steps - 1, 0)));
    }
    controller.apply(command::Jump{*options.step});
}

}  // namespace stridescope
