#include "app/ui/dialogs/keys_help.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

struct Key {
    const char* keys;
    const char* meaning;
};
constexpr std::array help_keys{
    Key{"→  or  F10", "one step forward"},
    Key{"←  or  Shift+F10", "one step back"},
    Key{"Home, End", "first step, last step"},
    Key{"Space", "play or pause"},
    Key{"+, −", "play faster, slower"},
    Key{"L", "start over when playback reaches the end"},
    Key{"G", "go to a step by its number"},
    Key{"Page Down, Page Up", "one step forward, back (presenter remote)"},
    Key{"Ctrl+Page Down, Up", "next, previous recorded block"},
    Key{"F", "fit the view under the pointer, or all views"},
    Key{"wheel, drag", "zoom, pan; on the timeline: step"},
    Key{"click a step's row", "go to that step"},
    Key{"1 … 9",
        "one view alone: tree, shared memory, conflicts, banks, work, grid, source, global memory, "
        "divergence"},
    Key{"[  ]", "grid: one event back, forward; with Shift, one tick"},
    Key{"P", "grid: play, pause"},
    Key{"↑, ↓, Shift+↑, Shift+↓",
        "banks, global memory, divergence: another request, another warp"},
    Key{"Shift+←, Shift+→", "banks: one wavefront back, forward; Esc: all"},
    Key{"T", "timeline by steps, requests, wavefronts"},
    Key{"W", "banks, global memory, divergence: back to each step's worst"},
    Key{"N, Shift+N", "lesson: next page, previous page"},
    Key{"R", "lesson: back to the page's run and step"},
    Key{"Shift+A … Shift+D", "lesson: answer the first open question"},
    Key{"Q", "ask before each step; A … D answer"},
    Key{"S", "spotlight on the worst conflict of the step"},
    Key{"K", "lock the experiment"},
    Key{"F11", "full screen"},
    Key{"C", "compare with no padding"},
    Key{"B, X, V", "two runs side by side; swap; lock"},
    Key{"double-click a title", "this view alone; Esc brings the others back"},
    Key{"F12", "frame times and state, for developers"},
    Key{"Tab or F6, arrows, Enter", "move between all controls and views, press; Esc leaves"},
    Key{"M", "the menus"},
    Key{"Z, Shift+Z, Ctrl+arrows", "zoom in, zoom out, pan"},
    Key{"Ctrl+Z, Ctrl+Y", "undo or redo a change of the experiment"},
    Key{"Ctrl+N, Ctrl+O", "a new kernel; open a text, a trace or numbers"},
    Key{"Ctrl+S, Ctrl+Shift+S", "save the text, or the trace where there is none; under a name"},
    Key{"Ctrl+V", "a copied kernel as a new text"},
    Key{"Ctrl+F, Ctrl+H, F3", "text: find, replace, the next place"},
    Key{"Ctrl+G, Ctrl+M", "text: to a line, to the bracket's counterpart"},
    Key{"Tab, Shift+Tab, Ctrl+/", "text: indent, unindent, comment out; Esc leaves it"},
    Key{"Ctrl+C", "copy the sentence that describes the step"},
    Key{"Ctrl+Shift+C", "copy the view under the pointer as a command line"},
    Key{"Ctrl+E", "export the heatmap"},
    Key{"click a word, lane…", "select it: highlighted in all views until Esc"},
    Key{"Esc", "close a message, stop a recording, clear the selection, all views"},
    Key{"Ctrl++, Ctrl+−, Ctrl+0", "larger, smaller, normal text"},
    Key{"F1, Ctrl+Q", "this table, quit"},
};

}  // namespace

void KeysHelp::draw(Ui& ui) {
    widgets::text("Keys", ui.fonts.title, ui.colors.text);
    ImGui::Dummy({0, ui.units(1)});
    // Two columns where there is room; what is higher than the window is scrolled.
    const float width = ImGui::GetContentRegionAvail().x, gap = ui.units(4);
    const std::size_t columns = width >= ui.units(200) ? 2 : 1;
    const std::size_t rows = (help_keys.size() + columns - 1) / columns;
    const float column = (width - gap) / static_cast<float>(columns);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::BeginChild("##dialog.keys",
                      {0, std::min(height_, ImGui::GetIO().DisplaySize.y - ui.units(50))});
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
    height_ = lowest - top.y;
    ImGui::EndChild();
    ImGui::PopStyleColor();
    ImGui::Dummy({0, ui.units(2)});
    ImGui::Dummy({0, 0});
}

}  // namespace stridescope
