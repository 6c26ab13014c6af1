#include "app/ui/editor/cost_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/analysis/number_text.h"
#include "app/scene/source/line_words.h"
#include "app/session/clicks.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

float small_width(const Ui& ui, std::string_view words) {
    ImFont& font = *ui.fonts.small;
    return font.CalcTextSizeA(font.FontSize, 1e6F, 0, words.data(), words.data() + words.size()).x;
}

void right_text(ImFont& font, Rgba color, float right, float y, std::string_view words) {
    const char* end = words.data() + words.size();
    const float wide = font.CalcTextSizeA(font.FontSize, 1e6F, 0, words.data(), end).x;
    ImGui::GetWindowDrawList()->AddText(&font, font.FontSize, {std::floor(right - wide), y},
                                        packed(color), words.data(), end);
}

}  // namespace

CostColumns::CostColumns(const Ui& ui, float width, float room)
    : column_(std::ceil(small_width(ui, "wavefronts") + ui.units(2))) {
    for (const LineColumns& choice : line_column_choices()) {
        const float wide = column_ * static_cast<float>(choice.size()) + ui.units(2);
        if (width - wide < room) continue;
        shown_ = choice;
        width_ = wide;
        return;
    }
}

float CostColumns::head_height(const Ui& ui) {
    return 2 * ui.fonts.small->FontSize + ui.units(1.5F);
}

float CostColumns::left_of(std::size_t column, float right) const {
    return right - column_ * static_cast<float>(shown_.size() - column);
}

void CostColumns::draw_heads(Ui& ui, ImVec2 at, float right) const {
    ImFont& font = *ui.fonts.small;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rgba color = ui.palette.faint_text;
    const float line = font.FontSize;
    for (std::size_t k = 0; k < shown_.size(); ++k) {
        const LineColumn& column = shown_[k];
        right_text(font, color, left_of(k, right) + column_ - ui.units(1), at.y + line,
                   column.name);
        if (k > 0 && shown_[k - 1].in_all == column.in_all) continue;
        std::size_t end = k;
        while (end < shown_.size() && shown_[end].in_all == column.in_all) ++end;
        const float x0 = left_of(k, right) + ui.units(2), x1 = left_of(end, right) - ui.units(1);
        const std::string_view over = column.in_all ? "all steps" : "this step";
        right_text(font, color, (x0 + x1 + small_width(ui, over)) / 2, at.y, over);
        list.AddLine({x0, at.y + line}, {x1, at.y + line}, packed(ui.palette.rule));
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
    list.PushClipRect({left - ui.units(4), rows.from}, {at.x + width, rows.to}, true);
    ImFont& font = *ui.fonts.small;
    const float above = std::floor((rows.height - font.FontSize) / 2);
    const auto first = std::ranges::lower_bound(counts->lines, rows.first() + 1);
    for (auto each = first; each != counts->lines.end() && *each <= rows.end(); ++each) {
        const int line = *each;
        const LineCounts now = counts->at(step, line), all = counts->at(-1, line);
        const float y = rows.y(line - 1);
        if (now.requests == 0 && all.requests == 0) continue;
        // A long line ends before its counts.
        const Rgba ground = step_lines.contains(line)
                                ? mix(ui.palette.background, ui.palette.accent, 0.14F)
                                : ui.palette.background;
        Rgba clear = ground;
        clear.a = 0;
        const float fade = ui.units(4);
        list.AddRectFilledMultiColor({left - fade, y}, {left, y + rows.height}, packed(clear),
                                     packed(ground), packed(ground), packed(clear));
        list.AddRectFilled({left, y}, {at.x + width, y + rows.height}, packed(ground));
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
        const std::string tip = line_words(line, now, all);
        ImGui::SetTooltip("%s", tip.c_str());
        ui.widgets["editor.hover"] = {{low.x, low.y, 1, 1}, true, tip};
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            const Hotspot spot{.means = {.line = line}, .click = click::ShowLine{line}};
            for (Command& command : commands_of_click(ui.state, Side::own, spot)) {
                ui.emit(std::move(command));
            }
        }
    }
    list.PopClipRect();
    return pointed;
}

}  // namespace stridescope
