#include "app/ui/panels/menu_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/platform/lesson_folders.h"
#include "app/ui/kit/text.h"

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
        dialogs.ask_save_text(state);
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
        dialogs.ask_exercise(state);
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
        dialogs.ask_save(state);
    }
    const bool asks = state.lesson.open() || state.predict.on || !state.answers.empty();
    if (asks && menu_item(ui, "menu.file.answers", "Save answers…", nullptr, !state.answers.empty(),
                          false, "All answers and votes since the start, as a table (.csv)")) {
        dialogs.ask_answers(state);
    }
    if (state.exercise.open() &&
        menu_item(ui, "menu.file.results", "Save results…", nullptr, state.exercise.has_results(),
                  false, "The verdicts and your text in one file (.json), to hand in")) {
        dialogs.ask_results(state);
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

}  // namespace stridescope
