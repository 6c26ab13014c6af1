#include "app/ui/dialogs/help_boxes.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <thread>

#include "app/platform/window.h"
#include "app/session/run_text.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
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
