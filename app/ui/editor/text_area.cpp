#include "app/ui/editor/text_area.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "app/scene/scene.h"
#include "app/session/editor/syntax.h"
#include "app/session/preferences.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/theme.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

// In the order of SyntaxClass: plain, keyword, type, qualifier, builtin, number, string, comment,
// directive. Hues as the pictures' (Okabe and Ito), as dark or light as the ground needs; what
// CUDA adds to C stands out most.
using Colors = std::array<Rgba, 9>;
constexpr Colors light{rgb(0x17202A), rgb(0x0A4F8F), rgb(0x00604A), rgb(0x9B2F6E), rgb(0x8F4A00),
                       rgb(0x5B3DA8), rgb(0x7A5200), rgb(0x5F6C79), rgb(0x6B3FA0)};
constexpr Colors dark{rgb(0xECF0F4), rgb(0x7CC4F2), rgb(0x4CD0A8), rgb(0xF09BC9), rgb(0xF0AE62),
                      rgb(0xB9A6F5), rgb(0xE3C46B), rgb(0x98A5B3), rgb(0xC3A5EE)};
constexpr Colors projector{rgb(0x000000), rgb(0x003A75), rgb(0x004A36),
                           rgb(0x7A0F52), rgb(0x6E3400), rgb(0x3F2387),
                           rgb(0x5C3B00), rgb(0x333D47), rgb(0x4A2380)};

/// The colour of a text's words. On the ground of the pictures (Palette::background) each reads
/// well: its contrast is 4.5 : 1 or more.
Rgba syntax_color(Theme theme, editor::SyntaxClass what) {
    const Colors& colors = theme == Theme::light ? light : theme == Theme::dark ? dark : projector;
    return colors[static_cast<std::size_t>(what)];
}

using editor::Position;
using editor::Range;

constexpr int lines_around = 3;  ///< the cursor, of what is seen above and below it
constexpr int cells_around = 4;
constexpr float lines_a_turn = 3;  ///< of the wheel

float pixels(const Ui& ui, float at_one) {
    return std::max(1.0F, std::floor(at_one * ui.scale));
}

ImVec2 low(const ImVec2& at) {
    return {std::floor(at.x), std::floor(at.y)};
}

/// A wave under [x0, x1).
void draw_wave(ImDrawList& list, float x0, float x1, float y, float step, ImU32 color,
               float thick) {
    for (float x = x0; x < x1; x += 2 * step) {
        list.AddLine({x, y}, {x + step, y - step}, color, thick);
        list.AddLine({x + step, y - step}, {x + 2 * step, y}, color, thick);
    }
}

/// Where a fault's word ends, which begins at `column`.
int end_of_word(const std::vector<editor::SyntaxSpan>& spans, int column, int length) {
    for (const editor::SyntaxSpan& span : spans) {
        if (span.begin <= column && column < span.end) return span.end;
    }
    return std::min(column + 1, std::max(length, column + 1));
}

}  // namespace

float TextArea::row_height(const Ui& ui) {
    return std::floor(imgui::size_of(*ui.fonts.mono) * 1.2F);
}

float TextArea::advance(const Ui& ui) {
    return imgui::advance_of(*ui.fonts.mono, 'M');
}

float TextArea::gutter_width(const Ui& ui, const Document& document) {
    const auto digits = static_cast<float>(
        std::max<std::size_t>(std::to_string(document.editor.text().lines()).size(), 2));
    return std::floor(ui.units(2) + digits * advance(ui) + ui.units(2.5F));
}

/// What the text's lines begin in, how wide they are, and which brackets belong together.
void TextArea::look(const Document& document) {
    const editor::Editor& editor = document.editor;
    const bool other = document.number != number_;
    if (other || editor.version() != version_ || states_.empty()) {
        states_ = editor::line_states(editor.text());
        widest_ = 0;
        for (int line = 0; line < editor.text().lines(); ++line) {
            const std::string& text = editor.text().line(line);
            widest_ = std::max(widest_, editor::cells_before(text, static_cast<int>(text.size())));
        }
    }
    if (other) {
        down_ = across_ = 0;
        presses_ = 0;
    }
    if (other || editor.moves() != moves_ || editor.version() != version_) {
        brackets_ = editor.has_selection()
                        ? std::nullopt
                        : editor::brackets_at(editor.text(), states_, editor.cursor());
        // An exercise begins in its hole, a reload where one wrote.
        follow_ = !other || editor.cursor() != Position{};
    }
    number_ = document.number;
    version_ = editor.version();
    moves_ = editor.moves();
}

