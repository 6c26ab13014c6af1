#include "app/ui/class/predict_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/class/question_box.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr float padding_y = 2;  ///< of the area, in units of the grid

std::string score_of(const PredictState& predict) {
    if (predict.answers == 0) return "no answers yet";
    return fmt::format("{} of {} correct", predict.right, predict.answers);
}

}  // namespace

float predict_height(const Ui& ui, float width) {
    if (!ui.state.predict.on) return 0;
    // The question, its answers, the verdict, and two lines of why; more in large type.
    constexpr float longest_question = 72, longest_why = 120;  // letters
    const float letter = imgui::advance_of(*ui.fonts.regular, 'e');
    const float room = std::max(width - 20 * letter, 10 * letter);
    const float more = std::ceil(longest_question * letter / room) - 1 +
                       std::max(std::ceil(longest_why * letter / room) - 2, 0.0F);
    const float lines = (4 + more) * std::ceil(imgui::size_of(*ui.fonts.regular)) + 3 * ui.units(2);
    return std::ceil(ui.row_height() + lines + 2 * ui.units(padding_y));
}

void draw_predict(Ui& ui) {
    const PredictState& predict = ui.state.predict;
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, {low.x + size.x, low.y + size.y});  // up to the edge
    list.AddRectFilled(low, {low.x + ui.units(1), low.y + size.y}, packed(ui.colors.accent));
    list.PopClipRect();
    widgets::note_box(ui, "predict", low, {low.x + size.x, low.y + size.y});

    const ImVec2 start = ImGui::GetCursorPos();
    const float width = ImGui::GetContentRegionAvail().x, side = ui.row_height();
    const std::string score = score_of(predict);
    const float score_width = ImGui::CalcTextSize(score.c_str()).x;
    // In a column the question stands below the score.
    constexpr float least_line = 30;  // letters
    float aside = score_width + side + ui.units(6);
    const bool column = width - aside < least_line * imgui::advance_of(*ui.fonts.regular, 'e');
    ImGui::SetCursorPos({start.x + width - side, start.y});
    if (widgets::icon_button(ui, "predict.close", widgets::Icon::close,
                             "Stops asking before each step (Q)")) {
        ui.emit(command::TogglePredict{});
    }
    ImGui::SetCursorPos({start.x + width - side - ui.units(2) - score_width, start.y});
    ImGui::AlignTextToFramePadding();
    widgets::text(score, ui.fonts.regular, ui.colors.faint);
    widgets::note_item(ui, "predict.score", true, score);

    if (column) aside = 0;
    ImGui::SetCursorPos({start.x, start.y + (column ? side + ui.units(2) : 0)});
    if (!predict.question) {
        const bool last = ui.state.playback.step() + 1 >= ui.state.playback.steps();
        const char* words = last ? "There is no step after this one: Home goes back to the first."
                                 : "Press →: you are asked what comes next before it is shown.";
        if (column) {
            widgets::wrapped_text(words, ui.fonts.regular, ui.colors.text);
        } else {
            ImGui::AlignTextToFramePadding();
            widgets::fitted_text(ui, words, ui.fonts.regular, ui.colors.text, width - aside);
        }
        return;
    }
    const QuestionPick picked = draw_question(
        ui, "predict", *predict.question, answer_to_prediction(predict), nullptr, width - aside);
    if (picked.option) ui.emit(command::AnswerPrediction{*picked.option});
}

}  // namespace stridescope
