// The timeline's slider: steps are equal slots, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/async_copies.h"
#include "app/analysis/number_text.h"
#include "app/analysis/work.h"
#include "app/scene/phase_color.h"
#include "app/scene/scene.h"
#include "app/session/run_text.h"
#include "app/trace/trace.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/timeline_panel.h"

namespace stridescope {
namespace {

constexpr float grip_units = 2, raise_units = 5, slot_units = 6, phase_units = 5.5F;
constexpr float copy_units = 2.5F, copies_units = 10;  ///< of one lane, of all of them at most
constexpr int worst_degree = 32;                       ///< that a warp's request can have

/// Room above the slots for what conflicts raise; a lesson's page that does not speak of them gives
/// it to the pictures.
float raise_of(const Ui& ui) {
    const bool idle = ui.state.reads_lesson() && !ui.state.speaks_of_banks();
    return ui.units(idle ? 0 : raise_units);
}

/// Asynchronous copies of the block that is looked at, where there are any.
std::vector<CopyBar> bars_of(const Ui& ui) {
    const Trace* trace = ui.state.trace();
    if (trace == nullptr || trace->copies().empty()) return {};
    return copy_bars(*trace, ui.state.block);
}

/// Height of each lane of them, with what parts it from the next.
float copy_lane(const Ui& ui, int lanes) {
    return lanes == 0 ? 0
                      : ui.units(std::min(copy_units, copies_units / static_cast<float>(lanes)));
}

/// Geometry of the slider. A slot without conflicts reaches from `top` to `low`.
struct Track {
    ImVec2 at;
    float width = 0, ceiling = 0, top = 0, low = 0;
    int steps = 0;

    /// [step]: where it begins, as a share of the width; then 1. Empty: all are equally long.
    std::vector<float> edges{};

