#include "app/ui/panels/menu_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>

#include "app/session/pairs.h"
#include "app/session/presets.h"
#include "app/session/wording.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/narration_line.h"

namespace stridescope {
namespace {

bool item(Ui& ui, const std::string& name, const char* label, const char* keys, bool enabled = true,
          bool ticked = false, const char* tip = "") {
    const bool pressed = ImGui::MenuItem(label, keys, ticked, enabled);
    widgets::tooltip(ui, tip);
    widgets::note_item(ui, name, enabled, enabled ? "" : tip);
    return pressed;
}

bool menu(Ui& ui, const std::string& name, const char* label, bool enabled = true) {
    // A menu within a menu is a child window to ImGui, and would have no frame.
    const ImGuiStyle& style = ImGui::GetStyle();
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, style.PopupBorderSize);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, style.PopupRounding);
    const bool open = ImGui::BeginMenu(label, enabled);
    ImGui::PopStyleVar(2);
    // Inside an open menu the last item is the menu's own window; the bar's entry is noted when
    // closed, and keeps its place.
    if (!open) widgets::note_control(ui, name, enabled);
    return open;
}

void draw_recent_files(Ui& ui) {
    const auto& files = ui.state.recent_files;
    if (!menu(ui, "menu.file.recent", "Open recent", !files.empty())) return;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string name = std::filesystem::path{files[i]}.filename().string();
        // Two files of one name are two entries.
        const std::string label = fmt::format("{}##{}", name, i);
        if (item(ui, fmt::format("menu.file.recent.{}", i), label.c_str(), nullptr, true, false,
                 files[i].c_str())) {
            ui.emit(command::OpenTrace{files[i]});
        }
    }
    ImGui::EndMenu();
}

void draw_file(Ui& ui, Dialogs& dialogs) {
    if (!menu(ui, "menu.file", "File")) return;
    if (item(ui, "menu.file.open", "Open …", "Ctrl+O")) dialogs.ask_open(ui.state);
    if (item(ui, "menu.file.save", "Save trace …", "Ctrl+S", ui.state.shown != nullptr)) {
        dialogs.ask_save(ui.state);
    }
    draw_recent_files(ui);
    ImGui::Separator();
    if (item(ui, "menu.file.quit", "Quit", "Ctrl+Q")) ui.emit(command::Quit{});
    ImGui::EndMenu();
}

void draw_edit(Ui& ui, MenuWishes& wishes) {
    if (!menu(ui, "menu.edit", "Edit")) return;
    const AppState& state = ui.state;
    const auto with = [](const char* verb, const std::string& words) {
        return words.empty() ? std::string{verb} : fmt::format("{}: {}", verb, words);
    };
    if (item(ui, "menu.edit.undo", with("Undo", state.undo_words).c_str(), "Ctrl+Z",
             state.can_undo())) {
        ui.emit(command::Undo{});
    }
    if (item(ui, "menu.edit.redo", with("Redo", state.redo_words).c_str(), "Ctrl+Y",
             state.can_redo())) {
        ui.emit(command::Redo{});
    }
    ImGui::Separator();
    if (item(ui, "menu.edit.copy", "Copy the command line", nullptr)) {
        ImGui::SetClipboardText(terminal_line(state.experiment).c_str());
    }
    if (item(ui, "menu.edit.line", "Copy this picture as a command line", "Ctrl+Shift+C",
             state.shown != nullptr, false,
             "A line for a terminal that writes the picture under the pointer, or the one that is "
             "seen alone, with all that is chosen")) {
        wishes.copy_line = true;
    }
    if (item(ui, "menu.edit.narration", "Copy what happens in this step", "Ctrl+C",
             ui.state.current_step() != nullptr)) {
        copy_narration(ui.state);
    }
    ImGui::EndMenu();
}

