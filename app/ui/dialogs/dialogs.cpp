#include "app/ui/dialogs/dialogs.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "app/io/local_time.h"
#include "app/platform/window.h"
#include "app/session/run_text.h"
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

namespace {

constexpr std::size_t most_in_front = 2;

/// A stripe at the left edge says good or bad before a word is read; its form differs, too.
void draw_stripe(Ui& ui, bool fine, ImVec2 low, ImVec2 high) {
    const ImU32 color = packed(fine ? ui.colors.good : ui.colors.bad);
    ImGui::GetWindowDrawList()->AddRectFilled(low, high, color, ui.units(0.5F));
}

const char* heading(const Message& message) {
    return message.fine ? "Done" : "That did not work";
}

/// Where a message's words stand in a bar so wide.
struct Words {
    float left = 0, wrap = 0;
};
Words words_in(const Ui& ui, const Message& message, float width) {
    const float of_heading =
        ui.fonts.bold->CalcTextSizeA(imgui::size_of(*ui.fonts.bold), FLT_MAX, 0, heading(message))
            .x;
    const float left = ui.units(3) + of_heading + ui.units(2);
    return {left, std::max(width - left - ui.row_height() - ui.units(2), ui.units(20))};
}

float height_of(const Ui& ui, const Message& message, float width) {
    const float words =
        ImGui::CalcTextSize(message.text.c_str(), nullptr, false, words_in(ui, message, width).wrap)
            .y;
    return std::max(words, ui.row_height());
}

void draw_in_front(Ui& ui, std::size_t index, std::size_t place) {
    const Message& message = ui.state.messages[index];
    const std::string name = fmt::format("message.{}", place);
    const float side = ui.row_height();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float high = height_of(ui, message, width);
    const Words words = words_in(ui, message, width);
    // What takes one line stands in the middle of the row.
    const float down = high > side ? 0 : std::floor((side - ImGui::GetTextLineHeight()) / 2);
    ImGui::SetCursorScreenPos({start.x + ui.units(3), start.y + down});
    widgets::text(heading(message), ui.fonts.bold, message.fine ? ui.colors.good : ui.colors.bad);
    ImGui::SetCursorScreenPos({start.x + words.left, start.y + down});
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + words.wrap);
    widgets::text(message.text, ui.fonts.regular, ui.colors.text);
    ImGui::PopTextWrapPos();
    ImGui::SetCursorScreenPos({start.x + width - side, start.y});
    if (widgets::icon_button(ui, name + ".close", widgets::Icon::close,
                             "Dismiss (Esc). Help > Messages shows it again.")) {
        ui.emit(command::MarkRead{index});
    }
    widgets::note_box(ui, name, start, {start.x + width, start.y + high});
    draw_stripe(ui, message.fine, start, {start.x + ui.units(1), start.y + high});
    ImGui::SetCursorScreenPos({start.x, start.y + high + ui.units(1)});
}

/// The newest that nobody has read.
std::vector<std::size_t> in_front(const AppState& state) {
    std::vector<std::size_t> unread;
    for (std::size_t i = state.messages.size(); i-- > 0 && unread.size() < most_in_front;) {
        if (!state.messages[i].read) unread.insert(unread.begin(), i);
    }
    return unread;
}

/// Hours and minutes on the wall: "14:05".
std::string clock_time(std::time_t when) {
    return fmt::format("{:%H:%M}", local_time(when));
}

/// One message on lines of its own in the current window, over its whole width.
void draw_message_line(Ui& ui, const Message& message) {
    const float pad = ui.units(3);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({start.x + pad, start.y});
    ImGui::BeginGroup();
    widgets::text(clock_time(message.when) + (message.fine ? "  done" : "  did not work"),
                  ui.fonts.small, message.fine ? ui.colors.good : ui.colors.bad);
    widgets::wrapped_text(message.text, ui.fonts.regular, ui.colors.text);
    ImGui::EndGroup();
    const ImVec2 end = ImGui::GetItemRectMax();
    draw_stripe(ui, message.fine, start, {start.x + ui.units(1), end.y});
}

}  // namespace

float messages_height(const Ui& ui, float width) {
    float high = 0;
    for (const std::size_t index : in_front(ui.state))
        high += height_of(ui, ui.state.messages[index], width - 2 * ui.units(2)) + ui.units(1);
    return high > 0 ? high + ui.units(1) : 0;
}

void draw_unread_messages(Ui& ui) {
    const std::vector<std::size_t> unread = in_front(ui.state);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(ui.colors.raised));
    list->AddLine(at, {at.x + size.x, at.y}, packed(ui.colors.line));
    for (std::size_t k = 0; k < unread.size(); ++k)
        draw_in_front(ui, unread[k], unread.size() - 1 - k);
}

void draw_all_messages(Ui& ui) {
    widgets::text("Messages", ui.fonts.title, ui.colors.text);
    ImGui::Dummy({0, ui.units(1)});
    const auto& messages = ui.state.messages;
    if (messages.empty()) {
        widgets::wrapped_text("No messages yet.", ui.fonts.regular, ui.colors.faint);
    } else {
        const float room = ImGui::GetIO().DisplaySize.y * 0.5F;
        ImGui::BeginChild("##dialog.messages", {0, std::min(room, ui.units(80))});
        for (std::size_t i = messages.size(); i-- > 0;) {
            draw_message_line(ui, messages[i]);
            widgets::note_item(ui, fmt::format("dialog.message.{}", i));
        }
        ImGui::EndChild();
    }
    ImGui::Dummy({0, ui.units(2)});
    if (ui.state.unread() > 0) ui.emit(command::MarkAllRead{});
    if (widgets::button(ui, "dialog.copy", "Copy all", "As text", !messages.empty())) {
        std::string text;
        for (const Message& m : messages) text += clock_time(m.when) + "  " + m.text + "\n";
        ImGui::SetClipboardText(text.c_str());
    }
}

}  // namespace stridescope
