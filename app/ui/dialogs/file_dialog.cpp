#include "app/ui/dialogs/file_dialog.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/io/errors.h"
#include "app/session/export_command.h"
#include "app/session/run_text.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/text.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {

void FileDialog::begin(Purpose purpose, const AppState& state) {
    purpose_ = purpose;
    row_ = -1;
    naming_folder_ = overwrite_asked_ = done_ = false;
    problem_.clear();
    focus_name_ = true;
    folder_.set_options(
        {endings(), hidden_, folder_.options().order, folder_.options().descending});
    const std::filesystem::path last{state.preferences.last_folder};
    folder_.enter(last.empty() ? std::filesystem::path{"."} : last);
    // The last folder may be gone by now.
    if (folder_.folder().empty() || !folder_.problem().empty()) folder_.enter(".");
    std::set<std::string> seen;
    places_.clear();
    for (const std::string& file : state.preferences.recent_files) {
        std::string folder = std::filesystem::path{file}.parent_path().string();
        if (seen.insert(folder).second) places_.push_back(std::move(folder));
    }
}

void FileDialog::ask_open(const AppState& state) {
    name_.clear();
    begin(Purpose::open, state);
}

void FileDialog::ask_compared(const AppState& state, bool beside) {
    name_.clear();
    beside_ = beside;
    begin(Purpose::compared, state);
}

void FileDialog::ask_export_ladder(const AppState& state) {
    name_ = "ladder.png";
    begin(Purpose::ladder, state);
}

void FileDialog::ask_save(const AppState& state) {
    name_ = file_stem_of(state) + ".npz";
    begin(Purpose::save, state);
}

void FileDialog::ask_answers(const AppState& state) {
    if (!state.lesson.open()) return;
    name_ = state.lesson.play.lesson()->path.stem().string() + ".csv";
    begin(Purpose::answers, state);
}

void FileDialog::ask_results(const AppState& state) {
    if (!state.exercise.open()) return;
    name_ = std::filesystem::path{state.exercise.exercise().path}.stem().string() + ".json";
    begin(Purpose::results, state);
}

void FileDialog::ask_exercise(const AppState& state) {
    if (!state.document) return;
    const std::filesystem::path path{document_name(state)};
    name_ = path.stem().string() + "_exercise.cu";
    begin(Purpose::exercise, state);
    if (!state.document->path.empty()) {
        folder_.enter(std::filesystem::path{state.document->path}.parent_path());
    }
}

void FileDialog::ask_save_text(const AppState& state) {
    if (!state.document) return;
    name_ = document_name(state);
    begin(Purpose::save_text, state);
    // Another name is mostly meant for the same folder.
    if (!state.document->path.empty()) {
        folder_.enter(std::filesystem::path{state.document->path}.parent_path());
    }
}

void FileDialog::ask_export(View view, const std::optional<SeenPanes>& seen,
                            const AppState& state) {
    name_ = export_.begin(view, seen, state);
    begin(Purpose::export_view, state);
}

std::vector<std::string> FileDialog::endings() const {
    if (all_files_) return {};
    switch (purpose_) {
        case Purpose::open:
            return {".cu", ".cuh", ".npz", ".md", ".txtar", ".json", ".csv", ".txt", ".npy"};
        case Purpose::compared: return {".cu", ".cuh", ".npz"};
        case Purpose::save: return {".npz"};
        case Purpose::answers: return {".csv"};
        case Purpose::results: return {".json"};
        case Purpose::exercise: return {".cu"};
        case Purpose::save_text: return {".cu", ".cuh"};
        case Purpose::ladder:
        case Purpose::export_view: {
            std::vector<std::string> all;
            for (const FormatRow& row : export_formats()) {
                if (purpose_ == Purpose::export_view || is_of_one_step(row))
                    all.emplace_back(row.ending);
            }
            return all;
        }
    }
    return {};
}

