#include "app/ui/dialogs/dialogs.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <string>
#include <thread>
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

namespace {

struct Key {
    const char* keys;     ///< null: the entry begins a group
    const char* meaning;  ///< or what the group is called
};
constexpr Key group(const char* name) {
    return {nullptr, name};
}
constexpr std::array help_keys{
    group("Steps"),
    Key{"→  or  F10", "one step forward"},
    Key{"←  or  Shift+F10", "one step back"},
    Key{"Home, End", "first step, last step"},
    Key{"F8, Shift+F8", "where the next, the previous fault shows"},
    Key{"F7, Shift+F7", "the next, the previous step with a bank conflict"},
    Key{"Ctrl+F10, with Shift", "the next, the last step in which the cursor's line runs"},
    Key{"F9", "playback stops where the cursor's line runs; also a right click on a line's number"},
    Key{"Space", "play or pause"},
    Key{"+, −", "play faster, slower"},
    Key{"L", "start over when playback reaches the end"},
    Key{"G", "go to a step by its number"},
    Key{"T", "timeline by steps, requests, wavefronts"},
    Key{"Ctrl+Page Down, Up", "next, previous recorded block"},
    group("Pictures"),
    Key{"1 … 9, 0",
        "one view alone: tree, shared memory, conflicts, banks, work, grid, source, global memory, "
        "divergence, fragment; the same key shows all again"},
    Key{"double-click a title", "this view alone; Esc brings the others back"},
    Key{"click a word, lane…", "select it: highlighted in all views until Esc"},
    Key{"click a step's row", "go to that step"},
    Key{"F", "fit the view under the pointer, or all views"},
    Key{"wheel, drag", "zoom, pan; on the timeline: step"},
    Key{"Z, Shift+Z, Ctrl+arrows", "zoom in, zoom out, pan"},
    group("Banks, global memory, divergence"),
    Key{"↑, ↓", "another request of the step, or another warp, from worst to mildest"},
    Key{"Shift+↑, Shift+↓", "the same request of another warp"},
    Key{"W", "back to each step's worst"},
    Key{"Shift+←, Shift+→", "banks: one wavefront back, forward; Esc: all"},
    group("Blocks that cooperate"),
    Key{"[  ]", "one event back, forward; with Shift, one tick"},
    Key{"P", "play, pause"},
    group("Two runs"),
    Key{"C", "compare the heatmap with no padding, or with the held run"},
    Key{"B", "two runs side by side, or one again"},
    Key{"X, V", "swap the two runs; lock their steps in another way"},
    group("Lessons"),
    Key{"N, Shift+N", "next page, previous page"},
    Key{"R", "back to the page's run and step"},
    Key{"A … D, a number", "answer the first open question; H one more hint"},
    Key{"Q", "ask before each step; A … D answer"},
    group("In front of a class"),
    Key{"F5", "presentation: one picture in large type"},
    Key{"Page Down, Page Up",
        "one step forward, back; in a presentation the answer, then the lesson's next page"},
    Key{"A … D, 14 A", "presentation: one more hand for an answer, or 14; with Shift one fewer"},
    Key{".  or  B", "presentation: the screen goes black, and comes back"},
    Key{"S", "spotlight on the worst conflict of the step"},
    Key{"F2, Shift+F2", "a pen that draws over the window (Delete wipes), a pointer"},
    Key{"K", "lock the experiment"},
    Key{"F11", "full screen"},
    Key{"Ctrl++, Ctrl+−, Ctrl+0", "larger, smaller, normal text"},
    group("Text"),
    Key{"Ctrl+N, Ctrl+O", "a new kernel; open a text, a trace or numbers"},
    Key{"Ctrl+S, Ctrl+Shift+S",
        "save the text, or the trace if none is open; save under another name"},
    Key{"Ctrl+V", "a copied kernel as a new text"},
    Key{"Ctrl+F, Ctrl+H, F3", "find, replace, next match"},
    Key{"Ctrl+G, Ctrl+M", "go to a line, to the matching bracket"},
    Key{"Tab, Shift+Tab, Ctrl+/", "indent, unindent, comment out; Esc leaves the text"},
    group("Window"),
    Key{"Ctrl+Z, Ctrl+Y", "undo or redo a change of the experiment"},
    Key{"Ctrl+C", "copy the sentence that describes the step"},
    Key{"Ctrl+Shift+L", "copy a link to what is shown; Ctrl+V opens one"},
    Key{"Ctrl+Shift+C", "copy the view under the pointer as a command line"},
    Key{"Ctrl+E", "export the heatmap"},
    Key{"Esc", "close a message, stop a recording, clear the selection, all views"},
    Key{"Tab or F6, arrows, Enter", "move between all controls and views, press; Esc leaves"},
    Key{"M", "the menus"},
    Key{"F1, F12, Ctrl+Q", "this table; frame times, for developers; quit"},
};

/// Where the second of two columns begins: with the group that comes closest to the middle.
std::size_t second_column() {
    constexpr std::size_t middle = help_keys.size() / 2;
    std::size_t best = help_keys.size();
    for (std::size_t i = 1; i < help_keys.size(); ++i) {
        const auto far = [](std::size_t at) { return at > middle ? at - middle : middle - at; };
        if (help_keys[i].keys == nullptr && far(i) < far(best)) best = i;
    }
    return best;
}

}  // namespace

