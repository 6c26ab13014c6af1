#include "app/ui/class/presentation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/scene/phase_color.h"
#include "app/session/run_text.h"
#include "app/trace/trace.h"
#include "app/ui/kit/imgui_versions.h"
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

/// As many whole sentences as fit; all of them if not even the first does.
std::string_view sentences_that_fit(std::string_view words, ImFont* font, float width, int lines) {
    for (std::size_t end = words.size(); end != std::string_view::npos && end > 0;) {
        if (widgets::fits_lines(words.substr(0, end), font, width, lines)) {
            return words.substr(0, end);
        }
        const std::size_t at = end < 2 ? std::string_view::npos : words.rfind(". ", end - 2);
        end = at == std::string_view::npos ? at : at + 1;
    }
    return words;
}

/// The first sentence of the page's first paragraph.
std::string first_sentence(const LessonPage& page) {
    for (const TextBlock& block : page.text) {
        if (block.kind != TextBlock::Kind::paragraph) continue;
        const std::string words = block.plain();
        const std::size_t end = words.find(". ");
        if (end != std::string::npos) return words.substr(0, end + 1);
        // What it announces is not shown.
        return words.ends_with(':') ? words.substr(0, words.size() - 1) + '.' : words;
    }
    return {};
}

/// On one line, if need be in small type; else on two of them, which are as high as the row.
void draw_words(Ui& ui, const std::string& words, float room,
                const char* name = "presentation.words") {
    std::string shown = words;
    if (widgets::fits_lines(words, ui.fonts.regular, room, 1)) {
        widgets::text(words, ui.fonts.regular, ui.colors.text);
    } else if (widgets::fits_lines(words, ui.fonts.small, room, 1)) {
        widgets::text(words, ui.fonts.small, ui.colors.text);
    } else {
        // The line before it was aligned to the row's middle; these begin at its top.
        const float spare = ui.row_height() - 2 * imgui::size_of(*ui.fonts.small);
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().FramePadding.y +
                             std::floor(spare / 2) - ui.units(0.5F));
        shown = widgets::wrapped_lines(ui, sentences_that_fit(words, ui.fonts.small, room, 2),
                                       ui.fonts.small, ui.colors.text, 2, room);
    }
    widgets::note_item(ui, name, true, shown);
}

/// Equal slots in the colours of their phases, pale where they are still to come.
void draw_bar(Ui& ui, ImVec2 at, float width) {
    const Trace& trace = *ui.state.trace();
    const int steps = trace.step_count(), now = ui.state.playback.step();
    const float high = ui.units(bar_units);
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("##presentation.timeline", {width, high});
    widgets::note_item(ui, "presentation.timeline");
    widgets::takes_drags(ui, "presentation.timeline");
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

float presentation_scale(float side) {
    return least_share * side / (metric::small_text / line_share);
}

float presentation_picture_scale(float side) {
    return least_share * side / smallest_in_pictures;
}

float presentation_head_height(const Ui& ui) {
    return ui.state.lesson.open() ? ui.row_height() + ui.units(4) : 0;
}

void draw_presentation_head(Ui& ui) {
    const LessonPage& page = ui.state.lesson.play.current();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::AlignTextToFramePadding();
    widgets::fitted_text(ui, page.title, ui.fonts.bold, ui.colors.text, width);
    widgets::note_item(ui, "presentation.title", true, page.title);
    const std::string sentence = first_sentence(page);
    const float gap = ui.units(4), room = width - ImGui::GetItemRectSize().x - gap;
    if (sentence.empty() || room < width / 4) return;
    ImGui::SameLine(0, gap);
    draw_words(ui, sentence, room, "presentation.sentence");
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
    const float room = at.x + width - ImGui::GetCursorScreenPos().x;
    if (state.notice.empty()) {
        draw_words(ui, narration_words(state), room);
    } else {
        // What a key has switched takes the sentence's place for a while, and covers nothing.
        widgets::fitted_text(ui, state.notice, ui.fonts.regular, ui.colors.accent, room);
        widgets::note_item(ui, "notice", true, state.notice);
    }
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
        number_ = {};
    }
    const QuestionPick picked =
        draw_question(ui, of_page ? fmt::format("lesson.question.{}", asked) : "predict", *question,
                      answer_in_front(state), of_page ? &number_ : nullptr, width,
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

namespace {

constexpr float thick_units = 1, dot_units = 3;

void draw_stroke(ImDrawList& list, const std::vector<ImVec2>& stroke, ImVec2 screen, ImU32 color,
                 float thick) {
    std::vector<ImVec2> points;
    points.reserve(stroke.size());
    for (const ImVec2& at : stroke) points.push_back({at.x * screen.x, at.y * screen.y});
    if (points.size() == 1) {
        list.AddCircleFilled(points.front(), thick, color, 16);
    } else {
        list.AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, thick);
    }
}

}  // namespace

void PenLayer::draw(Ui& ui) {
    const PresenterState& presenter = ui.state.presenter;
    if (wiped_ != presenter.wiped || presenter.pen == Pen::none) strokes_.clear();
    wiped_ = presenter.wiped;
    if (presenter.pen == Pen::none) return;
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 screen = io.DisplaySize;
    if (presenter.pen == Pen::point) {
        const bool there = io.MousePos.x >= 0 && io.MousePos.y >= 0;
        if (!there) return;
        ImDrawList& list = *ImGui::GetForegroundDrawList();
        Rgba halo = ui.palette.wrong;
        halo.a = 70;
        list.AddCircleFilled(io.MousePos, 2 * ui.units(dot_units), packed(halo), 32);
        list.AddCircleFilled(io.MousePos, ui.units(dot_units) / 2, packed(ui.palette.wrong), 24);
        return;
    }
    // Whatever lies below is drawn over, not pressed.
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(screen);
    ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("##pen", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("##pen.paper", screen);
    widgets::note_item(ui, "pen.paper");
    widgets::takes_drags(ui);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemActivated()) strokes_.emplace_back();
    if (ImGui::IsItemActive() && !strokes_.empty()) {
        const ImVec2 at{io.MousePos.x / std::max(screen.x, 1.0F),
                        io.MousePos.y / std::max(screen.y, 1.0F)};
        std::vector<ImVec2>& stroke = strokes_.back();
        const bool moved = stroke.empty() || std::abs(stroke.back().x - at.x) * screen.x +
                                                     std::abs(stroke.back().y - at.y) * screen.y >
                                                 1;
        if (moved) stroke.push_back(at);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const auto& stroke : strokes_) {
        if (!stroke.empty()) {
            draw_stroke(list, stroke, screen, packed(ui.palette.wrong), ui.units(thick_units));
        }
    }
    ui.widgets["pen.paper"].tip = std::to_string(strokes_.size());
    ImGui::End();
}

}  // namespace stridescope
