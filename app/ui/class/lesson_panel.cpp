#include "app/ui/class/lesson_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

/// Where in the lesson one is, as a bar with a slot a page; those that were answered are filled.
void draw_slots(Ui& ui, float width) {
    const LessonPlay& play = ui.state.lesson.play;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float gap = ui.units(0.5F), high = ui.units(1);
    const auto pages = static_cast<float>(play.pages());
    const float slot = (width - gap * (pages - 1)) / pages;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int i = 0; i < play.pages(); ++i) {
        const float x = at.x + static_cast<float>(i) * (slot + gap);
        const Rgba color = i == play.page()    ? ui.colors.accent
                           : play.page_done(i) ? mix(ui.colors.accent, ui.colors.panel, 0.5F)
                                               : ui.colors.line;
        list.AddRectFilled({x, at.y}, {x + slot, at.y + high}, packed(color), high / 2);
        widgets::note_box(ui, fmt::format("lesson.page.{}", i), {x, at.y}, {x + slot, at.y + high});
    }
    ImGui::InvisibleButton("##lesson.slots", {width, high + ui.units(1)});
    if (ImGui::IsItemClicked()) {
        const float share = (ImGui::GetIO().MousePos.x - at.x) / width;
        ui.emit(command::GoToPage{static_cast<int>(share * pages)});
    }
}

}  // namespace

void LessonPanel::draw(Ui& ui) {
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    widgets::note_box(ui, "lesson", low, {low.x + size.x, low.y + size.y});
    const float width = ImGui::GetContentRegionAvail().x;
    draw_head(ui, width);
    const float foot = ui.row_height() + ui.units(6);
    const float top = ImGui::GetCursorPosY(), page = ImGui::GetContentRegionAvail().y - foot;
    draw_page(ui, page);
    // At the bottom, however short the page is.
    ImGui::SetCursorPosY(
        std::max(top + page + ImGui::GetStyle().ItemSpacing.y, ImGui::GetCursorPosY()));
    draw_foot(ui, width);
}

void LessonPanel::take_keyboard(std::size_t question) {
    if (question < numbers_.size()) numbers_[question].take_keyboard();
}

bool LessonPanel::awaits_field() const {
    return std::ranges::any_of(numbers_,
                               [](const NumberField& one) { return one.awaits_keyboard(); });
}

void LessonPanel::pass_frame() {
    for (NumberField& one : numbers_) one.pass_frame();
}

void LessonPanel::draw_head(Ui& ui, float width) {
    const LessonState& lesson = ui.state.lesson;
    const float start = ImGui::GetCursorPosX(), side = ui.row_height(), gap = ui.units(1);
    // In another page there are no knobs, nor a menu that opens it again.
    const bool whole = !ui.state.presenter.embedded;
    const float buttons = whole ? 2 * side + widgets::button_width("Knobs") + 2 * gap : side;
    // As high as the buttons are two lines of small type: a long title is not cut.
    const std::string& title = lesson.play.lesson()->title;
    const float room = width - buttons - ui.units(2), top = ImGui::GetCursorPosY();
    const int lines = widgets::fits_lines(title, ui.fonts.small, room, 1) ? 1 : 2;
    ImGui::SetCursorPosY(
        std::floor(top + (side - static_cast<float>(lines) * imgui::size_of(*ui.fonts.small)) / 2));
    const std::string shown =
        widgets::wrapped_lines(ui, title, ui.fonts.small, ui.colors.faint, lines, room);
    widgets::note_item(ui, "lesson.title", true, shown);
    ImGui::SetCursorPos({start + width - buttons, top});
    if (whole) {
        if (widgets::button(ui, "lesson.knobs", "Knobs", "Shows or hides the experiment's knobs",
                            true, lesson.knobs)) {
            ui.emit(command::ToggleLessonKnobs{});
        }
        ImGui::SameLine(0, gap);
    }
    if (widgets::icon_button(ui, "lesson.again", widgets::Icon::undo,
                             "Goes back to this page's run and step (R)")) {
        ui.emit(command::ShowBookmark{});
    }
    if (whole) {
        ImGui::SameLine(0, gap);
        if (widgets::icon_button(ui, "lesson.close", widgets::Icon::close,
                                 "Closes the lesson. The Lessons menu opens it again.")) {
            ui.emit(command::CloseLesson{});
        }
    }
    draw_slots(ui, width);
}

/// The text, and right below it what is asked: one sheet, that is scrolled where there is not room
/// for all of it. So no question lies on the words that it needs.
void LessonPanel::draw_page(Ui& ui, float height) {
    const LessonState& lesson = ui.state.lesson;
    const std::size_t count = lesson.questions.size();
    const bool another = seen_ != lesson.play.lesson().get() || seen_page_ != lesson.play.page();
    if (another) {
        seen_ = lesson.play.lesson().get();
        seen_page_ = lesson.play.page();
        pictures_.look_in(lesson.play.lesson()->path.parent_path());
    }
    // What was answered before is not scrolled to, nor what is asked while the page is read.
    if (another || seen_told_.size() != count) {
        seen_told_.assign(count, most_told);
        numbers_.assign(count, {});
    }
    // What tells that there is more stands below the sheet: on it, it would cover an answer.
    const float row = ui.row_height() + ImGui::GetStyle().ItemSpacing.y;
    const bool goes_on = sheet_high_ > height;
    height = std::max(goes_on ? height - row : height, ui.row_height());
    ImGui::BeginChild("##lesson.sheet", {0, height}, false, ImGuiWindowFlags_NoNav);
    if (another) ImGui::SetScrollY(0);
    if (std::exchange(to_end_, false)) ImGui::SetScrollY(ImGui::GetScrollMaxY());
    const float width = ImGui::GetContentRegionAvail().x - ui.units(1);
    draw_text(ui, width);
    draw_questions(ui, width);
    const float below = ImGui::GetScrollMaxY() - ImGui::GetScrollY();
    sheet_high_ = ImGui::GetCursorPosY() + ImGui::GetScrollY();
    ImGui::EndChild();
    widgets::note_item(ui, "lesson.sheet");
    if (goes_on && below > ui.units(2)) draw_more(ui);
}

