#include "app/ui/timeline_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/scene/views.h"
#include "app/ui/widgets.h"
#include "app/ui/wording.h"

namespace stridescope {
namespace {

using widgets::Icon;

constexpr std::array speeds{0.25F, 0.5F, 1.0F, 2.0F, 4.0F, 8.0F};

/// Geometry of the slider: steps are equal slots, side by side.
struct Track {
    ImVec2 low, high;
    int steps;

    float slot() const { return (high.x - low.x) / static_cast<float>(std::max(steps, 1)); }
    float left(int step) const { return low.x + slot() * static_cast<float>(step); }
    float middle(int step) const { return left(step) + slot() / 2; }
    int step_at(float x) const {
        return std::clamp(static_cast<int>(std::floor((x - low.x) / slot())), 0,
                          std::max(steps - 1, 0));
    }
};

void draw_buttons(Ui& ui) {
    const Playback& playback = ui.state.playback;
    const bool any = playback.steps() > 0;
    const float gap = ui.grid(1);
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
    if (widgets::icon_button(ui, "timeline.forward", Icon::forward, "One step on (→ or F10)",
                             any)) {
        ui.emit(command::StepForward{});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "timeline.last", Icon::last, "Last step (End)", any)) {
        ui.emit(command::Last{});
    }
}

void draw_speed(Ui& ui, float width) {
    std::vector<widgets::Option> options;
    int selected = 0;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        options.push_back({fmt::format("{}", speeds[i]),
                           fmt::format("{} {}/s", speeds[i], speeds[i] == 1 ? "step" : "steps"),
                           {},
                           "How fast it plays"});
        if (speeds[i] <= ui.state.playback.speed()) selected = static_cast<int>(i);
    }
    const int picked = widgets::combo(ui, "timeline.speed", options, selected, width);
    if (picked >= 0) ui.emit(command::SetSpeed{speeds[static_cast<std::size_t>(picked)]});
}

/// Which of several recorded blocks is looked at.
void draw_block(Ui& ui, float width) {
    const Trace& trace = *ui.state.trace();
    std::vector<widgets::Option> options;
    for (int block = 0; block < trace.blocks(); ++block) {
        const std::int64_t first = std::int64_t{block} * trace.shape().section;
        const std::int64_t last = std::min(first + trace.shape().section, trace.n()) - 1;
        options.push_back({std::to_string(block),
                           fmt::format("block {} of {}", block, with_commas(trace.grid())),
                           {},
                           fmt::format("Elements {} to {} (Page Up, Page Down)", with_commas(first),
                                       with_commas(last))});
    }
    const int picked = widgets::combo(ui, "timeline.block", options, ui.state.block, width);
    if (picked >= 0) ui.emit(command::SelectBlock{picked});
}

/// Runs of steps of one phase: a coloured bar with the phase's name.
void draw_phases(Ui& ui, const Track& track, const Trace& trace) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const int now = ui.state.playback.step();
    for (int from = 0; from < track.steps;) {
        const std::string& phase = trace.steps()[static_cast<std::size_t>(from)].phase;
        int to = from + 1;
        while (to < track.steps && trace.steps()[static_cast<std::size_t>(to)].phase == phase) ++to;
        const Rgba color = phase_color(ui.palette, trace, phase);
        const float gap = std::min(1.0F * ui.scale, track.slot() * 0.1F);
        for (int step = from; step < to; ++step) {
            const bool done = step <= now;
            const Rgba fill = done ? color : mix(ui.colors.panel, color, 0.38F);
            list.AddRectFilled({track.left(step) + gap, track.low.y},
                               {track.left(step + 1) - gap, track.high.y}, packed(fill),
                               ui.grid(0.5F));
        }
        from = to;
    }
}

/// Each step's stride inside its slot, where there is room.
void draw_strides(Ui& ui, const Track& track, const Trace& trace) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::PushFont(ui.fonts.small);
    const int now = ui.state.playback.step();
    for (int step = 0; step < track.steps; ++step) {
        const Step& s = trace.steps()[static_cast<std::size_t>(step)];
        const std::string full = step_label(s);
        const std::string brief = s.stride > 0 ? with_commas(s.stride) : std::string{};
        for (const std::string& words : {full, brief}) {
            const ImVec2 extent = ImGui::CalcTextSize(words.c_str());
            if (words.empty() || extent.x > track.slot() - ui.grid(1.5F)) continue;
            const Rgba color = phase_color(ui.palette, trace, s.phase);
            const Rgba fill = step <= now ? color : mix(ui.colors.panel, color, 0.38F);
            list.AddText({std::floor(track.middle(step) - extent.x / 2),
                          std::floor((track.low.y + track.high.y - extent.y) / 2)},
                         packed(text_on(fill)), words.c_str());
            break;
        }
    }
    ImGui::PopFont();
}