float TextArea::most_down(const Ui& ui, const Document& document, const Place& place) const {
    const float row = row_height(ui);
    const auto lines = static_cast<float>(document.editor.text().lines());
    // The last line may stand in the middle, where one writes on.
    return std::max(0.0F, std::floor(lines * row - std::max(place.size.y - row, place.size.y / 2)));
}

float TextArea::most_across(const Ui& ui, const Place& place) const {
    const auto cells = static_cast<float>(widest_ + cells_around);
    return std::max(0.0F, std::ceil(cells * advance(ui) - place.size.x));
}

void TextArea::show(const std::set<int>& lines) {
    to_show_ = lines;
}

/// Scrolls to where the cursor has gone, or to what is to be shown.
void TextArea::follow(const Ui& ui, const Document& document, const Place& place) {
    const float row = row_height(ui), high = place.size.y;
    if (!to_show_.empty()) {
        const float top = static_cast<float>(*to_show_.begin() - 1) * row;
        const float bottom = static_cast<float>(*to_show_.rbegin()) * row;
        if (top < down_ || bottom > down_ + high) {
            down_ = std::floor(((top + bottom) / 2 - high / 2) / row) * row;
            // Where there is more than room, the begin is seen.
            if (bottom - top > high) down_ = top - row;
        }
        to_show_.clear();
    }
    if (follow_) {
        const Position cursor = document.editor.cursor();
        const float y = static_cast<float>(cursor.line) * row;
        const float margin =
            std::min(static_cast<float>(lines_around) * row, std::max((high - row) / 2, 0.0F));
        down_ = std::clamp(down_, y + row + margin - high,
                           std::max(y - margin, y + row + margin - high));
        const float cell = advance(ui);
        const float x = static_cast<float>(editor::cells_before(
                            document.editor.text().line(cursor.line), cursor.column)) *
                        cell;
        const float aside = std::min(static_cast<float>(cells_around) * cell, place.size.x / 4);
        across_ = std::clamp(across_, x + aside - place.size.x,
                             std::max(x - aside, x + aside - place.size.x));
        follow_ = false;
    }
    down_ = std::clamp(down_, 0.0F, most_down(ui, document, place));
    across_ = std::clamp(across_, 0.0F, most_across(ui, place));
}

float TextArea::x_of(const Ui& ui, const Document& document, Position at,
                     const Place& place) const {
    const int cells = editor::cells_before(document.editor.text().line(at.line), at.column);
    return place.at.x - across_ + static_cast<float>(cells) * advance(ui);
}

// --- The mouse --------------------------------------------------------------------------------

void TextArea::scroll(Ui& ui, const Place& place, const Document& document) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl) return;
    const float by = lines_a_turn * row_height(ui);
    const float wheel_across = io.KeyShift ? io.MouseWheel : io.MouseWheelH;
    if (!io.KeyShift) down_ -= io.MouseWheel * by;
    across_ -= wheel_across * by + ui.hand.scroll.x;
    down_ -= ui.hand.scroll.y;
    down_ = std::clamp(std::floor(down_), 0.0F, most_down(ui, document, place));
    across_ = std::clamp(std::floor(across_), 0.0F, most_across(ui, place));
}

/// Once puts the cursor there, twice selects a word, three times a line.
void TextArea::press(Ui& ui, Position at) {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 moved{io.MousePos.x - pressed_at_.x, io.MousePos.y - pressed_at_.y};
    const bool near = std::abs(moved.x) + std::abs(moved.y) < ui.units(1.5F);
    // The pace of the hand is told before the press (InputFeed::tell_pace).
    const bool again = near && io.MouseDoubleClickTime > 1 && presses_ > 0;
    presses_ = again ? presses_ % 3 + 1 : 1;
    pressed_at_ = io.MousePos;
    if (presses_ == 2) {
        ui.emit(command::EditText{editor::action::SelectWord{at}});
    } else if (presses_ == 3) {
        ui.emit(command::EditText{editor::action::SelectLine{at.line}});
    } else {
        ui.emit(command::EditText{editor::action::MoveTo{at, io.KeyShift}});
    }
}