void draw_experiment(Ui& ui) {
    if (!menu(ui, "menu.experiment", "Experiment")) return;
    const AppState& state = ui.state;
    for (const Preset& preset : presets()) {
        // A lesson is a lesson on either engine: the choice of it stays.
        Experiment chosen = preset.experiment;
        chosen.engine = state.experiment.engine;
        if (item(ui, "menu.experiment." + preset.id, preset.title.c_str(), nullptr, true,
                 state.experiment == chosen, preset.why.c_str())) {
            ui.emit(command::SetExperiment{chosen});
        }
    }
    ImGui::Separator();
    const auto& recent = state.recent_experiments;
    if (menu(ui, "menu.experiment.recent", "Recent", !recent.empty())) {
        for (std::size_t i = 0; i < recent.size(); ++i) {
            const std::string label = fmt::format("{}##{}", experiment_title(recent[i]), i);
            if (item(ui, fmt::format("menu.experiment.recent.{}", i), label.c_str(), nullptr, true,
                     state.experiment == recent[i])) {
                ui.emit(command::SetExperiment{recent[i]});
            }
        }
        ImGui::EndMenu();
    }
    if (item(ui, "menu.experiment.cancel", "Cancel the recording", "Esc", state.recording_now,
             false, "Nothing is being recorded")) {
        ui.emit(command::CancelRecording{});
    }
    ImGui::Separator();
    if (item(ui, "menu.experiment.compare", "Compare engines", nullptr, !state.comparing.now, false,
             state.comparing.now ? comparing_now : compare_tip)) {
        ui.emit(command::CompareEngines{});
    }
    ImGui::EndMenu();
}

