#include "app/ui/dialogs/messages.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "app/io/local_time.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr std::size_t most_in_front = 3;
constexpr float message_units = 100;

/// A stripe at the left edge says good or bad before a word is read; its form differs, too.
void draw_stripe(Ui& ui, bool fine, ImVec2 low, ImVec2 high) {
    const ImU32 color = packed(fine ? ui.colors.good : ui.colors.bad);
    ImGui::GetWindowDrawList()->AddRectFilled(low, high, color, ui.units(0.5F));
}

const char* heading(const Message& message) {
    return message.fine ? "Done" : "That did not work";
}

void draw_in_front(Ui& ui, std::size_t index, std::size_t place) {
    const Message& message = ui.state.messages[index];
    const std::string name = fmt::format("message.{}", place);
    const float pad = ui.units(3), side = ui.row_height();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorScreenPos({start.x + width - side, start.y});
    if (widgets::icon_button(ui, name + ".close", widgets::Icon::close,
                             "Dismiss (Esc). Help > Messages shows it again.")) {
        ui.emit(command::MarkRead{index});
    }
    ImGui::SetCursorScreenPos({start.x + pad, start.y});
    ImGui::BeginGroup();
    ImGui::AlignTextToFramePadding();
    widgets::text(heading(message), ui.fonts.bold, message.fine ? ui.colors.good : ui.colors.bad);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - pad);
    widgets::text(message.text, ui.fonts.regular, ui.colors.text);
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    const ImVec2 end = ImGui::GetItemRectMax();
    widgets::note_box(ui, name, start, {start.x + width, end.y});
    draw_stripe(ui, message.fine, start, {start.x + ui.units(1), end.y});
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

void draw_unread_messages(Ui& ui, ImVec2 corner) {
    std::vector<std::size_t> unread;
    for (std::size_t i = 0; i < ui.state.messages.size(); ++i) {
        if (!ui.state.messages[i].read) unread.push_back(i);
    }
    if (unread.empty()) return;
    const std::size_t hidden = unread.size() - std::min(unread.size(), most_in_front);
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 1});
    const float width = std::min(ui.units(message_units), corner.x - ui.units(4));
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, std::floor(ui.scale)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(1.5F));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(ui.colors.raised));
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings |
                                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
    ImGui::Begin("##messages", nullptr, flags);
    if (hidden > 0) {
        widgets::text(fmt::format("and {} earlier: see Help > Messages", hidden), ui.fonts.small,
                      ui.colors.faint);
    }
    for (std::size_t at = hidden; at < unread.size(); ++at) {
        if (at > hidden) ImGui::Dummy({0, ui.units(1)});
        draw_in_front(ui, unread[at], unread.size() - 1 - at);
    }
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
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
