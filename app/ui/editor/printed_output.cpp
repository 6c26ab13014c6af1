#include "app/ui/editor/printed_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/analysis/number_text.h"
#include "app/io/printable.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

/// As many are seen at once; the rest is scrolled to.
constexpr std::size_t most_rows = 8;
/// A longer line is cut: nobody reads it, and it would have to be measured in each frame.
constexpr std::size_t longest_line = 400;

float row_height(const Ui& ui) {
    return std::floor(imgui::size_of(*ui.fonts.mono) * 1.2F);
}
float head_height(const Ui& ui) {
    return ImGui::GetTextLineHeight() + ui.units(1);
}

}  // namespace

void PrintedOutput::take(const Trace* trace, std::uint64_t number) {
    if (trace == nullptr) number = 0;
    if (number == number_) return;
    number_ = number;
    lines_.clear();
    text_ = trace != nullptr ? trace->data().printed : std::string{};
    std::string_view rest = text_;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lines_.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

float PrintedOutput::height(const Ui& ui, float most) const {
    if (lines_.empty()) return 0;
    if (!open_) return std::min(head_height(ui), most);
    const auto rows = static_cast<float>(std::min(lines_.size(), most_rows));
    return std::clamp(head_height(ui) + rows * row_height(ui) + ui.units(1), 0.0F, most);
}

void PrintedOutput::draw(Ui& ui, ImVec2 at, ImVec2 size) {
    if (lines_.empty() || size.y <= 0) return;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(ui.colors.panel));
    list->AddLine(at, {at.x + size.x, at.y}, packed(ui.colors.line));
    const float pad = ui.units(2), head = head_height(ui);
    ImGui::SetCursorScreenPos({at.x + pad, at.y + ui.units(0.5F)});
    const std::string title =
        fmt::format("printed: {} line{}{}", with_commas(static_cast<std::int64_t>(lines_.size())),
                    lines_.size() == 1 ? "" : "s", open_ ? "" : " (click to show)");
    widgets::text(title, ui.fonts.regular, ui.colors.faint);
    widgets::note_item(ui, "editor.printed", true, std::string{lines_.front()});
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) open_ = !open_;
    if (!open_ || size.y <= head) return;
    ImGui::SetCursorScreenPos({at.x + pad, at.y + head});
    ImGui::BeginChild("##editor.printed", {size.x - pad, size.y - head}, false,
                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {0, row_height(ui) - imgui::size_of(*ui.fonts.mono)});
    imgui::push_font(ui.fonts.mono);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines_.size()));
    while (clipper.Step()) {
        for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
            const std::string line =
                printable(std::string{lines_[static_cast<std::size_t>(k)]}, longest_line);
            ImGui::TextUnformatted(line.c_str(), line.c_str() + line.size());
        }
    }
    ImGui::PopFont();
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

}  // namespace stridescope
