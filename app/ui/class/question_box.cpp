#include "app/ui/class/question_box.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

/// The colours of an answer once it is known whether it is right: good, bad, or as it was.
class AnswerColors {
  public:
    AnswerColors(const Ui& ui, bool known, bool right, bool chosen) : set_{known} {
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

/// A button whose words take several lines.
bool long_button(Ui& ui, const std::string& name, const std::string& label, float width, bool lit) {
    const ImVec2 rim = ImGui::GetStyle().FramePadding;
    const float room = width - 2 * rim.x;
    const float high = ImGui::CalcTextSize(label.c_str(), nullptr, false, room).y + 2 * rim.y;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (lit) ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.colors.accent));
    const bool pressed = ImGui::Button(("##" + name).c_str(), {width, std::ceil(high)});
    if (lit) ImGui::PopStyleColor();
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                                        {at.x + rim.x, at.y + rim.y}, packed(ui.colors.text),
                                        label.c_str(), nullptr, room);
    widgets::note_control(ui, name);
    return pressed;
}

/// Of all tries the one that was chosen last, and whether an option was ever chosen.
bool tried(const LessonAnswer& answer, std::size_t option) {
    return std::ranges::any_of(answer.tries, [option](const LessonAnswer::Try& one) {
        return one.options.contains(option);
    });
}

/// Why one could think so, of the last try; empty where there is nothing to say.
std::string temptation(const Question& question, const LessonAnswer& answer) {
    if (answer.tries.empty() || question.tempting.empty()) return {};
    for (const std::size_t option : answer.tries.back().options) {
        const bool known = option < question.tempting.size() && !question.is_right(option);
        if (known) return question.tempting[option];
    }
    return {};
}

std::string verdict_of(const Question& question, const LessonAnswer& answer) {
    const LessonAnswer::Try& last = answer.tries.back();
    if (last.right) return "Correct.";
    if (answer.done) {
        const std::string right = question.right_text();
        return fmt::format("No: {}{}", right, right.ends_with('.') ? "" : ".");
    }
    const bool incomplete =
        std::ranges::all_of(last.options, [&](std::size_t o) { return question.is_right(o); });
    return incomplete ? "Right, but not all of it. Try once more." : "No. Try once more.";
}

void draw_verdict(Ui& ui, const std::string& name, const Question& question,
                  const LessonAnswer& answer, float right_edge) {
    const std::string verdict = verdict_of(question, answer);
    ImGui::PushTextWrapPos(right_edge);
    widgets::text(verdict, ui.fonts.bold,
                  answer.tries.back().right ? ui.colors.good : ui.colors.bad);
    widgets::note_item(ui, name + ".verdict", true, verdict);
    if (const std::string why = temptation(question, answer); !why.empty()) {
        widgets::text(why, ui.fonts.regular, ui.colors.text);
        widgets::note_item(ui, name + ".tempting", true, why);
    }
    if (answer.done && !question.why.empty()) {
        widgets::text(question.why, ui.fonts.regular, ui.colors.text);
        widgets::note_item(ui, name + ".why", true, question.why);
    }
    ImGui::PopTextWrapPos();
}

std::optional<std::size_t> draw_options(Ui& ui, const std::string& name, const Question& question,
                                        const LessonAnswer& answer, float width) {
    std::optional<std::size_t> picked;
    float used = 0;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const std::string label =
            fmt::format("{:c}  {}", static_cast<char>('A' + i), question.options[i]);
        const float wide = button_width(label);
        // As many in a row as there is room for.
        if (i > 0 && used > 0 && used + ui.units(2) + wide <= width) {
            ImGui::SameLine(0, ui.units(2));
            used += ui.units(2) + wide;
        } else {
            used = wide;
        }
        // Which of several were wrong is not told before all is.
        const bool chosen = tried(answer, i), right = question.is_right(i);
        const bool known = answer.done ? right || chosen : chosen && !question.several();
        const AnswerColors colors{ui, known, right, chosen};
        const std::string id = fmt::format("{}.option.{}", name, i);
        const bool marked = answer.marked.contains(i);
        const bool pressed =
            wide > width ? long_button(ui, id, label, width, marked)
                         : widgets::button(ui, id, label, answer.done ? "" : "Choose this answer",
                                           true, marked);
        if (wide > width) used = 0;
        if (pressed && !answer.done && (!known || question.several())) picked = i;
    }
    return picked;
}

/// The field for a number, with the button beside it; what was typed, once it is meant.
std::optional<std::string> draw_number(Ui& ui, const std::string& name, std::string& typed) {
    ImGui::SetNextItemWidth(ui.units(36));
    const std::string id = "##" + name + ".number";
    bool meant = ImGui::InputTextWithHint(id.c_str(), "a number", &typed,
                                          ImGuiInputTextFlags_EnterReturnsTrue);
    widgets::note_control(ui, name + ".number");
    ImGui::SameLine(0, ui.units(2));
    if (widgets::button(ui, name + ".settle", "Answer", "Enter", !typed.empty())) meant = true;
    if (!meant || typed.empty()) return std::nullopt;
    return typed;
}

}  // namespace

LessonAnswer answer_to_prediction(const PredictState& predict) {
    LessonAnswer answer;
    if (!predict.question || !predict.answered) return answer;
    const std::size_t option = *predict.answered;
    answer.tries.push_back(
        {{option}, predict.question->options[option], predict.question->is_right(option)});
    answer.done = true;
    return answer;
}

QuestionPick draw_question(Ui& ui, const std::string& name, const Question& question,
                           const LessonAnswer& answer, std::string* typed, float width) {
    QuestionPick pick;
    const float left = ImGui::GetCursorPosX();
    ImGui::PushTextWrapPos(left + width);
    widgets::text(question.text, ui.fonts.bold, ui.colors.text);
    ImGui::PopTextWrapPos();
    if (question.typed) {
        if (!answer.done && typed != nullptr) pick.words = draw_number(ui, name, *typed);
    } else {
        pick.option = draw_options(ui, name, question, answer, width);
        if (question.several() && !answer.done) {
            pick.settle = widgets::button(ui, name + ".settle", "These are all",
                                          "Choose all that are right, then press this",
                                          !answer.marked.empty());
        }
    }
    if (!answer.tries.empty()) draw_verdict(ui, name, question, answer, left + width);
    return pick;
}

}  // namespace stridescope
