// The menus of the bar, one by one.
#include "app/ui/panels/menu_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/platform/lesson_folders.h"
#include "app/platform/window.h"
#include "app/session/presets.h"
#include "app/session/run_text.h"
#include "app/ui/kit/text.h"
#include "app/ui/panels/narration_line.h"

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
            ui.emit(command::OpenFile{files[i]});
        }
    }
    ImGui::EndMenu();
}

/// The texts that the program brings along, by family.
void draw_examples(Ui& ui) {
    if (!begin_menu(ui, "menu.file.examples", "Examples", !ui.state.presenter.locked)) return;
    std::vector<std::string> families;
    for (const LibraryText& text : library()) {
        const bool known = std::ranges::find(families, text.family) != families.end();
        if (text.is_kernel && !known) families.push_back(text.family);
    }
    // What is broken on purpose comes last.
    std::ranges::stable_partition(families, [](const std::string& family) {
        return std::ranges::none_of(library(), [&](const LibraryText& text) {
            return text.family == family && !text.correct.empty();
        });
    });
    for (const std::string& family : families) {
        if (!begin_menu(ui, "menu.file.examples." + family, family.c_str())) continue;
        for (const LibraryText& text : library()) {
            if (!text.is_kernel || text.family != family) continue;
            if (menu_item(ui, "menu.file.example." + text.id, text.title.c_str(), nullptr, true,
                          false, text.summary.c_str())) {
                ui.emit(command::NewText{std::string{text.text}, text.id + ".cu"});
            }
        }
        ImGui::EndMenu();
    }
    ImGui::EndMenu();
}

/// What can be done with the text that is edited.
void draw_text_entries(Ui& ui, Dialogs& dialogs) {
    const AppState& state = ui.state;
    const bool text = state.document.has_value(), unlocked = !state.presenter.locked;
    if (menu_item(ui, "menu.file.save_text", "Save", text ? "Ctrl+S" : nullptr, text)) {
        dialogs.save_text(state, ui.commands);
    }
    if (menu_item(ui, "menu.file.save_text_as", "Save as…", "Ctrl+Shift+S", text)) {
        dialogs.file().ask_save_text(state);
    }
    if (menu_item(ui, "menu.file.revert", "Revert", nullptr,
                  text && unlocked && state.document->unsaved, false,
                  "Back to what the file holds; this can be undone")) {
        ui.emit(command::RevertText{});
    }
    if (state.draft && menu_item(ui, "menu.file.restore", "Restore the unsaved text", nullptr,
                                 unlocked, false, "The text that was not saved the last time")) {
        ui.emit(command::RestoreDraft{});
    }
    const bool shown = !text;
    if (shown &&
        menu_item(ui, "menu.file.edit", "Edit the text of this trace", nullptr, unlocked)) {
        ui.emit(command::EditShownText{});
    }
}

/// What was measured on a GPU, for whoever has none.
void draw_recordings(Ui& ui) {
    const std::vector<std::filesystem::path>& recordings = ui.state.measured;
    if (recordings.empty() ||
        !begin_menu(ui, "menu.file.times", "Measured on a GPU", !ui.state.presenter.locked))
        return;
    for (const std::filesystem::path& path : recordings) {
        std::string name = path.stem().string();
        std::ranges::replace(name, '_', ' ');
        if (menu_item(ui, "menu.file.times." + path.stem().string(), name.c_str(), nullptr, true,
                      false, "A recording with the times of its warps: see the view Time"))
            ui.emit(command::OpenFile{path});
    }
    ImGui::EndMenu();
}

}  // namespace