    float left(int step) const {
        if (!edges.empty()) return at.x + width * edges[static_cast<std::size_t>(step)];
        return at.x + width / static_cast<float>(std::max(steps, 1)) * static_cast<float>(step);
    }
    float slot(int step) const { return left(step + 1) - left(step); }
    float middle(int step) const { return left(step) + slot(step) / 2; }
    int step_at(float x) const {
        int step = 0;
        while (step + 1 < steps && left(step + 1) <= x) ++step;
        return step;
    }
    /// Upper edge of a step whose worst request is `degree`-way: each doubling raises it as much.
    float raised(int degree) const {
        const float share = std::log2(static_cast<float>(std::clamp(degree, 1, worst_degree))) /
                            std::log2(static_cast<float>(worst_degree));
        return std::floor(top - (top - ceiling) * share);
    }
};

/// Whether what the step costs is still to come.
bool hides(const Ui& ui, int step) {
    if (ui.state.lesson.hides_counts()) return true;
    return ui.state.display.look.hide_later && step > ui.state.playback.step();
}

/// How long a step is in the timeline's unit.
float length_of(const Ui& ui, int step) {
    const auto& rows = ui.state.runs.shown->work.rows;
    const auto at = static_cast<std::size_t>(step);
    if (at >= rows.size()) return 1;
    const WorkCounts& counts = rows[at].counts;
    const bool requests = ui.state.display.look.timeline == TimelineUnit::requests;
    return static_cast<float>(requests ? counts.requests() : counts.wavefronts());
}

/// Where the steps begin, as shares. A step without any cost keeps something to click on.
std::vector<float> edges_of(const Ui& ui, int steps) {
    if (ui.state.display.look.timeline == TimelineUnit::steps || hides(ui, steps - 1)) return {};
    std::vector<float> edges{0};
    float sum = 0;
    for (int step = 0; step < steps; ++step) sum += length_of(ui, step);
    const float least = std::min(0.015F, 0.5F / static_cast<float>(std::max(steps, 1)));
    for (int step = 0; step < steps; ++step) {
        const float share = sum > 0 ? length_of(ui, step) / sum : 0;
        edges.push_back(edges.back() + std::max(share, least));
    }
    const float whole = edges.back();
    for (float& edge : edges) edge /= whole;
    return edges;
}

Track track_of(const Ui& ui, ImVec2 at, float width, int steps) {
    Track track{at, width, 0, 0, 0, steps, edges_of(ui, steps)};
    track.ceiling = at.y + ui.units(grip_units);
    track.top = track.ceiling + raise_of(ui);
    track.low = track.top + ui.units(slot_units);
    return track;
}

int degree_of(const Ui& ui, int step) {
    const auto& rows = ui.state.runs.shown->work.rows;
    const auto at = static_cast<std::size_t>(step);
    const bool told = at < rows.size() && !hides(ui, step) && ui.state.speaks_of_banks();
    return told ? static_cast<int>(rows[at].counts.max_degree) : 1;
}

Rgba slot_color(const Ui& ui, const Trace& trace, int step) {
    const Rgba color = phase_color(ui.palette, phases_of(trace.steps()),
                                   trace.steps()[static_cast<std::size_t>(step)].phase);
    const bool done = step <= ui.state.playback.step();
    return done ? color : mix(ui.colors.panel, color, 0.38F);
}

void draw_slots(Ui& ui, const Track& track, const Trace& trace) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float round = ui.units(0.5F);
    for (int step = 0; step < track.steps; ++step) {
        const float gap = std::min(1.0F * ui.scale, track.slot(step) * 0.1F);
        const float x0 = track.left(step) + gap, x1 = track.left(step + 1) - gap;
        const int degree = degree_of(ui, step);
        if (degree > 1) {
            const bool done = step <= ui.state.playback.step();
            const Rgba color =
                done ? ui.palette.conflict : mix(ui.colors.panel, ui.palette.conflict, 0.45F);
            list.AddRectFilled({x0, track.raised(degree)}, {x1, track.top + round}, packed(color),
                               round, ImDrawFlags_RoundCornersTop);
        }
        list.AddRectFilled({x0, track.top}, {x1, track.low}, packed(slot_color(ui, trace, step)),
                           round);
    }
}

/// The longest of `choices` that the width holds; empty if none fits.
std::string fitting(const std::array<std::string, 2>& choices, float width) {
    for (const std::string& words : choices) {
        if (!words.empty() && ImGui::CalcTextSize(words.c_str()).x <= width) return words;
    }
    return {};
}

/// `size`: of the type, beside the one that is set.
void draw_centred(const std::string& words, float x, float top, float low, Rgba color,
                  float size = 1) {
    ImFont* font = ImGui::GetFont();
    const float type = ImGui::GetFontSize() * size;
    ImVec2 extent = font->CalcTextSizeA(type, FLT_MAX, 0, words.c_str());
    extent.x = std::ceil(extent.x);
    ImGui::GetWindowDrawList()->AddText(
        font, type, {std::floor(x - extent.x / 2), std::floor((top + low - extent.y) / 2)},
        packed(color), words.c_str());
}

/// "i = 4, k = 10" without the names: "4, 10".
std::string values_of(std::string_view variables) {
    constexpr std::string_view is = " = ", then = ", ";
    std::string values;
    while (!variables.empty()) {
        const std::size_t end = std::min(variables.find(then), variables.size());
        std::string_view one = variables.substr(0, end);
        if (const std::size_t at = one.find(is); at != std::string_view::npos)
            one.remove_prefix(at + is.size());
        values += values.empty() ? std::string{one} : fmt::format("{}{}", then, one);
        variables.remove_prefix(std::min(end + then.size(), variables.size()));
    }
    return values;
}

/// A round's step in all words, in fewer, or by mere numbers; any other has one name.
enum class Naming { words, variables, numbers };
std::string name_in(const Step& step, Naming naming) {
    if (naming == Naming::words || (step.stride == 0 && step.variables.empty()))
        return step_label(step);
    if (step.stride > 0) return with_commas(step.stride);
    return naming == Naming::variables ? step.variables : values_of(step.variables);
}

/// Each step's stride in its slot, where there is room, and the degree of its conflicts above.
void draw_numbers(Ui& ui, const Track& track, const Trace& trace) {
    imgui::push_font(ui.fonts.small);
    const auto room_of = [&](int step) { return track.slot(step) - ui.units(1.5F); };
    // All rounds in words, or all as mere numbers: a mixture looks like a mistake.
    const auto all_fit = [&](Naming naming) {
        for (int step = 0; step < track.steps; ++step) {
            const Step& s = trace.steps()[static_cast<std::size_t>(step)];
            if (naming != Naming::words && s.stride == 0 && s.variables.empty()) continue;
            if (ImGui::CalcTextSize(name_in(s, naming).c_str()).x > room_of(step)) return false;
        }
        return true;
    };
    const Naming naming = all_fit(Naming::words)       ? Naming::words
                          : all_fit(Naming::variables) ? Naming::variables
                                                       : Naming::numbers;
    for (int step = 0; step < track.steps; ++step) {
        const float room = room_of(step);
        const Step& s = trace.steps()[static_cast<std::size_t>(step)];
        // A name that is a little too long is written smaller: a slot without one says nothing.
        constexpr float smallest = 0.7F;
        const std::string words = name_in(s, naming);
        const float size = room / std::max(ImGui::CalcTextSize(words.c_str()).x, 1.0F);
        if (size >= smallest) {
            draw_centred(words, track.middle(step), track.top, track.low,
                         text_on(slot_color(ui, trace, step)), std::min(size, 1.0F));
        }
        const int degree = degree_of(ui, step);
        const float height = track.top - track.raised(degree);
        if (degree < 2 || height < ImGui::GetTextLineHeight() * 0.8F) continue;
        const std::string way =
            fitting({fmt::format("{}-way", degree), std::to_string(degree)}, room);
        const bool done = step <= ui.state.playback.step();
        const Rgba ground =
            done ? ui.palette.conflict : mix(ui.colors.panel, ui.palette.conflict, 0.45F);
        if (!way.empty()) {
            draw_centred(way, track.middle(step), track.raised(degree), track.top, text_on(ground));
        }
    }
    ImGui::PopFont();
}

/// A bar for copies on their way, from the step in which they are begun to the one in which they
/// are waited for, with a notch where they are committed; red where they are read, or overwritten,
/// before. What is under the pointer is told.
std::string draw_copies(Ui& ui, const Track& track, const Trace& trace, float top) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    imgui::push_font(ui.fonts.small);
    const std::vector<CopyBar> bars = bars_of(ui);
    const float lane = copy_lane(ui, lanes_of(bars));
    const float gap = std::max(1.0F, std::floor(lane * 0.15F));
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    std::string pointed;
    int number = 0;
    for (const CopyBar& bar : bars) {
        if (hides(ui, bar.from)) continue;
        // They begin and end within their steps; what nobody waits for goes on to the end.
        const float x0 = track.left(bar.from) + track.slot(bar.from) * 0.2F;
        const float x1 =
            bar.to < 0 ? track.left(track.steps) : track.left(bar.to) + track.slot(bar.to) * 0.8F;
        const ImVec2 low{x0, top + lane * static_cast<float>(bar.lane) + gap};
        const ImVec2 high{std::max(x1, x0 + 2 * ui.scale),
                          top + lane * static_cast<float>(bar.lane + 1)};
        const int now = ui.state.playback.step();
        const bool begun = bar.from <= now;
        const Rgba color = begun ? ui.palette.busy : mix(ui.colors.panel, ui.palette.busy, 0.38F);
        list.AddRectFilled(low, high, packed(color), ui.units(0.5F));
        for (int step = bar.from; step < track.steps; ++step) {
            if (!bar.too_early(step)) continue;
            list.AddRectFilled({std::max(low.x, track.left(step)), low.y},
                               {std::min(high.x, track.left(step + 1)), high.y},
                               packed(ui.palette.wrong));
        }
        if (bar.committed >= 0) {
            const float x = std::clamp(track.middle(bar.committed), low.x, high.x);
            list.AddLine({x, low.y}, {x, high.y}, packed(text_on(color)),
                         std::max(1.0F, std::floor(ui.scale)));
        }
        const std::string name = copy_name(bar);
        const ImVec2 extent = ImGui::CalcTextSize(name.c_str());
        if (extent.x + ui.units(2) <= high.x - low.x && extent.y <= high.y - low.y + gap) {
            list.AddText({low.x + ui.units(1), std::floor((low.y + high.y - extent.y) / 2)},
                         packed(text_on(color)), name.c_str());
        }
        const std::string hooks = fmt::format("timeline.copies.{}", number++);
        widgets::note_box(ui, hooks, low, high);
        const std::string text = copy_text(trace, bar);
        ui.widgets[hooks].tip = text;
        const bool under = pointer.x >= low.x && pointer.x <= high.x && pointer.y >= low.y - gap &&
                           pointer.y <= high.y;
        if (under) pointed = "Asynchronous copies, " + text;
    }
    ImGui::PopFont();
    return pointed;
}