/// Notes the name that is pointed at.
void TextArea::look_at_word(const Ui& ui, const editor::TextBuffer& text, const Place& place,
                            const LineRows& rows) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int line = rows.at(mouse.y);
    if (line < 0 || line >= text.lines()) return;
    const std::string_view words = text.line(line);
    const float cells = (mouse.x - place.at.x + across_) / advance(ui);
    const int cell = static_cast<int>(std::floor(cells));
    const int column = editor::column_at_cell(words, std::max(cell, 0));
    const auto is_name = [&](int k) {
        if (k < 0 || k >= static_cast<int>(words.size())) return false;
        const char c = words[static_cast<std::size_t>(k)];
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
               (c >= 'A' && c <= 'Z');
    };
    if (!is_name(column)) return;
    int begin = column, end = column + 1;
    while (is_name(begin - 1)) --begin;
    while (is_name(end)) ++end;
    pointed_word_ =
        words.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

void TextArea::handle_mouse(Ui& ui, const Document& document, const TextMarks& marks,
                            const Place& place, const LineRows& rows) {
    const ImGuiIO& io = ImGui::GetIO();
    const editor::TextBuffer& text = document.editor.text();
    ImGui::SetCursorScreenPos(place.at);
    const float wide = place.right - place.at.x;
    ImGui::InvisibleButton("##editor.text", {std::max(wide, 1.0F), std::max(place.size.y, 1.0F)});
    widgets::note_control(ui, "editor.text", {.role = ControlRole::text, .words = "CUDA text"});
    widgets::takes_drags(ui, Drag::held);
    const bool beside = io.MousePos.x > place.at.x + place.size.x &&
                        marks.counted_lines.contains(rows.at(io.MousePos.y) + 1);
    pointed_word_.clear();
    if (ImGui::IsItemHovered() && !beside) look_at_word(ui, text, place, rows);
    if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(beside ? ImGuiMouseCursor_Hand : ImGuiMouseCursor_TextInput);
        scroll(ui, place, document);
    }
    if (ImGui::IsItemActivated()) presses_ = beside ? 0 : std::max(presses_, 1);
    if (!ImGui::IsItemActive() || presses_ == 0) return;
    if (ImGui::IsItemActivated()) focused_ = true;
    const int line = std::clamp(rows.at(io.MousePos.y), 0, text.lines() - 1);
    const float cells = (io.MousePos.x - place.at.x + across_) / advance(ui) + 0.5F;
    const int column =
        editor::column_at_cell(text.line(line), static_cast<int>(std::max(cells, 0.0F)));
    const Position at{line, column};
    if (ImGui::IsItemActivated()) return press(ui, at);
    // A drag; beyond the edges the text moves along.
    const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
    const bool beyond = io.MousePos.y < place.at.y || io.MousePos.y > place.at.y + place.size.y;
    if (!moved && !beyond) return;
    if (presses_ == 1 && !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2)) return;
    if (presses_ > 1 && !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return;
    if (at != document.editor.cursor()) {
        ui.emit(command::EditText{editor::action::MoveTo{at, true}});
    }
}

/// How much there is, and how much of it is seen; the upright one can be dragged.
void TextArea::draw_scroll_bars(Ui& ui, const Document& document) {
    const Place& place = place_;
    const float right_edge = place.right;
    const float most = most_down(ui, document, place), thick = ui.units(1.5F);
    if (most > 0) {
        const float whole = most + place.size.y;
        const float high = std::max(place.size.y * place.size.y / whole, ui.units(6));
        const float room = place.size.y - high;
        const float left = right_edge - thick - ui.units(0.5F);
        ImGui::SetCursorScreenPos({left - ui.units(0.5F), place.at.y});
        ImGui::InvisibleButton("##editor.scroll", {thick + ui.units(1), place.size.y});
        widgets::note_item(ui, "editor.scroll");
        widgets::takes_drags(ui, "editor.scroll");
        const float y = ImGui::GetIO().MousePos.y - place.at.y;
        if (ImGui::IsItemActivated()) {
            const float handle = room * down_ / most;
            const bool on_it = y >= handle && y <= handle + high;
            grabbed_ = on_it ? y - handle : high / 2;
        }
        if (ImGui::IsItemActive() && grabbed_ && room > 0) {
            down_ = std::clamp(std::floor((y - *grabbed_) / room * most), 0.0F, most);
        }
        const bool lit = ImGui::IsItemActive() || ImGui::IsItemHovered();
        const float top = place.at.y + room * down_ / most;
        ImGui::GetWindowDrawList()->AddRectFilled(
            {left, top}, {left + thick, top + high},
            packed(lit ? ui.colors.faint : ui.colors.disabled), thick / 2);
    }
    const float across = most_across(ui, place);
    if (across <= 0) return;
    const float wide = place.size.x * place.size.x / (across + place.size.x);
    const float left = place.at.x + (place.size.x - wide) * across_ / across;
    const float bottom = place.at.y + place.size.y - ui.units(0.5F);
    ImGui::GetWindowDrawList()->AddRectFilled({left, bottom - ui.units(1)}, {left + wide, bottom},
                                              packed(ui.colors.disabled), ui.units(0.5F));
}