void draw_export(Ui& ui, MenuWishes& wishes) {
    if (!menu(ui, "menu.export", "Export")) return;
    struct Entry {
        View view;
        const char *id, *label, *keys;
    };
    constexpr std::array entries{
        Entry{View::heatmap, "menu.export.heatmap", "Heatmap …", "Ctrl+E"},
        Entry{View::tree, "menu.export.tree", "Tree …", nullptr},
        Entry{View::memory, "menu.export.memory", "Memory …", nullptr},
        Entry{View::banks, "menu.export.banks", "Banks …", nullptr},
        Entry{View::work, "menu.export.work", "Work …", nullptr},
        Entry{View::source, "menu.export.source", "Source …", nullptr},
        Entry{View::grid, "menu.export.grid", "Grid …", nullptr},
    };
    for (const Entry& entry : entries) {
        if (item(ui, entry.id, entry.label, entry.keys, ui.state.shown != nullptr)) {
            wishes.export_view = entry.view;
        }
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
    const bool against_held = state.against_held && state.held.trace;
    if (item(ui, "menu.view.compare",
             against_held ? "Compare with the held run" : "Compare with no padding", "C", true,
             state.compare, against_held ? state.held.name.c_str() : "")) {
        ui.emit(command::SetCompare{!state.compare});
    }
    if (item(ui, "menu.view.hold", "Hold this run to compare with", nullptr,
             state.shown != nullptr)) {
        ui.emit(command::HoldShown{});
    }
    ImGui::Separator();
    for (const auto& [theme, label] :
         {std::pair{Theme::light, "Light"}, std::pair{Theme::dark, "Dark"},
          std::pair{Theme::projector, "For a projector"}}) {
        if (item(ui, fmt::format("menu.view.{}", name_of(theme)), label, nullptr, true,
                 state.theme == theme)) {
            ui.emit(command::SetTheme{theme});
        }
    }
    ImGui::Separator();
    for (const TimelineUnit unit :
         {TimelineUnit::steps, TimelineUnit::requests, TimelineUnit::wavefronts}) {
        const std::string name{name_of(unit)};
        if (item(ui, "menu.view.timeline." + name, ("Timeline in " + name).c_str(), "T", true,
                 state.panes.timeline == unit)) {
            PaneSettings panes = state.panes;
            panes.timeline = unit;
            ui.emit(command::SetPanes{panes});
        }
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
    ImGui::Separator();
    if (item(ui, "menu.view.layout", "Panes as they were", nullptr, !state.layout.empty(), false,
             "No bar between panes has been moved")) {
        ui.emit(command::ResetLayout{});
    }
    ImGui::EndMenu();
}

/// What one wants in front of a class.
void draw_class(Ui& ui) {
    if (!menu(ui, "menu.class", "Class")) return;
    const AppState& state = ui.state;
    const PresenterState& presenter = state.presenter;
    if (item(ui, "menu.class.predict", "Ask before each step", "Q", true, state.predict.on,
             "What will this number be? Which threads work? The trace knows.")) {
        ui.emit(command::TogglePredict{});
    }
    if (item(ui, "menu.class.spotlight", "Spotlight on the conflict", "S", true,
             presenter.spotlight, "Dims all but the worst request of the step")) {
        ui.emit(command::ToggleSpotlight{});
    }
    if (item(ui, "menu.class.lock", "Lock the experiment", "K", true, presenter.locked,
             "No key and no click changes it, until it is unlocked")) {
        ui.emit(command::ToggleLock{});
    }
    if (item(ui, "menu.class.full_screen", "Full screen", "F11", true, presenter.full_screen)) {
        ui.emit(command::ToggleFullScreen{});
    }
    ImGui::EndMenu();
}

/// Both of a pair are recorded, and shown side by side.
void draw_pair(Ui& ui, const Pair& pair) {
    const bool possible = pair.impossible.empty() && !ui.state.presenter.locked;
    const std::string tip = pair.impossible.empty() ? pair.why : pair.impossible;
    if (item(ui, "menu.compare." + pair.id, pair.title.c_str(), nullptr, possible, false,
             tip.c_str())) {
        ui.emit(command::ShowPair{pair.left, pair.right});
    }
}

void draw_compare(Ui& ui) {
    if (!menu(ui, "menu.compare", "Compare")) return;
    const AppState& state = ui.state;
    if (item(ui, "menu.compare.beside", "Two runs side by side", "B", state.shown != nullptr,
             state.beside.on,
             "Every picture twice, on one slider: this run left, the other one right")) {
        ui.emit(command::ToggleBeside{});
    }
    if (item(ui, "menu.compare.swap", "Swap the sides", "X",
             state.pair() != nullptr && !state.presenter.locked, false,
             "No run stands beside this one")) {
        ui.emit(command::SwapSides{});
    }
    if (item(ui, "menu.compare.hold", "Hold this run as the other one", nullptr,
             state.shown != nullptr)) {
        ui.emit(command::HoldShown{});
    }
    ImGui::Separator();
    for (const StepLock lock : step_locks) {
        const std::string name{name_of(lock)};
        if (item(ui, "menu.compare.lock." + name, ("Locked by " + name).c_str(), "V", true,
                 state.beside.lock == lock)) {
            ui.emit(command::SetStepLock{lock});
        }
    }
    ImGui::Separator();
    const std::string gpu = state.gpu.known ? state.gpu.problem : "The GPU has not answered yet.";
    const std::vector<Pair> pairs = pairs_from(state.experiment, gpu);
    for (const Pair& pair : pairs) {
        if (pair.kind != Pair::Kind::broken) draw_pair(ui, pair);
    }
    if (menu(ui, "menu.compare.broken", "A broken kernel against its right twin")) {
        for (const Pair& pair : pairs) {
            if (pair.kind == Pair::Kind::broken) draw_pair(ui, pair);
        }
        ImGui::EndMenu();
    }
    ImGui::EndMenu();
}

void draw_lessons(Ui& ui) {
    const LessonState& lesson = ui.state.lesson;
    if (!menu(ui, "menu.help.lessons", "Lessons")) return;
    for (std::size_t i = 0; i < lesson.all.size(); ++i) {
        const Lesson& one = *lesson.all[i];
        const bool open = lesson.open() && lesson.play.lesson()->path == one.path;
        if (item(ui, fmt::format("menu.help.lessons.{}", i), one.title.c_str(), nullptr, true, open,
                 one.about.c_str())) {
            ui.emit(command::OpenLesson{one.path});
        }
    }
    if (lesson.all.empty()) {
        item(ui, "menu.help.lessons.none", "None were found", nullptr, false, false,
             "File > Open opens a lesson (.md)");
    }
    ImGui::EndMenu();
}

void draw_help(Ui& ui, Dialogs& dialogs, DeveloperPanel& developer) {
    if (!menu(ui, "menu.help", "Help")) return;
    draw_lessons(ui);
    if (item(ui, "menu.help.tour", "Tour", nullptr)) ui.emit(command::ShowTour{0});
    if (item(ui, "menu.help.keys", "Keys", "F1")) dialogs.show_help();
    if (item(ui, "menu.help.messages", "Messages", nullptr)) dialogs.show_messages();
    if (menu(ui, "menu.help.developer", "Developer")) {
        if (item(ui, "menu.help.developer.panel", "Frame times and state", "F12", true,
                 developer.shown())) {
            developer.toggle();
        }
        if (item(ui, "menu.help.developer.metrics", "Dear ImGui's metrics", nullptr, true,
                 developer.metrics_shown())) {
            developer.toggle_metrics();
        }
        ImGui::EndMenu();
    }
    ImGui::Separator();
    if (item(ui, "menu.help.about", "About StrideScope", nullptr)) dialogs.show_about();
    ImGui::EndMenu();
}

/// A bar of which `share` is full.
void draw_share(Ui& ui, float width, double share) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ui.units(1.5F), line = ImGui::GetFrameHeight();
    const float top = std::floor(at.y + (line - height) / 2);
    const float full = width * static_cast<float>(std::clamp(share, 0.0, 1.0));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, top}, {at.x + width, top + height}, packed(ui.colors.line), height);
    list.AddRectFilled({at.x, top}, {at.x + full, top + height}, packed(ui.colors.accent), height);
    ImGui::Dummy({width, line});
    widgets::note_item(ui, "activity.progress");
}