/// A bracket under each run of steps of one phase, with the phase's name; none where that is what
/// its only step is called.
void draw_phases(Ui& ui, const Track& track, const Trace& trace) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    imgui::push_font(ui.fonts.small);
    const float line = track.low + ui.units(1.25F), thick = std::max(1.0F, std::floor(ui.scale));
    for (int from = 0; from < track.steps;) {
        const std::string& phase = trace.steps()[static_cast<std::size_t>(from)].phase;
        int to = from + 1;
        while (to < track.steps && trace.steps()[static_cast<std::size_t>(to)].phase == phase) ++to;
        const float x0 = track.left(from) + ui.units(0.5F), x1 = track.left(to) - ui.units(0.5F);
        const ImU32 color = packed(ui.colors.faint);
        if (to == from + 1 && step_label(trace.steps()[static_cast<std::size_t>(from)]) == phase) {
            from = to;
            continue;
        }
        const std::string words = fitting({phase, std::string{}}, x1 - x0);
        list.AddLine({x0, line}, {x1, line}, color, thick);
        for (const float x : {x0, x1}) {
            list.AddLine({x, line - ui.units(0.75F)}, {x, line}, color, thick);
        }
        if (!words.empty()) {
            draw_centred(words, (x0 + x1) / 2, line, line + ui.units(phase_units - 1.25F),
                         ui.colors.faint);
        }
        from = to;
    }
    ImGui::PopFont();
}

