#include "app/ui/file_dialog.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

#include "app/ui/widgets.h"

namespace stridescope {
namespace {

constexpr std::array formats{"png", "svg", "pdf", "csv"};
constexpr float place_units = 40, size_units = 24, time_units = 36;

/// A name for what is shown: "brent-kung-1024-every32".
std::string stem_of(const AppState& state) {
    const Experiment& e = state.shown ? state.shown->trace->experiment() : state.experiment;
    std::string stem = fmt::format("{}-{}", e.kernel, e.block * e.coarsen);
    if (e.padding != Padding::none) stem += fmt::format("-{}", name_of(e.padding));
    return stem;
}

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

}  // namespace

void FileDialog::begin(Purpose purpose, const AppState& state) {
    purpose_ = purpose;
    row_ = -1;
    naming_folder_ = overwrite_asked_ = done_ = false;
    problem_.clear();
    focus_name_ = true;
    folder_.set_options(
        {endings(), hidden_, folder_.options().order, folder_.options().descending});
    const std::filesystem::path last{state.last_folder};
    folder_.enter(last.empty() ? std::filesystem::path{"."} : last);
    // The last folder may be gone by now.
    if (folder_.folder().empty() || !folder_.problem().empty()) folder_.enter(".");
    std::set<std::string> seen;
    places_.clear();
    for (const std::string& file : state.recent_files) {
        std::string folder = std::filesystem::path{file}.parent_path().string();
        if (seen.insert(folder).second) places_.push_back(std::move(folder));
    }
}

void FileDialog::ask_open(const AppState& state) {
    name_.clear();
    begin(Purpose::open, state);
}

void FileDialog::ask_input(const AppState& state) {
    name_.clear();
    begin(Purpose::input, state);
}

void FileDialog::ask_compared(const AppState& state) {
    name_.clear();
    begin(Purpose::compared, state);
}

void FileDialog::ask_save(const AppState& state) {
    name_ = stem_of(state) + ".npz";
    begin(Purpose::save, state);
}

void FileDialog::ask_export(View view, const AppState& state) {
    view_ = view;
    name_ = fmt::format("{}-{}.{}", name_of(view), stem_of(state), format_);
    begin(Purpose::export_view, state);
}

std::vector<std::string> FileDialog::endings() const {
    if (all_files_) return {};
    switch (purpose_) {
        case Purpose::open: return {".npz", ".csv", ".txt", ".npy"};
        case Purpose::input: return {".csv", ".txt", ".npy"};
        case Purpose::compared:
        case Purpose::save: return {".npz"};
        case Purpose::export_view: return {".png", ".svg", ".pdf", ".csv"};
    }
    return {};
}

std::string FileDialog::title() const {
    switch (purpose_) {
        case Purpose::open: return "Open a trace, or numbers to scan";
        case Purpose::input: return "Numbers to scan";
        case Purpose::compared: return "A trace to compare with";
        case Purpose::save: return "Save the trace";
        case Purpose::export_view: break;
    }
    return fmt::format("Export the {}", name_of(view_));
}

bool FileDialog::draw(Ui& ui) {
    widgets::text(title(), ui.fonts.title, ui.colors.text);
    if (purpose_ == Purpose::export_view) draw_formats(ui);
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

void FileDialog::draw_formats(Ui& ui) {
    std::vector<widgets::Option> options;
    int selected = -1;
    const std::filesystem::path path{name_};
    for (std::size_t i = 0; i < formats.size(); ++i) {
        options.push_back(
            {formats[i], upper(formats[i]), {}, i == 3 ? "The numbers as a table" : "A picture"});
        if (path.extension() == fmt::format(".{}", formats[i])) selected = static_cast<int>(i);
    }
    const int picked = widgets::segmented(ui, "dialog.format", options, selected, ui.grid(60));
    if (picked < 0) return;
    format_ = formats[static_cast<std::size_t>(picked)];
    std::filesystem::path changed = path;
    name_ = changed.replace_extension(format_).string();
    overwrite_asked_ = false;
}

/// The folder, each part of it a way back up.
void FileDialog::draw_path_line(Ui& ui) {
    if (widgets::icon_button(ui, "dialog.up", widgets::Icon::up, "The folder above (Alt+↑)",
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
    const float gap = ui.grid(1), padding = 2 * ImGui::GetStyle().FramePadding.x;
    float room = ImGui::GetContentRegionAvail().x - ui.row_height() - ui.grid(6);
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
    places.emplace_back("Started in", std::filesystem::current_path(error));
    places.emplace_back("Whole disk", "/");
    for (const std::string& folder : places_) {
        places.emplace_back(std::filesystem::path{folder}.filename().string(), folder);
    }
    ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(ui.colors.panel));
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, std::floor(std::max(1.0F, ui.scale)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.grid(2), ui.grid(2)});
    ImGui::BeginChild("##places", {ui.grid(place_units), height}, true);
    ImGui::PopStyleVar(2);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (i == 3) ImGui::Separator();
        const auto& [label, path] = places[i];
        const bool here = folder_.folder() == path;
        if (ImGui::Selectable(fmt::format("{}##{}", label, i).c_str(), here)) go(path);
        widgets::tooltip(ui, path.string());
        widgets::note_item(ui, fmt::format("dialog.place.{}", i));
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
    ImGui::TableSetupColumn("Size", ImGuiTableColumnFlags_WidthFixed, ui.grid(size_units));
    ImGui::TableSetupColumn("Changed", ImGuiTableColumnFlags_WidthFixed, ui.grid(time_units));
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
    if (scroll_ && row_ >= 0) clipper.ForceDisplayRangeByIndices(row_, row_ + 1);
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            draw_row(ui, row, shown_[static_cast<std::size_t>(row)]);
        }
    }
    scroll_ = false;
    if (shown_.empty()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const char* words = !name_.empty() && !writes() ? "Nothing here is called so"
                            : all_files_                ? "This folder is empty"
                                                        : "Nothing of this kind here";
        widgets::text(words, ui.fonts.regular, ui.colors.faint);
    }
    ImGui::EndTable();
    if (std::exchange(opened_, false)) accept(ui);
}