// --- What is drawn ----------------------------------------------------------------------------

void TextArea::fill(Ui& ui, const Document& document, const Range& range, Rgba color,
                    const Place& place, const LineRows& rows) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const int first = std::max(range.from.line, rows.first());
    const int last = std::min(range.to.line, rows.end() - 1);
    for (int line = first; line <= last; ++line) {
        const float from =
            line == range.from.line ? x_of(ui, document, range.from, place) : place.at.x - across_;
        const int length = document.editor.text().length(line);
        // An end of a line that is selected shows, too.
        const float to = line == range.to.line
                             ? x_of(ui, document, range.to, place)
                             : x_of(ui, document, {line, length}, place) + advance(ui) / 2;
        if (to <= from) continue;
        list.AddRectFilled({from, rows.y(line)}, {to, rows.y(line) + rows.height}, packed(color));
    }
}

void TextArea::draw_grounds(Ui& ui, const Document& document, const TextMarks& marks,
                            const Place& place, const LineRows& rows, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette;
    const Rgba step = mix(palette.background, palette.accent, 0.14F);
    const int cursor = document.editor.cursor().line;
    for (int line = rows.first(); line < rows.end(); ++line) {
        const ImVec2 from{at.x, rows.y(line)}, to{at.x + width, rows.y(line) + rows.height};
        if (marks.step_lines.contains(line + 1)) {
            list.AddRectFilled(from, to, packed(step));
            list.AddRectFilled(from, {from.x + ui.units(1), to.y}, packed(palette.accent));
        } else if (focused_ && line == cursor && !document.editor.has_selection()) {
            list.AddRectFilled(from, to, packed(mix(palette.background, palette.text, 0.05F)));
        }
    }
    list.PushClipRect(place.at, {place.at.x + place.size.x, place.at.y + place.size.y}, true);
    for (const Range& found : marks.found) {
        if (found.from.line < rows.first() || found.from.line >= rows.end()) continue;
        fill(ui, document, found, mix(palette.background, palette.busy, 0.35F), place, rows);
    }
    Rgba selected = palette.accent;
    selected.a = focused_ ? 80 : 45;
    if (document.editor.has_selection()) {
        fill(ui, document, document.editor.selection(), selected, place, rows);
    }
    if (brackets_) {
        for (const Position each : {brackets_->first, brackets_->second}) {
            if (each.line < rows.first() || each.line >= rows.end()) continue;
            const float x = x_of(ui, document, each, place), y = rows.y(each.line);
            list.AddRect({x, y + 1}, {x + advance(ui), y + rows.height - 1},
                         packed(palette.node_border), ui.units(0.5F));
        }
    }
    list.PopClipRect();
}