/// The frame around the current step's slot, and the grip above it.
void draw_cursor(Ui& ui, const Track& track) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const int now = ui.state.playback.step();
    const ImU32 color = packed(ui.colors.accent);
    const float out = ui.grid(0.75F);
    const float half = std::max(track.slot() / 2, 2.0F * ui.scale);
    const float middle = track.middle(now);
    list.AddRect({middle - half - 1, track.low.y - out}, {middle + half + 1, track.high.y + out},
                 color, ui.grid(0.75F), 0, std::floor(2.5F * ui.scale));
    const float grip = ui.grid(1.75F), top = track.low.y - out;
    list.AddTriangleFilled({middle - grip, top - grip}, {middle + grip, top - grip}, {middle, top},
                           color);
}

void draw_slider(Ui& ui) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ui.grid(10);
    ImGui::InvisibleButton("##timeline.slider", {width, height});
    const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    widgets::note_item(ui, "timeline.slider");
    const Trace* trace = ui.state.trace();
    if (trace == nullptr || trace->step_count() == 0) return;
    const Track track{{at.x, at.y + ui.grid(2.5F)},
                      {at.x + width, at.y + height - ui.grid(1)},
                      trace->step_count()};
    const int under = track.step_at(ImGui::GetIO().MousePos.x);
    if (active && under != ui.state.playback.step()) ui.emit(command::Jump{under});
    draw_phases(ui, track, *trace);
    draw_strides(ui, track, *trace);
    draw_cursor(ui, track);
    for (int step = 0; step < track.steps; ++step) {
        widgets::note_box(ui, fmt::format("timeline.step.{}", step),
                          {track.left(step), track.low.y}, {track.left(step + 1), track.high.y});
    }
    if (!hovered && !active) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (!active) widgets::tooltip(ui, step_sentence(*trace, under));
}

}  // namespace

Rgba phase_color(const Palette& palette, const Trace& trace, const std::string& phase) {
    if (phase == "load" || phase == "store") return palette.edge_old;
    const std::array colors{palette.read, palette.write, palette.changed, palette.conflict};
    std::vector<std::string> seen;
    for (const Step& step : trace.steps()) {
        if (step.phase == "load" || step.phase == "store") continue;
        if (step.phase == phase) break;
        if (std::ranges::find(seen, step.phase) == seen.end()) seen.push_back(step.phase);
    }
    return colors[seen.size() % colors.size()];
}

float timeline_height(const Ui& ui) {
    return ui.row_height() + ui.grid(10 + 2 + 2 + 1.5F);
}

void draw_timeline(Ui& ui) {
    draw_buttons(ui);
    ImGui::SameLine(0, ui.grid(4));
    const Trace* trace = ui.state.trace();
    const float speed_width = ui.grid(28), block_width = ui.grid(38), gap = ui.grid(2);
    const bool several = trace != nullptr && trace->blocks() > 1;
    const float right = speed_width + (several ? block_width + gap : 0);
    if (trace != nullptr) {
        ImGui::AlignTextToFramePadding();
        std::string words = step_sentence(*trace, ui.state.playback.step());
        words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
        const float room = ImGui::GetContentRegionAvail().x - right - gap;
        const float start = ImGui::GetCursorPosX();
        widgets::fitted_text(ui, words, ui.fonts.bold, ui.colors.text, room);
        widgets::note_item(ui, "timeline.sentence");
        // The words beside it do not jump about with every step.
        ImGui::SameLine(start + std::max(ui.grid(60), ImGui::GetItemRectSize().x + ui.grid(4)));
        const float left = room - (ImGui::GetCursorPosX() - start);
        if (left > ui.grid(20)) {
            widgets::fitted_text(ui, step_facts(*ui.state.shown, ui.state.playback.step()),
                                 ui.fonts.regular, ui.colors.faint, left);
            widgets::note_item(ui, "timeline.facts");
        }
    }
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - right);
    if (several) {
        draw_block(ui, block_width);
        ImGui::SameLine(0, gap);
    }
    draw_speed(ui, speed_width);
    draw_slider(ui);
}

}  // namespace stridescope