std::string FileDialog::title() const {
    switch (purpose_) {
        case Purpose::open: return "Open a CUDA text, a trace, or numbers to scan";
        case Purpose::compared: return "A text or a trace to compare with";
        case Purpose::save: return "Save the trace";
        case Purpose::answers: return "Save the answers";
        case Purpose::results: return "Save the results";
        case Purpose::exercise: return "Save the exercise";
        case Purpose::save_text: return "Save the text";
        case Purpose::ladder: return "Export the ladder";
        case Purpose::export_view: break;
    }
    return fmt::format("Export the {}", name_of(export_.view()));
}

bool FileDialog::draw(Ui& ui) {
    widgets::text(title(), ui.fonts.title, ui.colors.text);
    if (purpose_ == Purpose::export_view && export_.draw(ui, name_)) overwrite_asked_ = false;
    draw_path_line(ui);
    // Whatever is left over the fixed rows below is the list's.
    const float below = 3 * (ui.row_height() + ImGui::GetStyle().ItemSpacing.y);
    const float height =
        std::max(ImGui::GetContentRegionAvail().y - below, 3 * ImGui::GetTextLineHeight());
    draw_places(ui, height);
    ImGui::SameLine();
    draw_list(ui, height);
    draw_name(ui);
    draw_filter(ui);
    draw_buttons(ui);
    return std::exchange(done_, false);
}

bool FileDialog::would_replace(const std::filesystem::path& path) const {
    if (purpose_ == Purpose::export_view) return export_.replaces(path);
    std::error_code error;
    return std::filesystem::exists(path, error);
}

int FileDialog::answer_key(ImGuiInputTextCallbackData* data) {
    auto& dialog = *static_cast<FileDialog*>(data->UserData);
    if (ImGui::GetIO().KeyAlt) return 0;
    if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
        dialog.move(data->EventKey == ImGuiKey_UpArrow ? -1 : 1);
    } else if (dialog.row_ < 0 && !dialog.shown_.empty()) {
        dialog.move(1);  // Tab takes the first that matches
    }
    if (dialog.row_ >= 0) {
        const std::string& name =
            dialog.folder_.entries()[dialog.shown_[static_cast<std::size_t>(dialog.row_)]].name;
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, name.c_str());
        data->SelectAll();
    }
    return 0;
}

void FileDialog::move(int by) {
    if (shown_.empty()) return;
    const int last = static_cast<int>(shown_.size()) - 1;
    row_ = row_ < 0 ? (by > 0 ? 0 : last) : std::clamp(row_ + by, 0, last);
    scroll_ = true;
}

void FileDialog::draw_name(Ui& ui) {
    if (naming_folder_) {
        draw_new_folder(ui);
        return;
    }
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyAlt && imgui::is_pressed(ImGuiKey_UpArrow)) {
        go(folder_.folder().parent_path());
    }
    if (std::exchange(focus_name_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const std::string before = name_;
    constexpr ImGuiInputTextFlags flags =
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
        ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_AutoSelectAll;
    const char* hint = writes() ? "file name" : "file name, or part of it";
    const bool entered =
        widgets::text_field("##dialog.path", hint, name_, flags, &FileDialog::answer_key, this);
    widgets::note_entry(ui, "dialog.path",
                        {.role = ControlRole::field, .words = hint, .value = name_});
    if (before != name_) {
        overwrite_asked_ = false;
        problem_.clear();
    }
    if (entered) accept(ui);
}

void FileDialog::draw_new_folder(Ui& ui) {
    if (std::exchange(focus_folder_, false)) ImGui::SetKeyboardFocusHere();
    const float buttons = ui.units(50);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - buttons);
    const bool entered = widgets::text_field("##dialog.folder", "name of the new folder",
                                             folder_name_, ImGuiInputTextFlags_EnterReturnsTrue);
    widgets::note_entry(
        ui, "dialog.folder",
        {.role = ControlRole::field, .words = "Name of the new folder", .value = folder_name_});
    ImGui::SameLine();
    const bool pressed = widgets::button(ui, "dialog.folder.make", "Create", "", true, true);
    ImGui::SameLine();
    if (widgets::button(ui, "dialog.folder.cancel", "Cancel", "")) naming_folder_ = false;
    if (!entered && !pressed) return;
    if (folder_.make_folder(folder_name_)) {
        naming_folder_ = false;
        focus_name_ = true;
        problem_.clear();
    } else {
        focus_folder_ = true;
    }
}