/// Each character in its cell: letters side by side as one text, others one by one.
void TextArea::draw_line(Ui& ui, const Document& document, int line, ImVec2 at) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string& text = document.editor.text().line(line);
    const float cell = advance(ui), size = imgui::size_of(*ui.fonts.mono);
    editor::LineState state = states_[static_cast<std::size_t>(line)];
    for (const editor::SyntaxSpan& span : editor::syntax_of(text, state)) {
        const ImU32 color = packed(syntax_color(ui.state.preferences.theme, span.what));
        int cells = editor::cells_before(text, span.begin);
        int run = span.begin;
        const auto flush = [&](int end) {
            if (end <= run) return;
            list.AddText(ui.fonts.mono, size, {at.x + static_cast<float>(cells) * cell, at.y},
                         color, text.data() + run, text.data() + end);
            cells += end - run;
        };
        for (int i = span.begin; i < span.end;) {
            const char c = text[static_cast<std::size_t>(i)];
            const int length = editor::character_length(text, i);
            if (c > ' ' && c < 0x7F) {
                i += length;
                continue;
            }
            flush(i);
            const float x = at.x + static_cast<float>(cells) * cell;
            if (c == '\t') {
                cells += editor::tab_cells - cells % editor::tab_cells;
            } else if (c == ' ') {
                ++cells;
            } else if (length > 1) {
                list.AddText(ui.fonts.mono, size, {x, at.y}, color, text.data() + i,
                             text.data() + i + length);
                ++cells;
            } else {
                // A byte that is no character is seen as a box.
                list.AddRect({x + 1, at.y + size * 0.25F}, {x + cell - 1, at.y + size * 0.85F},
                             packed(ui.palette.wrong));
                ++cells;
            }
            i += length;
            run = i;
        }
        flush(span.end);
    }
}

void TextArea::draw_numbers(Ui& ui, const Document& document, const TextMarks& marks, ImVec2 at,
                            float width, const LineRows& rows) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = std::floor(imgui::size_of(*ui.fonts.mono) * 0.9F);
    const float cell = advance(ui) * size / imgui::size_of(*ui.fonts.mono);
    const int cursor = document.editor.cursor().line;
    for (int line = rows.first(); line < rows.end(); ++line) {
        const std::string number = std::to_string(line + 1);
        const bool wrong =
            std::ranges::find(marks.faults, line + 1, &TextFault::line) != marks.faults.end();
        const bool strong = marks.step_lines.contains(line + 1) || (focused_ && line == cursor);
        const Rgba color = wrong    ? ui.palette.wrong
                           : strong ? ui.palette.text
                                    : ui.palette.faint_text;
        const float x = at.x + width - ui.units(2.5F) - static_cast<float>(number.size()) * cell;
        const float y = rows.y(line) + (rows.height - size) / 2;
        list.AddText(ui.fonts.mono, size, low({x, y}), packed(color), number.data(),
                     number.data() + number.size());
        if (document.breakpoints.contains(line + 1)) {
            const float radius = ui.units(1);
            list.AddCircleFilled({at.x + ui.units(1.5F), rows.y(line) + rows.height / 2}, radius,
                                 packed(ui.palette.wrong), 16);
            widgets::note_box(ui, fmt::format("editor.breakpoint.{}", line + 1),
                              {at.x, rows.y(line)}, {at.x + width, rows.y(line) + rows.height});
        }
        if (marks.lit_lines.contains(line + 1)) {
            list.AddRect({at.x + ui.units(1), rows.y(line)},
                         {at.x + width - ui.units(1), rows.y(line) + rows.height},
                         packed(ui.palette.accent), ui.units(0.75F), 0, pixels(ui, 2));
        }
        widgets::note_box(ui, fmt::format("editor.line.{}", line + 1), {at.x, rows.y(line)},
                          {at.x + width, rows.y(line) + rows.height});
    }
    // A press on a number selects its line.
    pointed_line_ = 0;
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("##editor.numbers", {width, std::max(rows.to - rows.from, 1.0F)});
    if (!ImGui::IsItemHovered()) return;
    scroll(ui, place_, document);
    const int line = rows.at(ImGui::GetIO().MousePos.y);
    if (line < 0 || line >= rows.lines) return;
    pointed_line_ = line + 1;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) ui.emit(command::ToggleBreakpoint{line + 1});
    if (ImGui::IsItemActivated()) {
        focused_ = true;
        ui.emit(command::EditText{editor::action::SelectLine{line}});
    }
}

