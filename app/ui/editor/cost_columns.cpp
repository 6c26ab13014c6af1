#include "app/ui/editor/cost_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "app/analysis/number_text.h"
#include "app/scene/source/line_columns.h"
#include "app/session/clicks.h"
#include "app/ui/editor/text_area.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

float small_width(const Ui& ui, std::string_view words) {
    ImFont& font = *ui.fonts.small;
    return font
        .CalcTextSizeA(imgui::size_of(font), 1e6F, 0, words.data(), words.data() + words.size())
        .x;
}

void right_text(ImFont& font, Rgba color, float right, float y, std::string_view words) {
    const char* end = words.data() + words.size();
    const float wide = font.CalcTextSizeA(imgui::size_of(font), 1e6F, 0, words.data(), end).x;
    ImGui::GetWindowDrawList()->AddText(&font, imgui::size_of(font), {std::floor(right - wide), y},
                                        packed(color), words.data(), end);
}

}  // namespace

CostColumns::CostColumns(const Ui& ui, const LineTable* table, float width, float room)
    : column_(std::ceil(small_width(ui, "wavefronts") + ui.units(2))) {
    if (table == nullptr) return;
    for (const LineColumns& choice : line_column_choices(*table)) {
        if (choice.empty()) return;
        const float wide = column_ * static_cast<float>(choice.size()) + ui.units(2);
        if (width - wide < room) continue;
        shown_ = choice;
        width_ = wide;
        return;
    }
}

float CostColumns::head_height(const Ui& ui) const {
    if (shown_.empty()) return 0;
    return static_cast<float>(head_lines()) * imgui::size_of(*ui.fonts.small) + ui.units(1.5F);
}

float CostColumns::left_of(std::size_t column, float right) const {
    return right - column_ * static_cast<float>(shown_.size() - column);
}

/// What these columns have in common, above a line over all of them.
void CostColumns::draw_group(const Ui& ui, std::size_t first, std::size_t end, ImVec2 at,
                             const char* name) const {
    ImFont& font = *ui.fonts.small;
    const float x0 = left_of(first, at.x) + ui.units(2), x1 = left_of(end, at.x) - ui.units(1);
    right_text(font, ui.palette.faint_text, (x0 + x1 + small_width(ui, name)) / 2, at.y, name);
    const float y = at.y + imgui::size_of(font);
    ImGui::GetWindowDrawList()->AddLine({x0, y}, {x1, y}, packed(ui.palette.rule));
}

void CostColumns::draw_heads(Ui& ui, ImVec2 at, float right) const {
    ImFont& font = *ui.fonts.small;
    const bool both = head_lines() > 2;
    const float line = imgui::size_of(font), names = at.y + (both ? 2 : 1) * line;
    std::size_t of_step = 0, of_space = 0;  // where the groups began
    for (std::size_t k = 0; k < shown_.size(); ++k) {
        const LineColumn& column = shown_[k];
        const ImVec2 low{left_of(k, right), names}, high{low.x + column_, names + line};
        right_text(font, ui.palette.faint_text, high.x - ui.units(1), names, column.name);
        widgets::note_box(ui, fmt::format("editor.head.{}", k), low, high);
        if (ImGui::IsMouseHoveringRect(low, high) && ImGui::IsWindowHovered()) {
            widgets::tip(ui, column.tip);
            ui.widgets["editor.hover"] = {{low.x, low.y, 1, 1}, true, column.tip};
        }
        const bool last = k + 1 == shown_.size();
        const bool step_ends = last || shown_[k + 1].in_all != column.in_all;
        if (step_ends) {
            draw_group(ui, std::exchange(of_step, k + 1), k + 1, {right, at.y}, column.step_name());
        }
        if (step_ends || shown_[k + 1].space != column.space) {
            const std::size_t first = std::exchange(of_space, k + 1);
            if (both) draw_group(ui, first, k + 1, {right, at.y + line}, column.space_name());
        }
    }
}

int CostColumns::draw(Ui& ui, const LineTable* counts, const std::set<int>& step_lines,
                      const LineRows& rows, ImVec2 at, float width) const {
    if (shown_.empty()) return 0;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float right = at.x + width - ui.units(1), left = at.x + width - width_;
    draw_heads(ui, at, right);
    if (counts == nullptr) return 0;
    const int step = ui.state.playback.step();
    int pointed = 0;
    const float edge = at.x + width + TextArea::scroll_bar_width(ui);  // nothing shows behind
    list.PushClipRect({left - ui.units(4), rows.from}, {edge, rows.to}, true);
    ImFont& font = *ui.fonts.small;
    const float above = std::floor((rows.height - imgui::size_of(font)) / 2);
    const auto first = std::ranges::lower_bound(counts->own_lines, rows.first() + 1);
    for (auto each = first; each != counts->own_lines.end() && *each <= rows.end(); ++each) {
        const int line = *each;
        const LineCounts now = counts->with_included(step, line),
                         all = counts->with_included(-1, line);
        const float y = rows.y(line - 1);
        if (std::ranges::none_of(shown_, [&](const LineColumn& c) { return c.tells(all); }))
            continue;
        // A long line ends before its counts.
        const Rgba ground = step_lines.contains(line)
                                ? mix(ui.palette.background, ui.palette.accent, 0.14F)
                                : ui.palette.background;
        Rgba clear = ground;
        clear.a = 0;
        const float fade = ui.units(4);
        list.AddRectFilledMultiColor({left - fade, y}, {left, y + rows.height}, packed(clear),
                                     packed(ground), packed(ground), packed(clear));
        list.AddRectFilled({left, y}, {edge, y + rows.height}, packed(ground));
        for (std::size_t k = 0; k < shown_.size(); ++k) {
            const LineColumn& column = shown_[k];
            const LineCounts& of = column.in_all ? all : now;
            if (!column.tells(of)) continue;
            const bool bad = column.bad(of);
            right_text(bad ? *ui.fonts.bold : font,
                       bad             ? ui.palette.conflict
                       : column.in_all ? ui.palette.faint_text
                                       : ui.palette.text,
                       left_of(k, right) + column_ - ui.units(1), y + above,
                       with_commas(column.of(of)));
        }
        const ImVec2 low{left, y}, high{at.x + width, y + rows.height};
        widgets::note_box(ui, fmt::format("editor.cost.{}", line), low, high);
        if (!ImGui::IsMouseHoveringRect(low, high) || !ImGui::IsWindowHovered()) continue;
        pointed = line;
        const std::string tip = line_words_with_included(*counts, step, line);
        widgets::tip(ui, tip);
        ui.widgets["editor.hover"] = {{low.x, low.y, 1, 1}, true, tip};
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            const Hotspot spot{.means = {.line = line},
                               .click = click::ShowLine{{.file = 0, .line = line}}};
            for (Command& command : commands_of_click(ui.state, Side::own, spot)) {
                ui.emit(std::move(command));
            }
        }
    }
    list.PopClipRect();
    return pointed;
}

}  // namespace stridescope