float right_end(const Ui& ui) {
    return ImGui::GetWindowWidth() - ui.units(3);
}

/// A bar, a word on it and a button that stops it. True when that was pressed.
bool draw_progress(Ui& ui, std::string_view doing, double share, std::string_view tip) {
    const float right = right_end(ui), gap = ui.units(2), bar = ui.units(30);
    const float cancel = ImGui::CalcTextSize("Cancel").x + 2 * ImGui::GetStyle().FramePadding.x;
    const float text = ImGui::CalcTextSize(fmt::format("{}, 100 %", doing).c_str()).x;
    ImGui::SetCursorPosX(right - bar - text - cancel - 2 * gap);
    draw_share(ui, bar, share);
    ImGui::SameLine();
    ImGui::SetCursorPosX(right - text - cancel - gap);
    widgets::text(fmt::format("{}, {:.0f} %", doing, std::floor(100 * share)), ui.fonts.regular,
                  ui.colors.faint);
    ImGui::SameLine();
    ImGui::SetCursorPosX(right - cancel);
    return widgets::button(ui, "activity.cancel", "Cancel", tip);
}

/// At the right end of the bar, where it moves nothing: what is being done, and how to stop it.
void draw_activity(Ui& ui, Dialogs& dialogs) {
    const AppState& state = ui.state;
    if (state.recording_is_long()) {
        if (draw_progress(ui, "recording", state.recording_share,
                          "Stops it; the pictures and the knobs go back (Esc)")) {
            ui.emit(command::CancelRecording{});
        }
        return;
    }
    if (state.comparing.is_long()) {
        if (draw_progress(ui, "comparing the engines", state.comparing.share, "Stops it (Esc)")) {
            ui.emit(command::CancelComparing{});
        }
        return;
    }
    if (state.fetching.is_long()) {
        if (draw_progress(ui, "recording the other run", state.fetching.share, "Stops it (Esc)")) {
            ui.emit(command::CancelHolding{});
        }
        return;
    }
    const Progress& page = state.lesson.fetching;
    if (page.is_long()) {
        if (draw_progress(ui, "recording the page's other run", page.share,
                          "Stops it; the page's questions are then not asked (Esc)")) {
            ui.emit(command::CancelLessonRun{});
        }
        return;
    }
    const float right = right_end(ui), button_room = 2 * ImGui::GetStyle().FramePadding.x;
    if (!state.writing.empty()) {
        const std::string words = state.writing + " …";
        ImGui::SetCursorPosX(right - ImGui::CalcTextSize(words.c_str()).x);
        widgets::text(words, ui.fonts.regular, ui.colors.faint);
        widgets::note_item(ui, "activity.writing");
        return;
    }
    if (state.messages.empty()) return;
    const std::size_t count = state.messages.size();
    const std::string words = fmt::format("{} message{}", count, count == 1 ? "" : "s");
    ImGui::SetCursorPosX(right - ImGui::CalcTextSize(words.c_str()).x - button_room);
    if (widgets::button(ui, "activity.messages", words, "Everything that was said")) {
        dialogs.show_messages();
    }
}

}  // namespace

MenuWishes draw_menu_bar(Ui& ui, Dialogs& dialogs, DeveloperPanel& developer) {
    MenuWishes wishes;
    if (!ImGui::BeginMainMenuBar()) return wishes;
    draw_file(ui, dialogs);
    draw_edit(ui, wishes);
    draw_experiment(ui);
    draw_export(ui, wishes);
    draw_view(ui, wishes);
    draw_compare(ui);
    draw_class(ui);
    draw_help(ui, dialogs, developer);
    if (ui.state.presenter.locked &&
        widgets::button(ui, "menu.locked", "Locked",
                        "Nothing changes the experiment. Unlocks it (K)", true, true)) {
        ui.emit(command::ToggleLock{});
    }
    draw_activity(ui, dialogs);
    ImGui::EndMainMenuBar();
    return wishes;
}

}  // namespace stridescope