/// A frame in the slot of each step that what is chosen has a part in; of steps to come nothing is
/// told where they are hidden.
void draw_lit(Ui& ui, const Track& track, const std::set<int>& lit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float thick = std::max(1.0F, std::floor(2 * ui.scale)), in = thick / 2;
    std::string shown;
    for (const int step : lit) {
        if (step >= track.steps || hides(ui, step)) continue;
        const float gap = std::min(1.0F * ui.scale, track.slot(step) * 0.1F) + in;
        const ImVec2 low{track.left(step) + gap, track.top + in};
        const ImVec2 high{track.left(step + 1) - gap, track.low - in};
        // On whatever colour the slot has, a light rim sets the frame apart from it.
        list.AddRect(low, high, packed(ui.colors.panel), ui.units(0.5F), 0, 2 * thick);
        list.AddRect(low, high, packed(ui.colors.accent), ui.units(0.5F), 0, thick);
        shown += fmt::format("{}{}", shown.empty() ? "" : ",", step);
    }
    if (shown.empty()) return;
    widgets::note_box(ui, "timeline.lit", track.at, {track.at.x + track.width, track.low});
    ui.widgets["timeline.lit"].tip = shown;
}

/// The frame around the current step's slot, and the grip above it.
void draw_cursor(Ui& ui, const Track& track) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const int now = ui.state.playback.step();
    const ImU32 color = packed(ui.colors.accent);
    const float out = ui.units(0.75F), high = track.raised(degree_of(ui, now)) - out;
    const float half = std::max(track.slot(now) / 2, 2.0F * ui.scale), middle = track.middle(now);
    list.AddRect({middle - half - 1, high}, {middle + half + 1, track.low + out}, color,
                 ui.units(0.75F), 0, std::floor(2.5F * ui.scale));
    const float grip = ui.units(1.5F);
    list.AddTriangleFilled({middle - grip, high - grip}, {middle + grip, high - grip},
                           {middle, high}, color);
}

/// A notch of the wheel is a step.
void take_wheel(Ui& ui) {
    const int notches = static_cast<int>(std::lround(ImGui::GetIO().MouseWheel));
    for (int i = 0; i < std::abs(notches); ++i) {
        if (notches > 0) {
            ui.emit(command::StepBack{});
        } else {
            ui.emit(command::StepForward{});
        }
    }
}

std::string summary(const Ui& ui, const Trace& trace, int step) {
    std::string words = step_sentence(trace, step);
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    if (hides(ui, step)) return words;
    const std::string facts = step_facts(*ui.state.runs.shown, step, ui.state.speaks_of_banks());
    return facts.empty() ? words : words + '\n' + facts;
}

}  // namespace

float timeline_slider_height(const Ui& ui) {
    // Beside a lesson phases have their colours alone.
    const float below = ui.state.reads_lesson() ? 1 : phase_units;
    const int lanes = lanes_of(bars_of(ui));
    return ui.units(grip_units + slot_units + below) + raise_of(ui) +
           copy_lane(ui, lanes) * static_cast<float>(lanes);
}

void draw_timeline_slider(Ui& ui, const std::set<int>& lit) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::InvisibleButton("##timeline.slider", {width, timeline_slider_height(ui)});
    const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    widgets::note_item(ui, "timeline.slider");
    widgets::takes_drags(ui, "timeline.slider");
    const Trace* trace = ui.state.trace();
    if (trace == nullptr || trace->step_count() == 0) return;
    const Track track = track_of(ui, at, width, trace->step_count());
    const int under = track.step_at(ImGui::GetIO().MousePos.x);
    if (active && under != ui.state.playback.step()) ui.emit(command::Jump{under});
    draw_slots(ui, track, *trace);
    draw_numbers(ui, track, *trace);
    if (!ui.state.reads_lesson()) draw_phases(ui, track, *trace);
    draw_lit(ui, track, lit);
    draw_cursor(ui, track);
    const float below = ui.state.reads_lesson() ? 1 : phase_units;
    const std::string copies =
        draw_copies(ui, track, *trace, track.low + ui.units(below) - ui.units(0.5F));
    for (int step = 0; step < track.steps; ++step) {
        widgets::note_box(ui, fmt::format("timeline.step.{}", step), {track.left(step), track.top},
                          {track.left(step + 1), track.low});
    }
    if (!hovered && !active) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (hovered) take_wheel(ui);
    if (active) return;
    const std::string words = copies.empty() ? summary(ui, *trace, under) : copies;
    widgets::tooltip(ui, words);
    // Tests read what a person would.
    ui.widgets["timeline.summary"] = {
        .box = {track.left(under), track.top, track.slot(under), track.low - track.top},
        .tip = words};
}

}  // namespace stridescope
