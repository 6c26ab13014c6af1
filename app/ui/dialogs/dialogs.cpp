#include "app/ui/dialogs/dialogs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/platform/window.h"
#include "app/session/run_text.h"
#include "app/ui/dialogs/messages.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr const char* popup = "##dialog";
constexpr float usual_width_units = 165, keys_width_units = 270, file_width_units = 200,
                file_height_units = 135;

}  // namespace

void Dialogs::ask_open(const AppState& state) {
    if (!choose_files()) file().ask_open(state);
}

FileDialog& Dialogs::file() {
    wanted_ = Kind::file;
    return file_;
}

void Dialogs::save_text(const AppState& state, Commands& commands) {
    if (!state.document) return;
    if (state.document->path.empty()) {
        file().ask_save_text(state);
    } else {
        commands.push_back(command::SaveText{});
    }
}

void Dialogs::close() {
    current_ = Kind::none;
    ImGui::CloseCurrentPopup();
}

void Dialogs::draw(Ui& ui) {
    if (wanted_ != Kind::none) {
        current_ = std::exchange(wanted_, Kind::none);
        ImGui::OpenPopup(popup);
    }
    if (current_ == Kind::none) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const bool file = current_ == Kind::file;
    const float units = file                     ? file_width_units
                        : current_ == Kind::help ? keys_width_units
                                                 : usual_width_units;
    const float wide = std::min(ui.units(units), screen.x - ui.units(8));
    // A height of 0 is as high as what is in it.
    const float high = file ? std::min(ui.units(file_height_units), screen.y - ui.units(8)) : 0;
    ImGui::SetNextWindowPos({std::floor(screen.x / 2), std::floor(screen.y / 2)}, ImGuiCond_Always,
                            {0.5F, 0.5F});
    ImGui::SetNextWindowSize({wide, high});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x, screen.y - ui.units(4)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(5), ui.units(5)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(1.5F));
    const bool shown =
        ImGui::BeginPopupModal(popup, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(2);
    if (!shown) {
        current_ = Kind::none;
        return;
    }
    switch (current_) {
        case Kind::file:
            if (file_.draw(ui)) close();
            break;
        case Kind::help: keys_.draw(ui); break;
        case Kind::about: about_.draw(ui); break;
        case Kind::messages: draw_all_messages(ui); break;
        case Kind::unsaved: draw_unsaved(ui); break;
        case Kind::none: break;
    }
    const bool has_close = current_ != Kind::file && current_ != Kind::unsaved;
    if (current_ != Kind::none && has_close) draw_close(ui);
    if (imgui::is_pressed(ImGuiKey_Escape) && current_ != Kind::none) {
        if (current_ == Kind::unsaved) ui.emit(command::AnswerUnsaved{});
        close();
    }
    ImGui::EndPopup();
}

/// Before something else takes the text's place.
void Dialogs::draw_unsaved(Ui& ui) {
    using Answer = command::AnswerUnsaved::Answer;
    if (ui.state.leaving != Leaving::asked || !ui.state.document) return close();
    const std::string name = document_name(ui.state);
    widgets::text(fmt::format("Save {}?", name), ui.fonts.title, ui.colors.text);
    ImGui::Dummy({0, ui.units(1)});
    widgets::wrapped_text("Its changes are lost if you do not save them.", ui.fonts.regular,
                          ui.colors.text);
    ImGui::Dummy({0, ui.units(3)});
    const auto answer = [&](const char* id, const char* label, const char* tip, Answer means,
                            bool lit) {
        if (!widgets::button(ui, id, label, tip, true, lit)) return;
        ui.emit(command::AnswerUnsaved{means});
        close();
    };
    answer("dialog.unsaved.save", "Save", "", Answer::save, true);
    ImGui::SameLine();
    answer("dialog.unsaved.discard", "Do not save", "The changes are lost", Answer::discard, false);
    const float cancel = ImGui::CalcTextSize("Cancel").x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - cancel);
    answer("dialog.unsaved.stay", "Cancel", "Esc", Answer::stay, false);
}

void Dialogs::draw_close(Ui& ui) {
    const float width = ImGui::CalcTextSize("Close").x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    if (widgets::button(ui, "dialog.close", "Close", "Esc", true, true)) close();
}

}  // namespace stridescope