void KeysHelp::draw(Ui& ui) {
    widgets::text("Keys", ui.fonts.title, ui.colors.text);
    ImGui::Dummy({0, ui.units(1)});
    // Two columns where there is room; what is higher than the window is scrolled.
    const float bar = ImGui::GetStyle().ScrollbarSize;
    const float width = ImGui::GetContentRegionAvail().x - bar, gap = ui.units(4);
    const bool two = width >= ui.units(200);
    const std::size_t second = two ? second_column() : help_keys.size();
    const float column = two ? (width - gap) / 2 : width;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::BeginChild("##dialog.keys",
                      {0, std::min(height_, ImGui::GetIO().DisplaySize.y - ui.units(50))});
    const ImVec2 top = ImGui::GetCursorPos();
    float lowest = top.y;
    for (std::size_t i = 0; i < help_keys.size(); ++i) {
        const float left = i >= second ? top.x + column + gap : top.x;
        if (i == 0 || i == second) ImGui::SetCursorPosY(top.y);
        ImGui::SetCursorPosX(left);
        if (help_keys[i].keys == nullptr) {
            if (i != 0 && i != second) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.units(2));
            widgets::text(help_keys[i].meaning, ui.fonts.bold, ui.colors.accent);
            widgets::note_item(ui, fmt::format("dialog.keys.{}", i));
            continue;
        }
        const float meaning = left + ui.units(46);
        ImGui::PushTextWrapPos(meaning - ui.units(2));
        widgets::text(widgets::with_keys_of_here(ui, help_keys[i].keys), ui.fonts.bold,
                      ui.colors.text);
        ImGui::PopTextWrapPos();
        widgets::note_item(ui, fmt::format("dialog.keys.{}", i));
        ImGui::SameLine(meaning);
        ImGui::PushTextWrapPos(left + column);
        widgets::text(widgets::with_keys_of_here(ui, help_keys[i].meaning), ui.fonts.regular,
                      ui.colors.text);
        ImGui::PopTextWrapPos();
        widgets::note_item(ui, fmt::format("dialog.keys.{}.meaning", i));
        lowest = std::max(lowest, ImGui::GetCursorPosY());
    }
    height_ = lowest - top.y;
    ImGui::EndChild();
    ImGui::PopStyleColor();
    ImGui::Dummy({0, ui.units(2)});
    ImGui::Dummy({0, 0});
}

namespace {

std::string gl_text(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "unknown";
}

/// Whether runs on a GPU can be recorded here, or why not.
std::string gpu_words(const GpuAnswer& gpu) {
    if (!gpu.known) return looking_for_gpu;
    return gpu.problem.empty() ? "can be recorded here" : gpu.problem;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> about_facts(const GpuAnswer& gpu) {
    return {
        {"StrideScope", STRIDESCOPE_VERSION},
        {"Warp machine", fmt::format("{} threads", std::thread::hardware_concurrency())},
        {"CUDA", gpu_words(gpu)},
        {"OpenGL", gl_text(GL_VERSION)},
        {"Renderer", gl_text(GL_RENDERER)},
        {"Dear ImGui", IMGUI_VERSION},
        window_system(),
        {"Compiler", fmt::format("C++{}, {}", __cplusplus / 100 % 100, __VERSION__)},
    };
}

std::string about_text(const std::vector<std::pair<std::string, std::string>>& facts) {
    std::string text;
    for (const auto& [name, value] : facts) text += fmt::format("{}: {}\n", name, value);
    return text;
}

void AboutBox::draw(Ui& ui) {
    facts_ = about_facts(ui.state.runs.gpu);
    widgets::text("StrideScope", ui.fonts.title, ui.colors.text);
    widgets::wrapped_text(
        "Watch GPU threads work, one stride at a time, and see what the memory banks do "
        "meanwhile. Everything on the screen is computed from the recorded run: from what "
        "each thread read, wrote and added, step by step.",
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
    if (widgets::button(ui, "dialog.copy", "Copy", "For a bug report")) {
        ImGui::SetClipboardText(about_text(facts_).c_str());
    }
}

}  // namespace stridescope
