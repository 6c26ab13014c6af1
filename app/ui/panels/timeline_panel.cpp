#include "app/ui/panels/timeline_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "app/analysis/number_text.h"
#include "app/platform/window.h"
#include "app/session/link.h"
#include "app/session/run_text.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

using widgets::Icon;

void draw_buttons(Ui& ui) {
    const Playback& playback = ui.state.playback;
    const bool any = playback.steps() > 0;
    const float gap = ui.units(1);
    if (widgets::icon_button(ui, "timeline.first", Icon::first, "First step (Home)", any)) {
        ui.emit(command::First{});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "timeline.back", Icon::back, "One step back (← or Shift+F10)",
                             any)) {
        ui.emit(command::StepBack{});
    }
    ImGui::SameLine(0, gap);
    const bool playing = playback.playing();
    if (widgets::icon_button(ui, "timeline.play", playing ? Icon::pause : Icon::play,
                             playing ? "Pause (Space)" : "Play (Space)", any, playing)) {
        ui.emit(command::TogglePlay{});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "timeline.forward", Icon::forward, "One step forward (→ or F10)",
                             any)) {
        ui.emit(command::StepForward{});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "timeline.last", Icon::last, "Last step (End)", any)) {
        ui.emit(command::Last{});
    }
    if (ui.state.reads_lesson()) return;
    ImGui::SameLine(0, gap);
    const bool loop = playback.loop();
    if (widgets::icon_button(ui, "timeline.loop", Icon::loop,
                             loop ? "Playback starts over at the end (L)"
                                  : "Start over when playback reaches the end (L)",
                             true, loop)) {
        ui.emit(command::Set{setting::loop, !loop});
    }
}

void draw_speed(Ui& ui, float width) {
    std::vector<widgets::Option> options;
    int selected = 0;
    for (std::size_t i = 0; i < play_speeds.size(); ++i) {
        const float speed = play_speeds[i];
        options.push_back({fmt::format("{}", speed),
                           fmt::format("{} {}/s", speed, speed == 1 ? "step" : "steps"),
                           {},
                           "Playback speed (+ and −)"});
        if (speed <= ui.state.playback.speed()) selected = static_cast<int>(i);
    }
    const int picked = widgets::combo(ui, "timeline.speed", options, selected, width);
    if (picked >= 0)
        ui.emit(command::Set{setting::speed, play_speeds[static_cast<std::size_t>(picked)]});
}

/// Which of several recorded blocks is looked at.
void draw_block(Ui& ui, float width) {
    const Trace& trace = *ui.state.trace();
    std::vector<widgets::Option> options;
    for (int block = 0; block < trace.blocks(); ++block) {
        options.push_back({std::to_string(block),
                           fmt::format("block {} of {}", block, with_commas(trace.grid())),
                           {},
                           "Which block is shown (Ctrl+Page Up, Ctrl+Page Down)"});
    }
    const int picked = widgets::combo(ui, "timeline.block", options, ui.state.block, width);
    if (picked >= 0) ui.emit(command::SelectBlock{picked});
}

/// From a part of another page to the whole window, with what is shown here.
void draw_open(Ui& ui) {
    if (!widgets::button(ui, "timeline.open", "Open", "Opens all of StrideScope, beside this page"))
        return;
    try {
        open_page(fragment_of(link_to(ui.state)));
    } catch (const UsageError& error) {
        ui.emit(command::TellOfLink{.why_not = error.what()});
    }
}

/// What stands right of the buttons, from the left: which block, how fast, all of the window.
struct RightEnd {
    bool block = false, speed = false, open = false;
    float block_width = 0, speed_width = 0, open_width = 0, gap = 0;

    float width() const {
        const float all = (block ? block_width + gap : 0) + (speed ? speed_width + gap : 0) +
                          (open ? open_width + gap : 0);
        return std::max(all - gap, 0.0F);
    }
};

RightEnd right_end_of(const Ui& ui) {
    const Trace* trace = ui.state.trace();
    return {.block = trace != nullptr && trace->blocks() > 1,
            .speed = !ui.state.reads_lesson(),
            .open = ui.state.presenter.embedded,
            .block_width = ui.units(38),
            .speed_width = ui.units(28),
            .open_width = ui.units(16),
            .gap = ui.units(2)};
}

/// In a narrow window the right end has a row of its own, where it does not fit beside the buttons.
bool has_two_rows(const Ui& ui) {
    if (!ui.state.is_narrow()) return false;
    // The step's number goes first: the sentence below tells it, too.
    const float buttons = 6 * (ui.row_height() + ui.units(1));
    const RightEnd right = right_end_of(ui);
    return right.width() > 0 &&
           buttons + right.width() + ui.units(10) > ImGui::GetIO().DisplaySize.x;
}

}  // namespace

float timeline_height(const Ui& ui) {
    const float second = has_two_rows(ui) ? ui.row_height() + ImGui::GetStyle().ItemSpacing.y : 0;
    return second + ui.row_height() + timeline_slider_height(ui) + ui.units(2 + 2 + 1.5F);
}

