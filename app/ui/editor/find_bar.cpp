#include "app/ui/editor/find_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

/// A field that asked for the keyboard has it after this many frames at most.
constexpr int frames_to_focus = 4;

}  // namespace

void FindBar::open(Kind kind, const Document& document) {
    kind_ = kind;
    focus_ = frames_to_focus;
    line_.clear();
    const editor::Range range = document.editor.selection();
    from_ = range.from;
    if (kind == Kind::line || range.empty() || range.from.line != range.to.line) return;
    pattern_.text = document.editor.text().text(range);
}

float FindBar::height(const Ui& ui) const {
    if (kind_ == Kind::none) return 0;
    const float row = ui.row_height() + ui.units(1);
    return (kind_ == Kind::replace ? 2 : 1) * row + ui.units(1.5F);
}

const std::vector<editor::Range>& FindBar::found(const Document& document) {
    const bool looks = kind_ == Kind::find || kind_ == Kind::replace;
    if (!looks) {
        found_.clear();
        number_ = 0;
        return found_;
    }
    const bool same = number_ == document.number && version_ == document.editor.version() &&
                      looked_for_ == pattern_;
    if (same) return found_;
    number_ = document.number;
    version_ = document.editor.version();
    looked_for_ = pattern_;
    found_ = editor::find_all(document.editor.text(), pattern_);
    return found_;
}

void FindBar::again(Commands& commands, bool backwards) const {
    if (pattern_.text.empty()) return;
    commands.push_back(command::EditText{editor::action::Find{pattern_, backwards}});
}

/// "3 of 12", "12 found", "not found".
std::string FindBar::count_words(const Document& document) {
    const auto& all = found(document);
    if (pattern_.text.empty()) return {};
    if (all.empty()) return "not found";
    const auto here = std::ranges::find(all, document.editor.selection());
    if (here == all.end()) return fmt::format("{} found", all.size());
    return fmt::format("{} of {}", here - all.begin() + 1, all.size());
}

void FindBar::draw_find(Ui& ui, const Document& document, float width) {
    const float gap = ui.units(1), side = ui.row_height();
    const float toggles = widgets::button_width("Aa") + widgets::button_width("word") + 2 * gap;
    const float count = ImGui::CalcTextSize("not found").x + 2 * gap;
    const float field = std::max(width - toggles - count - 3 * (side + gap), ui.units(20));
    ImGui::SetNextItemWidth(field);
    const std::string before = pattern_.text;
    const bool entered = widgets::text_field(
        "##editor.find", "Find", pattern_.text,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    active_ = ImGui::IsItemActive();
    widgets::note_control(ui, "editor.find",
                          {.role = ControlRole::field, .words = "Find", .value = pattern_.text});
    const editor::Pattern was{before, pattern_.match_case, pattern_.whole_word};
    if (entered) {
        again(ui.commands, ImGui::GetIO().KeyShift);
        focus_ = frames_to_focus;  // Enter lets go of the keyboard
    }
    ImGui::SameLine(0, gap);
    if (widgets::button(ui, "editor.find.case", "Aa", "Match upper and lower case", true,
                        pattern_.match_case)) {
        pattern_.match_case = !pattern_.match_case;
        focus_ = frames_to_focus;
    }
    ImGui::SameLine(0, gap);
    if (widgets::button(ui, "editor.find.word", "word", "Whole words only", true,
                        pattern_.whole_word)) {
        pattern_.whole_word = !pattern_.whole_word;
        focus_ = frames_to_focus;
    }
    // What is typed is looked for from where the search began.
    if (was != pattern_ && !pattern_.text.empty()) {
        ui.emit(command::EditText{editor::action::MoveTo{from_}});
        again(ui.commands, false);
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "editor.find.previous", widgets::Icon::up,
                             "Previous match (Shift+F3)", !found(document).empty())) {
        again(ui.commands, true);
        focus_ = frames_to_focus;
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "editor.find.next", widgets::Icon::down, "Next match (F3)",
                             !found(document).empty())) {
        again(ui.commands, false);
        focus_ = frames_to_focus;
    }
    ImGui::SameLine(0, gap);
    const std::string words = count_words(document);
    const bool missing = found(document).empty() && !pattern_.text.empty();
    ImGui::AlignTextToFramePadding();
    widgets::text(words, ui.fonts.regular, missing ? ui.colors.bad : ui.colors.faint);
    widgets::note_item(ui, "editor.find.count", true, words);
}