void TextArea::draw_faults(Ui& ui, const Document& document, const TextMarks& marks,
                           const Place& place, const LineRows& rows) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const editor::TextBuffer& text = document.editor.text();
    const bool hovered = ImGui::IsMouseHoveringRect(
        place.at, {place.at.x + place.size.x, place.at.y + place.size.y});
    int count = 0;
    pointed_faults_.clear();
    for (const TextFault& fault : marks.faults) {
        const int line = fault.line - 1;
        if (line < rows.first() || line >= rows.end()) continue;
        const std::string& words = text.line(line);
        const int length = static_cast<int>(words.size());
        const auto blank = std::min(words.find_first_not_of(" \t"), words.size());
        const int column =
            fault.column > 0 ? std::min(fault.column - 1, length) : static_cast<int>(blank);
        editor::LineState state = states_[static_cast<std::size_t>(line)];
        const int end = fault.column > 0
                            ? end_of_word(editor::syntax_of(words, state), column, length)
                            : length;
        const float x0 = x_of(ui, document, {line, column}, place);
        const float x1 = std::max(x_of(ui, document, {line, end}, place), x0 + advance(ui));
        const float y = rows.y(line) + rows.height - 1;
        draw_wave(list, x0, x1, y, pixels(ui, 2), packed(ui.palette.wrong), pixels(ui, 1.2F));
        const std::string name = fmt::format("editor.fault.{}", count++);
        widgets::note_box(ui, name, {x0, rows.y(line)}, {x1, rows.y(line) + rows.height});
        const bool here = mouse.x >= x0 && mouse.x <= x1 && mouse.y >= rows.y(line) &&
                          mouse.y < rows.y(line) + rows.height;
        if (!hovered || !here || !ImGui::IsWindowHovered()) continue;
        if (!pointed_faults_.empty()) pointed_faults_ += '\n';
        pointed_faults_ += fault.message;
    }
}

void TextArea::draw_cursor(Ui& ui, const Document& document, const Place& place,
                           const LineRows& rows) {
    const Position cursor = document.editor.cursor();
    if (!focused_ || cursor.line < rows.first() || cursor.line >= rows.end()) return;
    const float x = std::floor(x_of(ui, document, cursor, place)), y = rows.y(cursor.line);
    const float wide = pixels(ui, 2);
    ImGui::GetWindowDrawList()->AddRectFilled({x - wide / 2, y}, {x + wide / 2, y + rows.height},
                                              packed(ui.palette.text));
    widgets::note_box(ui, "editor.cursor", {x, y}, {x + 1, y + rows.height});
}

LineRows TextArea::draw(Ui& ui, const Document& document, const TextMarks& marks, ImVec2 at,
                        ImVec2 size, float right) {
    look(document);
    const float gutter = gutter_width(ui, document);
    place_ = {
        {at.x + gutter, at.y}, {std::max(size.x - gutter - right, 1.0F), size.y}, at.x + size.x};
    const Place& place = place_;
    follow(ui, document, place);
    const auto rows_now = [&] {
        return LineRows{.top = at.y - down_,
                        .height = row_height(ui),
                        .from = at.y,
                        .to = at.y + size.y,
                        .lines = document.editor.text().lines()};
    };
    // Pressed before anything else is drawn: other things stand on top of it.
    handle_mouse(ui, document, marks, place, rows_now());
    const LineRows rows = rows_now();
    const int page = std::max(1, static_cast<int>(size.y / rows.height));
    if (page != document.editor.rows()) {
        ui.emit(command::EditText{editor::action::ShowRows{page}});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(ui.palette.background));
    draw_grounds(ui, document, marks, place, rows, at, size.x);
    // Beside what stands at the right a long line goes on to the edge.
    list.PushClipRect(place.at, {at.x + size.x, place.at.y + place.size.y}, true);
    const float above = std::floor((rows.height - imgui::size_of(*ui.fonts.mono)) / 2);
    for (int line = rows.first(); line < rows.end(); ++line) {
        draw_line(ui, document, line, {place.at.x - across_, rows.y(line) + above});
    }
    if (rows.lines == 1 && document.editor.text().line(0).empty()) {
        constexpr std::string_view words =
            "Write a CUDA kernel, paste one, or begin with one of File > Examples.";
        list.AddText(ui.fonts.regular, imgui::size_of(*ui.fonts.regular),
                     {place.at.x + 2 * advance(ui), rows.y(0) + above}, packed(ui.colors.faint),
                     words.data(), words.data() + words.size());
    }
    draw_faults(ui, document, marks, place, rows);
    draw_cursor(ui, document, place, rows);
    list.PopClipRect();
    draw_numbers(ui, document, marks, at, gutter, rows);
    list.PopClipRect();
    return rows;
}

}  // namespace stridescope
