#include "app/ui/class/question_box.h"

#include <fmt/format.h>

#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

/// The colours of an answer once it is known whether it is right: good, bad, or as it was.
class AnswerColors {
  public:
    AnswerColors(const Ui& ui, bool known, bool right, bool chosen)
        : set_{known && (right || chosen)} {
        if (!set_) return;
        const Rgba color = right ? ui.colors.good : ui.colors.bad;
        const ImU32 fill = packed(mix(ui.colors.raised, color, chosen ? 0.3F : 0.12F));
        for (const int part : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive}) {
            ImGui::PushStyleColor(part, fill);
        }
        ImGui::PushStyleColor(ImGuiCol_Border, packed(color));
    }
    ~AnswerColors() {
        if (set_) ImGui::PopStyleColor(4);
    }
    AnswerColors(const AnswerColors&) = delete;
    AnswerColors& operator=(const AnswerColors&) = delete;

  private:
    bool set_;
};

float button_width(const std::string& label) {
    return ImGui::CalcTextSize(label.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

void draw_verdict(Ui& ui, const std::string& name, const Question& question, std::size_t answered,
                  float right_edge) {
    const bool right = answered == question.right;
    const std::string verdict =
        right ? "Correct." : fmt::format("No: {}.", question.options[question.right]);
    ImGui::PushTextWrapPos(right_edge);
    widgets::text(verdict, ui.fonts.bold, right ? ui.colors.good : ui.colors.bad);
    widgets::note_item(ui, name + ".verdict", true, verdict);
    if (!question.why.empty()) {
        widgets::text(question.why, ui.fonts.regular, ui.colors.text);
        widgets::note_item(ui, name + ".why", true, question.why);
    }
    ImGui::PopTextWrapPos();
}

}  // namespace

std::optional<std::size_t> draw_question(Ui& ui, const std::string& name, const Question& question,
                                         std::optional<std::size_t> answered, float width) {
    std::optional<std::size_t> picked;
    const float left = ImGui::GetCursorPosX();
    ImGui::PushTextWrapPos(left + width);
    widgets::text(question.text, ui.fonts.bold, ui.colors.text);
    ImGui::PopTextWrapPos();
    float used = 0;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const std::string label =
            fmt::format("{:c}  {}", static_cast<char>('a' + i), question.options[i]);
        const float wide = button_width(label);
        // As many in a row as there is room for.
        if (i > 0 && used + ui.units(2) + wide <= width) {
            ImGui::SameLine(0, ui.units(2));
            used += ui.units(2) + wide;
        } else {
            used = wide;
        }
        const AnswerColors colors{ui, answered.has_value(), i == question.right,
                                  answered && *answered == i};
        const bool pressed = widgets::button(ui, fmt::format("{}.option.{}", name, i), label,
                                             answered ? "" : "Choose this answer");
        if (pressed && !answered) picked = i;
    }
    if (answered) draw_verdict(ui, name, question, *answered, left + width);
    return picked;
}

}  // namespace stridescope
