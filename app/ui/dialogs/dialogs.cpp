#include "app/ui/dialogs/dialogs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/ui/dialogs/about.h"
#include "app/ui/dialogs/messages.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr const char* popup = "##dialog";
constexpr float width_units = 165, keys_width_units = 270, file_width_units = 200,
                file_height_units = 135;

struct Key {
    const char* keys;
    const char* meaning;
};
constexpr std::array help_keys{
    Key{"→  or  F10", "one step on"},
    Key{"←  or  Shift+F10", "one step back"},
    Key{"Home, End", "first step, last step"},
    Key{"Space", "play or pause"},
    Key{"+, −", "play faster, slower"},
    Key{"L", "start over when playing has come to the end"},
    Key{"G", "type a step's number"},
    Key{"Page Down, Page Up", "one step on, back (a presenter's remote)"},
    Key{"Ctrl+Page Down, Up", "another block, where several were recorded"},
    Key{"F", "show all of the picture under the pointer, or of all pictures"},
    Key{"wheel, drag", "zoom, move; on the timeline: step"},
    Key{"click on a step's row", "go to that step"},
    Key{"1 … 7", "tree, shared memory, conflicts, banks, work, grid or source alone"},
    Key{"[  ]", "grid: one event back, on; with Shift one tick"},
    Key{"P", "grid: play, pause"},
    Key{"↑, ↓, Shift+↑, Shift+↓", "banks: another request, another warp"},
    Key{"Shift+←, Shift+→", "banks: one wavefront back, on; Esc: all"},
    Key{"T", "timeline by steps, requests, wavefronts"},
    Key{"W", "banks: each step's worst request again"},
    Key{"N, Shift+N", "lesson: next page, page before"},
    Key{"R", "lesson: show again what the page is about"},
    Key{"Shift+A … Shift+D", "lesson: answer the first open question"},
    Key{"Q", "ask before each step; A … D answer"},
    Key{"S", "spotlight on the worst conflict of the step"},
    Key{"K", "lock the experiment"},
    Key{"F11", "full screen"},
    Key{"C", "compare with no padding"},
    Key{"B, X, V", "two runs side by side; swap; lock"},
    Key{"double click on a title", "this picture alone; Esc brings the others back"},
    Key{"F12", "frame times and state, for developers"},
    Key{"Tab or F6, arrows, Enter", "walk through all controls and pictures, press; Esc ends"},
    Key{"M", "the menus"},
    Key{"Z, Shift+Z, Ctrl+arrows", "the picture larger, smaller, moved"},
    Key{"Ctrl+Z, Ctrl+Y", "undo or redo a change of the experiment"},
    Key{"Ctrl+O, Ctrl+S", "open or save a trace"},
    Key{"Ctrl+C", "copy the sentence that says what happens"},
    Key{"Ctrl+Shift+C", "copy the picture under the pointer as a command line"},
    Key{"Ctrl+E", "export the heatmap"},
    Key{"click on a word, lane …", "chooses it: lit in all pictures until Esc"},
    Key{"Esc", "close a message, stop a recording, let go of what is chosen, all pictures"},
    Key{"Ctrl++, Ctrl+−, Ctrl+0", "larger, smaller, ordinary type"},
    Key{"F1, Ctrl+Q", "this table, quit"},
};

}  // namespace

void Dialogs::ask_export(View view, const std::optional<SeenPanes>& seen, const AppState& state) {
    file_.ask_export(view, seen, state);
    wanted_ = Kind::file;
}

void Dialogs::ask_open(const AppState& state) {
    file_.ask_open(state);
    wanted_ = Kind::file;
}

void Dialogs::ask_input(const AppState& state) {
    file_.ask_input(state);
    wanted_ = Kind::file;
}

void Dialogs::ask_compared(const AppState& state) {
    file_.ask_compared(state);
    wanted_ = Kind::file;
}

void Dialogs::ask_save(const AppState& state) {
    file_.ask_save(state);
    wanted_ = Kind::file;
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
                                                 : width_units;
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
        case Kind::help: draw_help(ui); break;
        case Kind::about: draw_about(ui); break;
        case Kind::messages: draw_messages(ui); break;
        case Kind::none: break;
    }
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)) && current_ != Kind::none) {
        close();
    }
    ImGui::EndPopup();
}