/// Says that the page goes on below its sheet's edge; pressed, it shows that.
void LessonPanel::draw_more(Ui& ui) {
    const char* label = ui.state.lesson.play.asks() ? "Question below ↓" : "More below ↓";
    const float room = ImGui::GetContentRegionAvail().x - widgets::button_width(label);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::floor(room / 2));
    if (widgets::button(ui, "lesson.more", label, "Scrolls to the end of this page")) {
        to_end_ = true;
    }
}

void LessonPanel::draw_text(Ui& ui, float width) {
    const LessonState& lesson = ui.state.lesson;
    const LessonPage& page = lesson.play.current();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const TextBlock title{
        .kind = TextBlock::Kind::heading, .level = 1, .spans = {TextSpan{page.title}}};
    draw_text_blocks(ui, {title}, width);
    if (!lesson.problem.empty()) {
        const TextBlock problem{.kind = TextBlock::Kind::paragraph,
                                .quoted = true,
                                .spans = {TextSpan{.text = lesson.problem, .strong = true}}};
        draw_text_blocks(ui, {problem}, width);
    }
    follow(ui, draw_text_blocks(ui, page.text, width, &pictures_));
    widgets::note_box(ui, "lesson.text", low, {low.x + width, ImGui::GetCursorScreenPos().y});
}

void LessonPanel::draw_questions(Ui& ui, float width) {
    const LessonState& lesson = ui.state.lesson;
    if (lesson.questions.empty()) return;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
        ImGui::Dummy({0, ui.units(1)});
        static const LessonAnswer nothing;
        const LessonAnswer* given = lesson.play.answer_to(i);
        const LessonAnswer& answer = given == nullptr ? nothing : *given;
        const QuestionPick picked = draw_question(ui, fmt::format("lesson.question.{}", i),
                                                  lesson.questions[i], answer, &numbers_[i], width);
        if (picked.option) ui.emit(command::AnswerLesson{i, *picked.option});
        if (picked.settle) ui.emit(command::SettleAnswer{i});
        if (picked.hint) ui.emit(command::ShowHint{i});
        if (picked.words) ui.emit(command::TypeAnswer{i, *picked.words});
        // Why an answer is right or wrong is seen at once, also below several questions.
        const std::size_t told = answer.tries.size() + answer.hints;
        if (told > seen_told_[i]) ImGui::SetScrollHereY(1);
        seen_told_[i] = told;
    }
    widgets::note_box(ui, "lesson.questions", low, {low.x + width, ImGui::GetCursorScreenPos().y});
}

/// What a link leads to: another lesson is opened, an address is copied.
void LessonPanel::follow(Ui& ui, const std::string& link) {
    if (link.empty()) return;
    const auto folder = ui.state.lesson.play.lesson()->path.parent_path();
    if (link.ends_with(".md") && !has_scheme(link)) {
        ui.emit(command::OpenLesson{folder / link});
    } else {
        ImGui::SetClipboardText(link.c_str());
    }
}

void LessonPanel::draw_foot(Ui& ui, float width) {
    const LessonState& lesson = ui.state.lesson;
    const LessonPlay& play = lesson.play;
    const float start = ImGui::GetCursorPosX();
    ImGui::Dummy({0, ui.units(0.5F)});
    if (widgets::button(ui, "lesson.back", "Back", "Previous page (Shift+N)", play.page() > 0)) {
        ui.emit(command::GoToPage{play.page() - 1});
    }
    std::string where = fmt::format("{} of {}", play.page() + 1, play.pages());
    if (play.answers() > 0) {
        where += fmt::format(" · first try: {} of {}", play.right_answers(), play.answers());
    }
    ImGui::SameLine(0, ui.units(3));
    ImGui::AlignTextToFramePadding();
    // After the last page the next lesson follows, where there is one.
    const auto& all = lesson.all;
    const auto here = std::ranges::find_if(
        all, [&](const auto& one) { return one->path == play.lesson()->path; });
    const bool follows = play.at_end() && here != all.end() && here + 1 != all.end();
    const char* label = follows ? "Next lesson" : "Next";
    const float button = widgets::button_width(label);
    widgets::fitted_text(ui, where, ui.fonts.small, ui.colors.faint,
                         start + width - button - ui.units(2) - ImGui::GetCursorPosX());
    widgets::note_item(ui, "lesson.where", true, where);
    ImGui::SameLine(start + width - button);
    if (follows) {
        if (widgets::button(ui, "lesson.next", label, (*(here + 1))->title, true, true)) {
            ui.emit(command::OpenLesson{(*(here + 1))->path});
        }
    } else if (widgets::button(ui, "lesson.next", label, "Next page (N)", !play.at_end(),
                               !play.at_end())) {
        ui.emit(command::GoToPage{play.page() + 1});
    }
}

}  // namespace stridescope