/// The step's number, counted from 1: to be read, and to be typed.
void TimelinePanel::draw_step_field(Ui& ui) {
    const Playback& playback = ui.state.playback;
    if (!typing_) typed_ = std::to_string(playback.step() + 1);
    if (std::exchange(focus_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(ui.units(14));
    constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_CharsDecimal |
                                          ImGuiInputTextFlags_AutoSelectAll |
                                          ImGuiInputTextFlags_EnterReturnsTrue;
    const bool entered = widgets::text_field("##timeline.number", "", typed_, flags);
    typing_ = ImGui::IsItemActive();
    if (!typing_) widgets::tooltip(ui, "The step's number: type another, then Enter (G)");
    widgets::note_control(ui, "timeline.number",
                          {.role = ControlRole::field, .words = "Step", .value = typed_});
    if (!entered) return;
    int step = 0;
    const auto [end, error] = std::from_chars(typed_.data(), typed_.data() + typed_.size(), step);
    // Beyond the last step is the last step; what is not a number changes nothing.
    if (error == std::errc{} && end == typed_.data() + typed_.size()) {
        ui.emit(command::Jump{step - 1});
    }
}

/// Where one is, and what happens there, left of what takes `right` pixels.
void TimelinePanel::draw_words(Ui& ui, float right) {
    const int step = ui.state.playback.step();
    const float top = ImGui::GetCursorPosY();
    // In a narrow room the slider tells alone where one is.
    if (ImGui::GetContentRegionAvail().x - right < ui.units(14 + 1.5F + 12)) return;
    ImGui::AlignTextToFramePadding();
    widgets::text("Step", ui.fonts.bold, ui.colors.text);
    ImGui::SameLine(0, ui.units(1.5F));
    draw_step_field(ui);
    ImGui::SameLine(0, ui.units(1.5F));
    // The sentence goes on where the number stood in it.
    std::string words = step_sentence(*ui.state.trace(), step);
    if (const std::size_t of = words.find("of "); of != std::string::npos) words.erase(0, of);
    const float room = ImGui::GetContentRegionAvail().x - right;
    const float start = ImGui::GetCursorPosX();
    if (room < ui.units(10)) return;
    // How many there are is the least: the slider names the step, too.
    if (!widgets::fits_lines(words, ui.fonts.bold, room, 1))
        words.erase(std::min(words.find(':'), words.size()));
    widgets::fitted_text(ui, words, ui.fonts.bold, ui.colors.text, room);
    widgets::note_item(ui, "timeline.sentence");
    // The words beside it do not jump about with every step.
    ImGui::SameLine(start + std::max(ui.units(46), ImGui::GetItemRectSize().x + ui.units(4)));
    const float left = room - (ImGui::GetCursorPosX() - start);
    if (left < ui.units(20)) return;
    // Beside a lesson the sentence below is enough.
    if (ui.state.reads_lesson()) return;
    const std::string facts =
        ui.state.lesson.hides_counts()
            ? ""
            : step_facts(*ui.state.runs.shown, step, ui.state.speaks_of_banks());
    if (widgets::fits_lines(facts, ui.fonts.regular, left, 1)) {
        widgets::text(facts, ui.fonts.regular, ui.colors.faint);
    } else if (widgets::fits_lines(facts, ui.fonts.small, left, 2)) {
        // In small type, on two lines as high as the row.
        const float line = imgui::size_of(*ui.fonts.small);
        ImGui::SetCursorPosY(std::floor(top + (ui.row_height() - 2 * line) / 2));
        widgets::wrapped_lines(ui, facts, ui.fonts.small, ui.colors.faint, 2, left);
    } else {
        return;  // the sentence below tells it
    }
    widgets::note_item(ui, "timeline.facts");
}

void TimelinePanel::draw(Ui& ui, const std::set<int>& lit) {
    const float start = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
    draw_buttons(ui);
    ImGui::SameLine(0, ui.units(4));
    const Trace* trace = ui.state.trace();
    const RightEnd right = right_end_of(ui);
    const bool two_rows = has_two_rows(ui);
    const float row = ui.row_height() + ImGui::GetStyle().ItemSpacing.y;
    if (trace != nullptr) draw_words(ui, two_rows ? 0 : right.width() + right.gap);
    // Words on two lines move nothing beside or below them.
    float at = two_rows ? start : ImGui::GetWindowContentRegionMax().x - right.width();
    const float height = two_rows ? top + row : top;
    const auto next = [&](float width) {
        ImGui::SetCursorPos({at, height});
        at += width + right.gap;
        return width;
    };
    if (right.block) draw_block(ui, next(right.block_width));
    if (right.speed) draw_speed(ui, next(right.speed_width));
    if (right.open) {
        next(right.open_width);
        draw_open(ui);
    }
    ImGui::SetCursorPos({start, height + row});
    draw_timeline_slider(ui, lit);
}

}  // namespace stridescope