void FileDialog::draw_filter(Ui& ui) {
    const std::string& problem = problem_.empty() ? folder_.problem() : problem_;
    if (overwrite_asked_) {
        ImGui::AlignTextToFramePadding();
        widgets::text("A file of that name already exists. Replace it?", ui.fonts.bold,
                      ui.colors.warn);
        return;
    }
    if (!problem.empty()) {
        ImGui::AlignTextToFramePadding();
        widgets::fitted_text(ui, problem, ui.fonts.regular, ui.colors.bad,
                             ImGui::GetContentRegionAvail().x);
        widgets::note_item(ui, "dialog.problem");
        return;
    }
    const bool all = ImGui::Checkbox("All types of files", &all_files_);
    widgets::note_entry(
        ui, "dialog.all",
        {.role = ControlRole::toggle, .words = "All types of files", .on = all_files_});
    ImGui::SameLine(0, ui.units(6));
    const bool dots = ImGui::Checkbox("Show hidden files", &hidden_);
    widgets::note_entry(ui, "dialog.hidden",
                        {.role = ControlRole::toggle, .words = "Show hidden files", .on = hidden_});
    if (!all && !dots) return;
    FolderOptions options = folder_.options();
    options.endings = endings();
    options.hidden = hidden_;
    folder_.set_options(options);
    row_ = -1;
}

void FileDialog::draw_buttons(Ui& ui) {
    if (widgets::button(ui, "dialog.new", "New folder…", "Creates a folder in this one")) {
        naming_folder_ = focus_folder_ = true;
        folder_name_.clear();
    }
    if (purpose_ == Purpose::export_view && ui.state.runs.shown) {
        ImGui::SameLine();
        if (widgets::button(ui, "dialog.line", "Copy as a command line",
                            "A command line that writes the same file")) {
            copy_line(ui);
        }
    }
    const char* word = !writes() ? "Open" : saves() ? "Save" : "Export";
    if (overwrite_asked_) word = "Replace";
    const float pad = 2 * ImGui::GetStyle().FramePadding.x;
    const float width = ImGui::CalcTextSize(word).x + ImGui::CalcTextSize("Cancel").x + 2 * pad +
                        ImGui::GetStyle().ItemSpacing.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    if (widgets::button(ui, "dialog.cancel", "Cancel", "Esc")) done_ = true;
    ImGui::SameLine();
    const char* name = overwrite_asked_ ? "dialog.overwrite" : "dialog.ok";
    if (widgets::button(ui, name, word, "", !name_.empty(), true)) accept(ui);
}

void FileDialog::go(const std::filesystem::path& folder) {
    folder_.enter(folder);
    row_ = -1;
    overwrite_asked_ = false;
    problem_.clear();
    if (!writes()) name_.clear();
    focus_name_ = true;
}

/// Where a file of that name is; what is written gets an ending if it has none.
std::filesystem::path FileDialog::path_of(const std::string& name) const {
    std::filesystem::path path = folder_.path_of(name);
    std::error_code error;
    if (!writes() || path.has_extension() || std::filesystem::is_directory(path, error))
        return path;
    return path += purpose_ == Purpose::save                                         ? ".npz"
                   : purpose_ == Purpose::answers                                    ? ".csv"
                   : purpose_ == Purpose::results                                    ? ".json"
                   : purpose_ == Purpose::save_text || purpose_ == Purpose::exercise ? ".cu"
                   : purpose_ == Purpose::ladder                                     ? ".png"
                                                 : export_.ending();
}

void FileDialog::copy_line(Ui& ui) {
    const std::filesystem::path named = path_of(name_.empty() ? "picture" : name_);
    try {
        ImGui::SetClipboardText(export_line(ui.state, export_.view(), named.filename(),
                                            export_.animation(), export_.panes(), export_.page())
                                    .c_str());
    } catch (const UsageError& error) {
        problem_ = error.what();
    }
}

