// What the file dialog shows of folders: the way to the one at hand, places, and what is in it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/dialogs/file_dialog.h"
#include "app/ui/kit/foreign_label.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
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
