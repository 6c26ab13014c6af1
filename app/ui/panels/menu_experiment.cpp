#include "app/ui/panels/menu_bar.h"

#include <fmt/format.h>

#include <string>

#include "app/session/presets.h"
#include "app/session/run_text.h"
#include "app/ui/panels/narration_line.h"

namespace stridescope {

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

}  // namespace stridescope
