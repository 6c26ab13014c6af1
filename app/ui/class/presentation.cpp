#include "app/ui/class/presentation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/scene/phase_color.h"
#include "app/session/narration_text.h"
#include "app/session/step_text.h"
#include "app/trace/trace.h"
#include "app/ui/class/question_box.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr float least_share = 0.03F;  ///< of the window's height: the smallest type
/// ImGui's size of type is that of the whole line, so much more than the usual size.
constexpr float line_share = 1.2F;
constexpr float smallest_in_pictures = 9;  ///< in units of a scene that is laid out for its room

constexpr float bar_units = 3;
constexpr float padding = 2;  ///< above and below the question, in units of the grid

/// What was answered to the question in front.
LessonAnswer answer_in_front(const AppState& state) {
    if (state.predict.question) return answer_to_prediction(state.predict);
    const LessonAnswer* given = state.lesson.play.answer_to(state.presenter.asked);
    return given != nullptr ? *given : LessonAnswer{};
}

/// As many whole sentences as fit on one line; at least the first, cut where it must be.
std::string sentences_that_fit(const std::string& words, float width) {
    const auto fits = [width](const std::string& text) {
        return ImGui::CalcTextSize(text.c_str()).x <= width;
    };
    if (fits(words)) return words;
    std::size_t end = std::string::npos;
    for (std::size_t at = words.rfind(". "); at != std::string::npos && at > 0;
         at = words.rfind(". ", at - 1)) {
        end = at + 1;
        if (fits(words.substr(0, end))) break;
    }
    return widgets::cut_to(std::string_view{words}.substr(0, end), width);
}

/// Equal slots in the colours of their phases, pale where they are still to come.
void draw_bar(Ui& ui, ImVec2 at, float width) {
    const Trace& trace = *ui.state.trace();
    const int steps = trace.step_count(), now = ui.state.playback.step();
    const float high = ui.units(bar_units);
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("##presentation.timeline", {width, high});
    widgets::note_item(ui, "presentation.timeline");
    if (steps == 0) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float slot = width / static_cast<float>(steps);
    const float gap = std::min(ui.units(0.25F), slot * 0.1F);
    for (int step = 0; step < steps; ++step) {
        const Rgba color = phase_color(ui.palette, phases_of(trace.steps()),
                                       trace.steps()[static_cast<std::size_t>(step)].phase);
        const float left = at.x + slot * static_cast<float>(step);
        list.AddRectFilled({left + gap, at.y}, {left + slot - gap, at.y + high},
                           packed(step <= now ? color : mix(ui.colors.panel, color, 0.3F)));
    }
    const float left = at.x + slot * static_cast<float>(now), thick = std::floor(2 * ui.scale);
    list.AddRect({left, at.y - thick}, {left + slot, at.y + high + thick}, packed(ui.colors.accent),
                 0, 0, thick);
    if (!ImGui::IsItemActive()) return;
    const int under = static_cast<int>((ImGui::GetIO().MousePos.x - at.x) / slot);
    if (under != now) ui.emit(command::Jump{std::clamp(under, 0, steps - 1)});
}

}  // namespace

float presentation_scale(float height) {
    return least_share * height / (metric::small_text / line_share);
}

float presentation_picture_scale(float height) {
    return least_share * height / smallest_in_pictures;
}

float presentation_foot_height(const Ui& ui) {
    return ui.row_height() + ui.units(bar_units + 4);
}

void draw_presentation_foot(Ui& ui) {
    const AppState& state = ui.state;
    if (state.trace() == nullptr) return;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::AlignTextToFramePadding();
    const std::string where =
        fmt::format("{} / {}", state.playback.step() + 1, std::max(state.playback.steps(), 1));
    widgets::text(where, ui.fonts.small, ui.colors.faint);
    ImGui::SameLine(0, ui.units(3));
    const std::string words = narration_words(state);
    const float room = at.x + width - ImGui::GetCursorScreenPos().x;
    ImGui::PushFont(ui.fonts.regular);
    const bool fits = ImGui::CalcTextSize(words.c_str()).x <= room;
    ImGui::PopFont();
    ImFont* font = fits ? ui.fonts.regular : ui.fonts.small;
    ImGui::PushFont(font);
    const std::string shown = sentences_that_fit(words, room);
    ImGui::PopFont();
    widgets::text(shown, font, ui.colors.text);
    widgets::note_item(ui, "presentation.words", true, shown);
    draw_bar(ui, {at.x, at.y + ui.row_height() + ui.units(1)}, width);
}

float PresentationQuestion::height(const Ui& ui) const {
    if (ui.state.question_in_front() == nullptr) return 0;
    // The pictures keep half of the window, whatever is said.
    return std::min(high_ + 2 * ui.units(padding), ImGui::GetIO().DisplaySize.y / 2);
}

void PresentationQuestion::draw(Ui& ui) {
    const AppState& state = ui.state;
    const Question* question = state.question_in_front();
    if (question == nullptr) return;
    const float top = ImGui::GetCursorPosY(), width = ImGui::GetContentRegionAvail().x;
    const LessonPlay& play = state.lesson.play;
    const std::size_t asked = state.presenter.asked;
    const bool of_page = !state.predict.question;
    if (lesson_ != play.lesson().get() || page_ != play.page() || question_ != asked) {
        lesson_ = play.lesson().get();
        page_ = play.page();
        question_ = asked;
        typed_.clear();
    }
    const QuestionPick picked =
        draw_question(ui, of_page ? fmt::format("lesson.question.{}", asked) : "predict", *question,
                      answer_in_front(state), of_page ? &typed_ : nullptr, width,
                      {.on = true, .typed_count = state.presenter.typed_count});
    high_ = ImGui::GetCursorPosY() - top;
    if (picked.option) ui.emit(command::Vote{*picked.option, picked.votes});
    if (picked.reveal) ui.emit(command::Reveal{});
    if (picked.words) ui.emit(command::TypeAnswer{asked, *picked.words});
}

void draw_blank(const Ui& ui) {
    if (!ui.state.presenter.blank) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, screen, IM_COL32(0, 0, 0, 255));
}

}  // namespace stridescope
