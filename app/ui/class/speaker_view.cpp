#include "app/ui/class/speaker_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/session/run_text.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr float text_share = 0.56F;  ///< of the width: what the class is told

void small_heading(const Ui& ui, const char* words) {
    widgets::text(words, ui.fonts.small, ui.colors.faint);
}

/// In the order that they are asked in, with what is right.
void draw_answers(Ui& ui, float width) {
    for (const Question& question : ui.state.lesson.questions) {
        ImGui::Dummy({0, ui.units(1)});
        const TextBlock asked{.kind = TextBlock::Kind::paragraph,
                              .spans = {TextSpan{.text = question.text, .strong = true}}};
        std::string told = "Answer: " + question.right_text();
        if (!told.ends_with('.')) told += '.';
        if (!question.why.empty()) told += " " + question.why;
        const TextBlock answer{.kind = TextBlock::Kind::paragraph,
                               .spans = {TextSpan{.text = std::move(told)}}};
        draw_text_blocks(ui, {asked, answer}, width);
    }
}

}  // namespace

void SpeakerView::draw(Ui& ui, const std::string& clock, const std::string& since) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(screen);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(4), ui.units(3)});
    ImGui::Begin("##speaker", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
    ImGui::PopStyleVar();
    const float width = ImGui::GetContentRegionAvail().x;
    draw_head(ui, width, clock, since);
    const float foot = ui.row_height() + ui.units(3);
    const float high = std::max(ImGui::GetContentRegionAvail().y - foot, ui.row_height());
    const float gap = ui.units(3), wide = std::floor(width * text_share);
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysUseWindowPadding;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(3), ui.units(2)});
    ImGui::BeginChild("##speaker.page", {wide, high}, false, flags);
    draw_page(ui, ImGui::GetContentRegionAvail().x - ui.units(1));
    ImGui::EndChild();
    widgets::note_item(ui, "speaker.page");
    ImGui::SameLine(0, gap);
    ImGui::BeginChild("##speaker.side", {width - wide - gap, high}, false, flags);
    draw_side(ui, ImGui::GetContentRegionAvail().x - ui.units(1));
    ImGui::EndChild();
    widgets::note_item(ui, "speaker.side");
    ImGui::PopStyleVar();
    draw_foot(ui, width);
    ImGui::End();
}

void SpeakerView::draw_head(Ui& ui, float width, const std::string& clock,
                            const std::string& since) {
    const AppState& state = ui.state;
    const std::string open = fmt::format("open for {}", since);
    const float of_clock =
        ui.fonts.title->CalcTextSizeA(metric::title_text * ui.scale, width, 0, clock.c_str()).x +
        widgets::button_width(open) + ui.units(4);
    const std::string title =
        state.lesson.open() ? fmt::format("{} · page {} of {}", state.lesson.play.lesson()->title,
                                          state.lesson.play.page() + 1, state.lesson.play.pages())
                            : window_title(state);
    const float start = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    widgets::fitted_text(ui, title, ui.fonts.bold, ui.colors.text, width - of_clock);
    widgets::note_item(ui, "speaker.title", true, title);
    ImGui::SameLine(start + width - of_clock + ui.units(2));
    widgets::text(open, ui.fonts.small, ui.colors.faint);
    widgets::note_item(ui, "speaker.since", true, since);
    ImGui::SameLine(0, ui.units(3));
    widgets::text(clock, ui.fonts.title, ui.colors.text);
    widgets::note_item(ui, "speaker.clock", true, clock);
    ImGui::Separator();
}