void Dialogs::draw_close(Ui& ui) {
    const float width = ImGui::CalcTextSize("Close").x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    if (widgets::button(ui, "dialog.close", "Close", "Esc", true, true)) close();
}

void Dialogs::draw_help(Ui& ui) {
    widgets::text("Keys", ui.fonts.title, ui.colors.text);
    ImGui::Dummy({0, ui.units(1)});
    // Two columns where there is room; what is higher than the window is scrolled.
    const float width = ImGui::GetContentRegionAvail().x, gap = ui.units(4);
    const std::size_t columns = width >= ui.units(200) ? 2 : 1;
    const std::size_t rows = (help_keys.size() + columns - 1) / columns;
    const float column = (width - gap) / static_cast<float>(columns);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::BeginChild("##dialog.keys",
                      {0, std::min(keys_height_, ImGui::GetIO().DisplaySize.y - ui.units(50))});
    const ImVec2 top = ImGui::GetCursorPos();
    float lowest = top.y;
    for (std::size_t i = 0; i < help_keys.size(); ++i) {
        const float left = top.x + static_cast<float>(i / rows) * (column + gap);
        if (i % rows == 0) ImGui::SetCursorPosY(top.y);
        ImGui::SetCursorPosX(left);
        const float meaning = left + ui.units(46);
        ImGui::PushTextWrapPos(meaning - ui.units(2));
        widgets::text(help_keys[i].keys, ui.fonts.bold, ui.colors.text);
        ImGui::PopTextWrapPos();
        widgets::note_item(ui, fmt::format("dialog.keys.{}", i));
        ImGui::SameLine(meaning);
        ImGui::PushTextWrapPos(left + column);
        widgets::text(help_keys[i].meaning, ui.fonts.regular, ui.colors.text);
        ImGui::PopTextWrapPos();
        widgets::note_item(ui, fmt::format("dialog.keys.{}.meaning", i));
        lowest = std::max(lowest, ImGui::GetCursorPosY());
    }
    keys_height_ = lowest - top.y;
    ImGui::EndChild();
    ImGui::PopStyleColor();
    ImGui::Dummy({0, ui.units(2)});
    ImGui::Dummy({0, 0});
    draw_close(ui);
}

void Dialogs::draw_about(Ui& ui) {
    facts_ = about_facts(ui.state.gpu);
    widgets::text("StrideScope", ui.fonts.title, ui.colors.text);
    widgets::wrapped_text(
        "Watch a GPU prefix sum happen, one stride at a time, and see what the memory banks do "
        "while it happens. Everything on the screen is worked out from the recorded run: from "
        "what each thread read, wrote and added, step by step.",
        ui.fonts.regular, ui.colors.text);
    ImGui::Dummy({0, ui.units(1)});
    for (const auto& [name, value] : facts_) {
        const float start = ImGui::GetCursorPosX();
        widgets::text(name, ui.fonts.regular, ui.colors.faint);
        ImGui::SameLine(start + ui.units(32));
        widgets::wrapped_text(value, ui.fonts.regular, ui.colors.text);
    }
    ImGui::Dummy({0, ui.units(1)});
    widgets::wrapped_text("MIT licence", ui.fonts.regular, ui.colors.faint);
    ImGui::Dummy({0, ui.units(2)});
    if (widgets::button(ui, "dialog.copy", "Copy", "For a report of something that went wrong")) {
        ImGui::SetClipboardText(about_text(facts_).c_str());
    }
    draw_close(ui);
}

void Dialogs::draw_messages(Ui& ui) {
    widgets::text("Messages", ui.fonts.title, ui.colors.text);
    ImGui::Dummy({0, ui.units(1)});
    const auto& messages = ui.state.messages;
    if (messages.empty()) {
        widgets::wrapped_text("Nothing has been said yet.", ui.fonts.regular, ui.colors.faint);
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
    draw_close(ui);
}

}  // namespace stridescope
