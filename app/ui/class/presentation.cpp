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

/// The question that is in front: the next step's, else the page's first that is not answered, else
/// its last.
struct Asked {
    const Question* question = nullptr;
    LessonAnswer answer{};
    std::optional<std::size_t> of_page{};  ///< which of the page's; absent: the next step's
};

Asked asked_now(const AppState& state) {
    if (state.predict.question)
        return {&*state.predict.question, answer_to_prediction(state.predict), {}};
    const LessonState& lesson = state.lesson;
    if (!lesson.open() || lesson.questions.empty()) return {};
    std::size_t at = 0;
    while (at + 1 < lesson.questions.size() && lesson.play.answered(at)) ++at;
    const LessonAnswer* given = lesson.play.answer_to(at);
    return {&lesson.questions[at], given != nullptr ? *given : LessonAnswer{}, at};
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

float presentation_question_height(const Ui& ui) {
    const Asked asked = asked_now(ui.state);
    if (asked.question == nullptr) return 0;
    // The question, its answers, and once it is answered the verdict with why.
    const float line = ui.fonts.regular->FontSize + ui.units(1);
    return ui.row_height() + line * (asked.answer.tries.empty() ? 1.5F : 4.0F) + ui.units(4);
}

void draw_presentation_question(Ui& ui, TypedAnswer& typed) {
    const Asked asked = asked_now(ui.state);
    if (asked.question == nullptr) return;
    const float width = ImGui::GetContentRegionAvail().x;
    if (!asked.of_page) {
        const QuestionPick picked =
            draw_question(ui, "predict", *asked.question, asked.answer, nullptr, width);
        if (picked.option) ui.emit(command::AnswerPrediction{*picked.option});
        return;
    }
    const std::size_t i = *asked.of_page;
    const LessonPlay& play = ui.state.lesson.play;
    if (typed.lesson != play.lesson().get() || typed.page != play.page() || typed.question != i) {
        typed = {play.lesson().get(), play.page(), i, {}};
    }
    const QuestionPick picked = draw_question(ui, fmt::format("lesson.question.{}", i),
                                              *asked.question, asked.answer, &typed.words, width);
    if (picked.option) ui.emit(command::AnswerLesson{i, *picked.option});
    if (picked.settle) ui.emit(command::SettleAnswer{i});
    if (picked.words) ui.emit(command::TypeAnswer{i, *picked.words});
}

void draw_blank(const Ui& ui) {
    if (!ui.state.presenter.blank) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, screen, IM_COL32(0, 0, 0, 255));
}

}  // namespace stridescope