void FileDialog::draw_row(Ui& ui, int row, std::size_t entry) {
    const FolderEntry& shown = folder_.entries()[entry];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string label = shown.folder ? shown.name + "/" : shown.name;
    constexpr ImGuiSelectableFlags flags =
        ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick;
    const bool pressed = ImGui::Selectable(label.c_str(), row == row_, flags);
    widgets::note_item(ui, "dialog.files." + shown.name);
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
    if (io.KeyAlt && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_UpArrow))) {
        go(folder_.folder().parent_path());
    }
    if (std::exchange(focus_name_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const std::string before = name_;
    constexpr ImGuiInputTextFlags flags =
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
        ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_AutoSelectAll;
    const char* hint = writes() ? "name of the file" : "name of the file, or a part of it";
    const bool entered = ImGui::InputTextWithHint("##dialog.path", hint, &name_, flags,
                                                  &FileDialog::answer_key, this);
    widgets::note_item(ui, "dialog.path");
    if (before != name_) {
        overwrite_asked_ = false;
        problem_.clear();
    }
    if (entered) accept(ui);
}

void FileDialog::draw_new_folder(Ui& ui) {
    if (std::exchange(focus_folder_, false)) ImGui::SetKeyboardFocusHere();
    const float buttons = ui.grid(50);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - buttons);
    const bool entered =
        ImGui::InputTextWithHint("##dialog.folder", "name of the new folder", &folder_name_,
                                 ImGuiInputTextFlags_EnterReturnsTrue);
    widgets::note_item(ui, "dialog.folder");
    ImGui::SameLine();
    const bool pressed = widgets::button(ui, "dialog.folder.make", "Make it", "", true, true);
    ImGui::SameLine();
    if (widgets::button(ui, "dialog.folder.cancel", "Not now", "")) naming_folder_ = false;
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
        widgets::text("There is a file of that name already. Shall it be replaced?", ui.fonts.bold,
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
    const bool all = ImGui::Checkbox("All kinds of files", &all_files_);
    widgets::note_item(ui, "dialog.all");
    ImGui::SameLine(0, ui.grid(6));
    const bool dots = ImGui::Checkbox("Hidden ones, too", &hidden_);
    widgets::note_item(ui, "dialog.hidden");
    if (!all && !dots) return;
    FolderOptions options = folder_.options();
    options.endings = endings();
    options.hidden = hidden_;
    folder_.set_options(options);
    row_ = -1;
}

void FileDialog::draw_buttons(Ui& ui) {
    if (widgets::button(ui, "dialog.new", "New folder …", "Makes a folder in this one")) {
        naming_folder_ = focus_folder_ = true;
        folder_name_.clear();
    }
    const char* word = !writes() ? "Open" : purpose_ == Purpose::save ? "Save" : "Export";
    if (overwrite_asked_) word = "Replace it";
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

void FileDialog::accept(Ui& ui) {
    if (name_.empty()) {
        focus_name_ = true;
        return;
    }
    // Enter on a part of a name means the one thing that it can mean.
    if (!writes() && row_ < 0 && shown_.size() == 1 && name_.find('/') == std::string::npos) {
        name_ = folder_.entries()[shown_.front()].name;
    }
    std::filesystem::path path = folder_.path_of(name_);
    std::error_code error;
    if (writes() && !path.has_extension() && !std::filesystem::is_directory(path, error)) {
        path += purpose_ == Purpose::save ? ".npz" : "." + format_;
    }
    if (std::filesystem::is_directory(path, error)) {
        go(path);
        return;
    }
    if (!writes() && !std::filesystem::exists(path, error)) {
        problem_ = fmt::format("There is no file {} here.", name_);
        focus_name_ = true;
        return;
    }
    if (writes() && !overwrite_asked_ && std::filesystem::exists(path, error)) {
        overwrite_asked_ = true;
        return;
    }
    finish(ui, path);
}

void FileDialog::finish(Ui& ui, const std::filesystem::path& path) {
    done_ = true;
    ui.emit(command::SetFolder{path.parent_path()});
    switch (purpose_) {
        case Purpose::open:
        case Purpose::input: ui.emit(command::OpenFile{path}); break;
        case Purpose::compared: ui.emit(command::HoldTrace{path}); break;
        case Purpose::save: ui.emit(command::SaveTrace{path}); break;
        case Purpose::export_view: ui.emit(command::ExportView{view_, path}); break;
    }
}

}  // namespace stridescope