void FileDialog::accept(Ui& ui) {
    if (name_.empty()) {
        focus_name_ = true;
        return;
    }
    // Enter on a part of a name means the one thing that it can mean.
    if (!writes() && row_ < 0 && shown_.size() == 1 && name_.find('/') == std::string::npos) {
        name_ = folder_.entries()[shown_.front()].name;
    }
    const std::filesystem::path path = path_of(name_);
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        go(path);
        return;
    }
    if (!writes() && !std::filesystem::exists(path, error)) {
        problem_ = fmt::format("No file {} found here.", name_);
        focus_name_ = true;
        return;
    }
    if (writes() && !overwrite_asked_ && would_replace(path)) {
        overwrite_asked_ = true;
        return;
    }
    finish(ui, path);
}

void FileDialog::finish(Ui& ui, const std::filesystem::path& path) {
    done_ = true;
    ui.emit(command::Set{setting::folder, path.parent_path()});
    switch (purpose_) {
        case Purpose::open: ui.emit(command::OpenFile{path}); break;
        case Purpose::compared:
            ui.emit(command::HoldFile{path});
            if (beside_ && !ui.state.comparison.beside.on) ui.emit(command::ToggleBeside{});
            break;
        case Purpose::save: ui.emit(command::SaveTrace{path}); break;
        case Purpose::answers: ui.emit(command::SaveAnswers{path}); break;
        case Purpose::results: ui.emit(command::SaveResults{path}); break;
        case Purpose::exercise: ui.emit(command::SaveExercise{path}); break;
        case Purpose::save_text: ui.emit(command::SaveText{path}); break;
        case Purpose::ladder: ui.emit(command::ExportLadder{path}); break;
        case Purpose::export_view:
            ui.emit(command::ExportView{export_.view(), path, export_.animation(), export_.panes(),
                                        export_.page()});
            break;
    }
}

// What the file dialog shows of folders: the way to the one at hand, places, and what is in it.

namespace {

constexpr float place_units = 40, size_units = 24, time_units = 36;

}  // namespace

/// The folder, each part of it a way back up.
void FileDialog::draw_path_line(Ui& ui) {
    if (widgets::icon_button(ui, "dialog.up", widgets::Icon::up, "Parent folder (Alt+↑)",
                             folder_.folder().has_relative_path())) {
        go(folder_.folder().parent_path());
    }
    // Where the whole path does not fit, its upper parts are left out.
    std::vector<std::filesystem::path> parts;
    for (std::filesystem::path at = folder_.folder();; at = at.parent_path()) {
        parts.push_back(at);
        if (!at.has_relative_path()) break;
    }
    const auto label_of = [](const std::filesystem::path& part) {
        return part.has_filename() ? part.filename().string() : part.string();
    };
    const float gap = ui.units(1), padding = 2 * ImGui::GetStyle().FramePadding.x;
    float room = ImGui::GetContentRegionAvail().x - ui.row_height() - ui.units(6);
    std::size_t fitting = 0;
    while (fitting < parts.size()) {
        room -= ImGui::CalcTextSize(label_of(parts[fitting]).c_str()).x + padding + gap;
        if (room < 0 && fitting > 0) break;
        ++fitting;
    }
    std::filesystem::path wanted;
    if (fitting < parts.size()) {
        ImGui::SameLine(0, gap);
        ImGui::AlignTextToFramePadding();
        widgets::text("…", ui.fonts.regular, ui.colors.faint);
    }
    for (std::size_t i = fitting; i-- > 0;) {
        ImGui::SameLine(0, gap);
        if (widgets::button(ui, fmt::format("dialog.part.{}", parts.size() - 1 - i),
                            label_of(parts[i]), parts[i].string(), true, i == 0)) {
            wanted = parts[i];
        }
    }
    if (!wanted.empty()) go(wanted);
}