void FindBar::draw_replace(Ui& ui, float width) {
    const float gap = ui.units(1);
    const float buttons = widgets::button_width("Replace") + widgets::button_width("All") + 2 * gap;
    ImGui::SetNextItemWidth(std::max(width - buttons, ui.units(20)));
    const bool entered = widgets::text_field("##editor.replace", "Replace with", with_,
                                             ImGuiInputTextFlags_EnterReturnsTrue);
    widgets::note_control(ui, "editor.replace",
                          {.role = ControlRole::field, .words = "Replace by", .value = with_});
    ImGui::SameLine(0, gap);
    const bool enabled = !pattern_.text.empty();
    if (widgets::button(ui, "editor.replace.one", "Replace",
                        "Replaces this match, and goes to the next one (Enter)", enabled) ||
        (entered && enabled)) {
        ui.emit(command::EditText{editor::action::Replace{pattern_, with_}});
        if (entered) {
            ImGui::SetKeyboardFocusHere(-1);
        } else {
            focus_ = frames_to_focus;
        }
    }
    ImGui::SameLine(0, gap);
    if (widgets::button(ui, "editor.replace.all", "All", "Replaces every match", enabled)) {
        ui.emit(command::EditText{editor::action::ReplaceAll{pattern_, with_}});
        focus_ = frames_to_focus;
    }
}

bool FindBar::draw_line(Ui& ui, const Document& document, float width) {
    const int lines = document.editor.text().lines();
    ImGui::SetNextItemWidth(std::min(ui.units(60), width - ui.row_height() - ui.units(1)));
    const bool entered = widgets::text_field(
        "##editor.line", fmt::format("Line, 1 to {}", lines), line_,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal);
    active_ = ImGui::IsItemActive();
    widgets::note_control(ui, "editor.line",
                          {.role = ControlRole::field, .words = "Go to line", .value = line_});
    if (!entered) return false;
    int number = 0;
    const auto [end, error] = std::from_chars(line_.data(), line_.data() + line_.size(), number);
    if (error == std::errc{} && end == line_.data() + line_.size()) {
        ui.emit(command::EditText{editor::action::GoToLine{number}});
    }
    return true;
}

bool FindBar::draw(Ui& ui, const Document& document, ImVec2 at, float width) {
    if (kind_ == Kind::none) return false;
    const float pad = ui.units(2), side = ui.row_height(), gap = ui.units(1);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height(ui)},
                                              packed(ui.colors.panel));
    const ImVec2 first{at.x + pad, at.y + ui.units(1)};
    const float room = width - 2 * pad - side - gap;
    ImGui::SetCursorScreenPos(first);
    if (focus_ > 0) ImGui::SetKeyboardFocusHere();
    bool done = false;
    if (kind_ == Kind::line) {
        done = draw_line(ui, document, room);
    } else {
        draw_find(ui, document, room);
    }
    ImGui::SetCursorScreenPos({at.x + width - pad - side, first.y});
    if (widgets::icon_button(ui, "editor.find.close", widgets::Icon::close, "Close (Esc)")) {
        done = true;
    }
    if (kind_ == Kind::replace) {
        ImGui::SetCursorScreenPos({first.x, first.y + side + gap});
        draw_replace(ui, width - 2 * pad);
    }
    if (focus_ > 0) focus_ = active_ ? 0 : focus_ - 1;
    const bool in_front = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
    if (in_front && imgui::is_pressed(ImGuiKey_Escape)) done = true;
    if (done) close();
    return done;
}

}  // namespace stridescope