void SpeakerView::draw_page(Ui& ui, float width) {
    const AppState& state = ui.state;
    if (!state.lesson.open()) {
        small_heading(ui, "The step");
        widgets::wrapped_text(narration_words(state), ui.fonts.regular, ui.colors.text);
        return;
    }
    const LessonPlay& play = state.lesson.play;
    if (seen_ != play.lesson().get() || seen_page_ != play.page()) {
        seen_ = play.lesson().get();
        seen_page_ = play.page();
        pictures_.look_in(play.lesson()->path.parent_path());
        ImGui::SetScrollY(0);
    }
    const LessonPage& page = play.current();
    const TextBlock title{
        .kind = TextBlock::Kind::heading, .level = 1, .spans = {TextSpan{page.title}}};
    draw_text_blocks(ui, {title}, width);
    draw_text_blocks(ui, page.text, width, &pictures_);
    draw_answers(ui, width);
}

void SpeakerView::draw_side(Ui& ui, float width) {
    const AppState& state = ui.state;
    const int step = state.playback.step(), steps = state.playback.steps();
    if (state.lesson.open()) {
        const LessonPlay& play = state.lesson.play;
        small_heading(ui, "Notes");
        const std::vector<std::string>& notes = play.current().notes;
        std::string all;
        for (const std::string& note : notes) {
            all += note;
            widgets::wrapped_text(note, ui.fonts.title, ui.colors.text);
            ImGui::Dummy({0, ui.units(1)});
        }
        if (notes.empty())
            widgets::wrapped_text("This page has none: a line \"note: …\" in its bookmark is one.",
                                  ui.fonts.small, ui.colors.faint);
        ui.widgets["speaker.notes"].tip = all;
        ImGui::Dummy({0, ui.units(2)});
        small_heading(ui, "Next page");
        const int next = play.page() + 1;
        if (next < play.pages()) {
            const LessonPage& page = play.lesson()->pages[static_cast<std::size_t>(next)];
            const TextBlock title{
                .kind = TextBlock::Kind::heading, .level = 2, .spans = {TextSpan{page.title}}};
            draw_text_blocks(ui, {title}, width);
            if (!page.text.empty()) draw_text_blocks(ui, {page.text.front()}, width);
            ui.widgets["speaker.next"].tip = page.title;
        } else {
            widgets::wrapped_text("This is the last one.", ui.fonts.regular, ui.colors.text);
            ui.widgets["speaker.next"].tip = "";
        }
        ImGui::Dummy({0, ui.units(2)});
    }
    if (state.trace() == nullptr || steps == 0) return;
    small_heading(ui, "Step");
    const auto name = [&](int at) {
        return name_of(state.trace()->steps()[static_cast<std::size_t>(at)]);
    };
    widgets::wrapped_text(fmt::format("{} of {}: {}", step + 1, steps, name(step)),
                          ui.fonts.regular, ui.colors.text);
    if (step + 1 < steps)
        widgets::wrapped_text(fmt::format("then {}", name(step + 1)), ui.fonts.small,
                              ui.colors.faint);
}

void SpeakerView::draw_foot(Ui& ui, float /*width*/) {
    const AppState& state = ui.state;
    ImGui::Dummy({0, ui.units(0.5F)});
    const float gap = ui.units(2);
    if (state.lesson.open()) {
        const LessonPlay& play = state.lesson.play;
        if (widgets::button(ui, "speaker.back", "Page back", "Previous page (Shift+N)",
                            play.page() > 0))
            ui.emit(command::GoToPage{play.page() - 1});
        ImGui::SameLine(0, gap);
        if (widgets::button(ui, "speaker.forward", "Next page", "Next page (N)", !play.at_end()))
            ui.emit(command::GoToPage{play.page() + 1});
        ImGui::SameLine(0, gap);
    }
    if (widgets::button(ui, "speaker.step_back", "Step back", "One step back (←)"))
        ui.emit(command::StepBack{});
    ImGui::SameLine(0, gap);
    if (widgets::button(ui, "speaker.step", "Next step", "One step forward (→)"))
        ui.emit(command::StepForward{});
    ImGui::SameLine(0, gap);
    if (widgets::button(ui, "speaker.blank", "Black screen", "The class sees nothing (.)", true,
                        state.presenter.blank))
        ui.emit(command::Set{setting::blank, !state.presenter.blank});
}

}  // namespace stridescope