void draw_file_menu(Ui& ui, Dialogs& dialogs) {
    if (!begin_menu(ui, "menu.file", "File")) return;
    const AppState& state = ui.state;
    if (menu_item(ui, "menu.file.start", "Start page", nullptr, true, ui.state.presenter.start,
                  "Lessons, your own kernels, presets")) {
        ui.emit(command::Set{setting::start, !ui.state.presenter.start});
    }
    if (menu_item(ui, "menu.file.new", "New kernel", "Ctrl+N", !state.presenter.locked, false,
                  "A small CUDA text to begin with")) {
        ui.emit(command::NewText{new_kernel_text, untitled});
    }
    const bool marked =
        state.document && !state.exercise.open() && state.document->editor.has_selection();
    if (menu_item(ui, "menu.file.new_exercise", "New exercise…", nullptr,
                  marked && !state.presenter.locked, false,
                  "Of this text: the lines that are selected are what others are to write")) {
        dialogs.file().ask_exercise(state);
    }
    draw_examples(ui);
    if (menu_item(ui, "menu.file.open", "Open…", "Ctrl+O")) dialogs.ask_open(state);
    draw_recent_files(ui);
    draw_recordings(ui);
    ImGui::Separator();
    draw_text_entries(ui, dialogs);
    ImGui::Separator();
    const char* keys = state.document ? nullptr : "Ctrl+S";
    if (menu_item(ui, "menu.file.save", "Save trace…", keys, state.runs.shown != nullptr)) {
        dialogs.file().ask_save(state);
    }
    const bool asks = state.lesson.open() || state.predict.on || !state.answers.empty();
    if (asks && menu_item(ui, "menu.file.answers", "Save answers…", nullptr, !state.answers.empty(),
                          false, "All answers and votes since the start, as a table (.csv)")) {
        dialogs.file().ask_answers(state);
    }
    if (state.exercise.open() &&
        menu_item(ui, "menu.file.results", "Save results…", nullptr, state.exercise.has_results(),
                  false, "The verdicts and your text in one file (.json), to hand in")) {
        dialogs.file().ask_results(state);
    }
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

void draw_edit_menu(Ui& ui, MenuActions& actions) {
    if (!begin_menu(ui, "menu.edit", "Edit")) return;
    const AppState& state = ui.state;
    const auto with = [](const char* verb, const std::string& words) {
        return words.empty() ? std::string{verb} : fmt::format("{}: {}", verb, words);
    };
    if (menu_item(ui, "menu.edit.undo", with("Undo", state.edit.undo_words).c_str(), "Ctrl+Z",
                  state.edit.can_undo())) {
        ui.emit(command::Undo{});
    }
    if (menu_item(ui, "menu.edit.redo", with("Redo", state.edit.redo_words).c_str(), "Ctrl+Y",
                  state.edit.can_redo())) {
        ui.emit(command::Redo{});
    }
    ImGui::Separator();
    const bool text = state.document.has_value(), unlocked = !state.presenter.locked;
    using InText = MenuActions::InText;
    if (menu_item(ui, "menu.edit.find", "Find in the text…", "Ctrl+F", text)) {
        actions.in_text = InText::find;
    }
    if (menu_item(ui, "menu.edit.replace", "Find and replace…", "Ctrl+H", text && unlocked)) {
        actions.in_text = InText::replace;
    }
    if (menu_item(ui, "menu.edit.go_to_line", "Go to a line…", "Ctrl+G", text)) {
        actions.in_text = InText::line;
    }
    if (menu_item(ui, "menu.edit.run_to", "Run to the cursor's line", "Ctrl+F10",
                  state.trace_of_document() != nullptr)) {
        ui.emit(command::RunToCursor{});
    }
    if (menu_item(ui, "menu.edit.run_back", "Run back to the cursor's line", "Ctrl+Shift+F10",
                  state.trace_of_document() != nullptr)) {
        ui.emit(command::RunToCursor{-1});
    }
    if (menu_item(ui, "menu.edit.breakpoint", "Breakpoint at the cursor's line", "F9", text)) {
        ui.emit(command::ToggleBreakpoint{});
    }
    if (menu_item(ui, "menu.edit.paste", "Paste as a new kernel", nullptr, unlocked, false,
                  "The clipboard's text; Ctrl+V does the same unless you are typing")) {
        actions.paste = true;
    }
    ImGui::Separator();
    const std::string no_line = why_no_line(state);
    if (menu_item(ui, "menu.edit.copy", "Copy the command line", nullptr, no_line.empty(), false,
                  no_line.c_str())) {
        ImGui::SetClipboardText(terminal_line(state.experiment).c_str());
    }
    if (menu_item(
            ui, "menu.edit.line", "Copy this view as a command line", "Ctrl+Shift+C",
            state.runs.shown != nullptr && no_line.empty(), false,
            !no_line.empty()
                ? no_line.c_str()
                : "A command line that draws the view under the pointer, or the one that is shown "
                  "alone, with all its settings")) {
        actions.copy_line = true;
    }
    if (menu_item(ui, "menu.edit.link", "Copy link", "Ctrl+Shift+L",
                  !state.experiment.text.text.empty(), false,
                  "An address with the text, its settings, the step and the view in it: it opens "
                  "in a browser, or here by Ctrl+V")) {
        actions.copy_link = true;
    }
    if (menu_item(ui, "menu.edit.narration", "Copy what happens in this step", "Ctrl+C",
                  ui.state.current_step() != nullptr)) {
        copy_narration(ui.state);
    }
    ImGui::EndMenu();
}

void draw_experiment_menu(Ui& ui) {
    if (!begin_menu(ui, "menu.experiment", "Experiment")) return;
    const AppState& state = ui.state;
    for (const Preset& preset : presets()) {
        Experiment chosen = preset.experiment;
        chosen.engine = state.experiment.engine;
        if (menu_item(ui, "menu.experiment." + preset.id, preset.title.c_str(), nullptr, true,
                      state.experiment == chosen, preset.why.c_str())) {
            ui.emit(command::ShowPreset{preset.id});
        }
    }
    ImGui::Separator();
    const auto& recent = state.preferences.recent_experiments;
    Experiment now = state.experiment;  // as it is remembered: what a text says is in its file
    if (!now.text.path.empty()) now.text.text.clear();
    if (begin_menu(ui, "menu.experiment.recent", "Recent", !recent.empty())) {
        for (std::size_t i = 0; i < recent.size(); ++i) {
            const std::string label = fmt::format("{}##{}", experiment_title(recent[i]), i);
            if (menu_item(ui, fmt::format("menu.experiment.recent.{}", i), label.c_str(), nullptr,
                          true, now == recent[i])) {
                ui.emit(command::SetExperiment{recent[i]});
            }
        }
        ImGui::EndMenu();
    }
    if (menu_item(ui, "menu.experiment.cancel", "Cancel the recording", "Esc",
                  state.runs.recording.now, false, "Nothing is being recorded")) {
        ui.emit(command::CancelRecording{});
    }
    ImGui::Separator();
    if (menu_item(ui, "menu.experiment.compare", "Compare engines", nullptr,
                  !state.runs.comparing.now, false,
                  state.runs.comparing.now ? comparing_now : compare_tip)) {
        ui.emit(command::CompareEngines{});
    }
    ImGui::EndMenu();
}

void draw_view_menu(Ui& ui, MenuActions& actions) {
    if (!begin_menu(ui, "menu.view", "View")) return;
    const AppState& state = ui.state;
    if (menu_item(ui, "menu.view.fit", "Fit all views", "F")) actions.fit_all = true;
    if (menu_item(ui, "menu.view.ladder", "Ladder: how long scans take", nullptr, true,
                  state.ladder.open)) {
        ui.emit(command::ShowLadder{!state.ladder.open, shipped_ladder()});
    }
    ImGui::Separator();
    if (menu_item(ui, "menu.view.bank", "Heatmap by bank", nullptr, true,
                  state.display.look.axis == HeatmapAxis::bank)) {
        ui.emit(command::Set{setting::look<&Look::axis>, HeatmapAxis::bank});
    }
    if (menu_item(ui, "menu.view.warp", "Heatmap by warp", nullptr, true,
                  state.display.look.axis == HeatmapAxis::warp)) {
        ui.emit(command::Set{setting::look<&Look::axis>, HeatmapAxis::warp});
    }
    const bool against_held = state.comparison.against_held && state.comparison.held.trace;
    if (menu_item(ui, "menu.view.compare",
                  against_held ? "Compare with the held run" : "Compare with no padding", "C", true,
                  state.comparison.on, against_held ? state.comparison.held.name.c_str() : "")) {
        ui.emit(command::Set{setting::compare, !state.comparison.on});
    }
    if (menu_item(ui, "menu.view.hold", "Hold this run for comparison", nullptr,
                  state.runs.shown != nullptr)) {
        ui.emit(command::HoldShown{});
    }
    ImGui::Separator();
    for (const auto& [theme, label] :
         {std::pair{Theme::light, "Light"}, std::pair{Theme::dark, "Dark"},
          std::pair{Theme::projector, "Projector"}}) {
        if (menu_item(ui, fmt::format("menu.view.{}", name_of(theme)), label, nullptr, true,
                      state.preferences.theme == theme)) {
            ui.emit(command::Set{setting::theme, theme});
        }
    }
    ImGui::Separator();
    for (const TimelineUnit unit :
         {TimelineUnit::steps, TimelineUnit::requests, TimelineUnit::wavefronts}) {
        const std::string name{name_of(unit)};
        if (menu_item(ui, "menu.view.timeline." + name, ("Timeline by " + name).c_str(), "T", true,
                      state.display.look.timeline == unit)) {
            ui.emit(command::Set{setting::look<&Look::timeline>, unit});
        }
    }
    ImGui::Separator();
    if (menu_item(ui, "menu.view.larger", "Larger text", "Ctrl++")) {
        ui.emit(command::Set{setting::text_scale, state.preferences.text_scale + 0.25F});
    }
    if (menu_item(ui, "menu.view.smaller", "Smaller text", "Ctrl+-")) {
        ui.emit(command::Set{setting::text_scale, state.preferences.text_scale - 0.25F});
    }
    if (menu_item(ui, "menu.view.ordinary", "Reset text size", "Ctrl+0")) {
        ui.emit(command::Set{setting::text_scale, 1});
    }
    ImGui::Separator();
    if (menu_item(ui, "menu.view.layout", "Reset layout", nullptr,
                  !state.preferences.layout.empty(), false, "The layout has not been changed")) {
        ui.emit(command::Set{setting::layout, {}});
    }
    ImGui::EndMenu();
}

/// What one wants in front of a class.
void draw_class_menu(Ui& ui) {
    if (!begin_menu(ui, "menu.class", "Class")) return;
    const AppState& state = ui.state;
    const PresenterState& presenter = state.presenter;
    if (menu_item(
            ui, "menu.class.predict", "Ask before each step", "Q", true, state.predict.on,
            "What will this number be? Which threads work? The answers come from the trace.")) {
        ui.emit(command::TogglePredict{});
    }
    if (menu_item(ui, "menu.class.spotlight", "Spotlight the worst conflict", "S", true,
                  presenter.spotlight, "Dims all but the worst request of the step")) {
        ui.emit(command::ToggleSpotlight{});
    }
    if (menu_item(ui, "menu.class.pen", "Pen", "F2", true, presenter.pen == Pen::draw,
                  "Draws over the window; Delete wipes it away")) {
        ui.emit(command::TogglePen{Pen::draw});
    }
    if (menu_item(ui, "menu.class.pointer", "Pointer", "Shift+F2", true,
                  presenter.pen == Pen::point, "A dot that is seen from afar")) {
        ui.emit(command::TogglePen{Pen::point});
    }
    if (menu_item(ui, "menu.class.lock", "Lock the experiment", "K", true, presenter.locked,
                  "No key or click changes it until it is unlocked")) {
        ui.emit(command::Set{setting::locked, !state.presenter.locked});
    }
    if (menu_item(ui, "menu.class.present", "Presentation", "F5", true, presenter.presentation,
                  "One picture, a line of words and a thin timeline, in large type. Page Down and "
                  "Page Up turn pages or steps, . makes the screen black, F5 or Esc ends it")) {
        ui.emit(command::TogglePresentation{});
    }
    const bool second = has_second_window();
    if (menu_item(ui, "menu.class.speaker", "Speaker's window", nullptr, second, presenter.speaker,
                  second ? "A second window with the page's text, your notes, the next page and a "
                           "clock: on another screen where there is one"
                         : "A page in a browser has one window: open the lesson in a second tab")) {
        ui.emit(command::Set{setting::speaker, !presenter.speaker});
    }
    if (menu_item(ui, "menu.class.full_screen", "Full screen", "F11", true,
                  presenter.full_screen)) {
        ui.emit(command::Set{setting::full_screen, !state.presenter.full_screen});
    }
    ImGui::EndMenu();
}

namespace {

/// Both of a pair are recorded, and shown side by side.
void draw_pair(Ui& ui, const Pair& pair) {
    const bool possible = pair.impossible.empty() && !ui.state.presenter.locked;
    const std::string tip = pair.impossible.empty() ? pair.why : pair.impossible;
    if (menu_item(ui, "menu.compare." + pair.id, pair.title.c_str(), nullptr, possible, false,
                  tip.c_str())) {
        ui.emit(command::ShowPair{pair.left, pair.right});
    }
}

/// Those of one group are in a menu of their own.
void draw_pairs(Ui& ui, const std::vector<Pair>& pairs) {
    for (std::size_t i = 0; i < pairs.size();) {
        const std::string& group = pairs[i].group;
        if (group.empty()) {
            draw_pair(ui, pairs[i++]);
            continue;
        }
        // By what comes before the last dot: "menu.compare.knob.BLOCK", "menu.compare.broken".
        const std::string name = "menu.compare." + pairs[i].id.substr(0, pairs[i].id.rfind('.'));
        const bool open = begin_menu(ui, name, group.c_str());
        for (; i < pairs.size() && pairs[i].group == group; ++i) {
            if (open) draw_pair(ui, pairs[i]);
        }
        if (open) ImGui::EndMenu();
    }
}

}  // namespace

void draw_compare_menu(Ui& ui, Dialogs& dialogs) {
    if (!begin_menu(ui, "menu.compare", "Compare")) return;
    const AppState& state = ui.state;
    if (menu_item(
            ui, "menu.compare.beside", "Two runs side by side", "B", state.runs.shown != nullptr,
            state.comparison.beside.on,
            "Every view twice, on one slider: this run on the left, the other on the right")) {
        ui.emit(command::ToggleBeside{});
    }
    if (menu_item(ui, "menu.compare.file", "With another text or trace…", nullptr,
                  state.runs.shown != nullptr, false,
                  "Shows its run beside this one; a text runs as its card says")) {
        dialogs.file().ask_compared(state, true);
    }
    if (menu_item(ui, "menu.compare.swap", "Swap sides", "X",
                  state.pair() != nullptr && !state.presenter.locked, false,
                  "No other run is shown beside this one")) {
        ui.emit(command::SwapSides{});
    }
    if (menu_item(ui, "menu.compare.hold", "Hold this run as the other one", nullptr,
                  state.runs.shown != nullptr)) {
        ui.emit(command::HoldShown{});
    }
    const bool faulty = state.runs.shown && !state.lesson.hides_faults() &&
                        first_fault(state.runs.shown->findings) != nullptr;
    if (menu_item(ui, "menu.compare.wrong", "Show it going wrong", nullptr,
                  faulty && !state.runs.searching.now, false,
                  faulty
                      ? "Looks for an order of warps, blocks, lanes or stores in which it comes to "
                        "something else, and shows both runs side by side"
                      : "No fault was found in this run")) {
        ui.emit(command::ShowItGoingWrong{});
    }
    ImGui::Separator();
    for (const StepLock lock : step_locks) {
        const std::string name{name_of(lock)};
        if (menu_item(ui, "menu.compare.lock." + name, ("Locked by " + name).c_str(), "V", true,
                      state.comparison.beside.lock == lock)) {
            ui.emit(command::Set{setting::step_lock, lock});
        }
    }
    ImGui::Separator();
    const std::string gpu = state.runs.gpu.known ? state.runs.gpu.problem : "Looking for a GPU…";
    const std::vector<Pair> pairs = pairs_from(state.experiment, gpu);
    draw_pairs(ui, pairs);
    if (std::ranges::find(pairs, Pair::Kind::knob, &Pair::kind) == pairs.end()) {
        menu_item(ui, "menu.compare.none", "One knob against another", nullptr, false, false,
                  "No knob of this text has choices: name them in its card, such as "
                  "// knob: TILE 8 16 32");
    }
    ImGui::EndMenu();
}

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