void FileDialog::draw_places(Ui& ui, float height) {
    std::error_code error;
    std::vector<std::pair<std::string, std::filesystem::path>> places;
    if (const auto home = home_folder(); !home.empty()) places.emplace_back("Home", home);
    places.emplace_back("Working folder", std::filesystem::current_path(error));
    places.emplace_back("File system", "/");
    for (const std::string& folder : places_) {
        places.emplace_back(std::filesystem::path{folder}.filename().string(), folder);
    }
    ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(ui.colors.panel));
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, std::floor(std::max(1.0F, ui.scale)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(2), ui.units(2)});
    ImGui::BeginChild("##places", {ui.units(place_units), height}, true);
    ImGui::PopStyleVar(2);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (i == 3) ImGui::Separator();
        const auto& [label, path] = places[i];
        const bool here = folder_.folder() == path;
        if (ImGui::Selectable(fmt::format("{}##{}", label, i).c_str(), here)) go(path);
        widgets::tooltip(ui, path.string());
        widgets::note_entry(ui, fmt::format("dialog.place.{}", i),
                            {.role = ControlRole::option, .words = label, .on = here});
    }
    ImGui::EndChild();
    ImGui::PopStyleColor();
}

void FileDialog::take_order() {
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (specs == nullptr || !specs->SpecsDirty || specs->SpecsCount == 0) return;
    FolderOptions options = folder_.options();
    options.order = static_cast<FolderOptions::Order>(specs->Specs[0].ColumnIndex);
    options.descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    folder_.set_options(options);
    specs->SpecsDirty = false;
    row_ = -1;
}

void FileDialog::draw_list(Ui& ui, float height) {
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_Sortable |
                                      ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersOuter |
                                      ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable("##files", 3, flags, {0, height})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("Size", ImGuiTableColumnFlags_WidthFixed, ui.units(size_units));
    ImGui::TableSetupColumn("Modified", ImGuiTableColumnFlags_WidthFixed, ui.units(time_units));
    ImGui::TableHeadersRow();
    take_order();
    // What is typed narrows the list down; the name of a file to write does not.
    const bool selected = row_ >= 0 && row_ < static_cast<int>(shown_.size()) &&
                          shown_[static_cast<std::size_t>(row_)] < folder_.entries().size() &&
                          folder_.entries()[shown_[static_cast<std::size_t>(row_)]].name == name_;
    if (!selected) {
        const bool path = name_.find('/') != std::string::npos;
        shown_ = folder_.matching(writes() || path ? std::string_view{} : name_);
        row_ = -1;
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown_.size()));
    if (scroll_ && row_ >= 0) imgui::keep_row(clipper, row_);
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            draw_row(ui, row, shown_[static_cast<std::size_t>(row)]);
        }
    }
    scroll_ = false;
    if (shown_.empty()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const char* words = !name_.empty() && !writes() ? "Nothing here matches"
                            : all_files_                ? "This folder is empty"
                                                        : "No files of this type here";
        widgets::text(words, ui.fonts.regular, ui.colors.faint);
    }
    ImGui::EndTable();
    if (std::exchange(opened_, false)) accept(ui);
}

void FileDialog::draw_row(Ui& ui, int row, std::size_t entry) {
    const FolderEntry& shown = folder_.entries()[entry];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string label = foreign_label(shown.name) + (shown.folder ? "/" : "");
    constexpr ImGuiSelectableFlags flags =
        ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick;
    const bool pressed = ImGui::Selectable(label.c_str(), row == row_, flags);
    widgets::note_entry(ui, "dialog.files." + shown.name,
                        {.role = ControlRole::option, .words = shown.name, .on = row == row_});
    if (scroll_ && row == row_) ImGui::SetScrollHereY();
    const auto right_aligned = [&ui](const std::string& text) {
        ImGui::TableNextColumn();
        const float room = ImGui::GetContentRegionAvail().x;
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - ImGui::CalcTextSize(text.c_str()).x);
        widgets::text(text, ui.fonts.regular, ui.colors.faint);
    };
    right_aligned(shown.folder ? std::string{} : size_words(shown.bytes));
    right_aligned(time_words(shown.changed));
    if (!pressed) return;
    row_ = row;
    name_ = shown.name;
    overwrite_asked_ = false;
    focus_name_ = true;
    // Only when the list is drawn: going elsewhere replaces it.
    opened_ = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
}

}  // namespace stridescope
