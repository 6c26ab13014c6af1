#include "app/ui/panes/ladder_pane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/ladder/ladder.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {

void LadderPane::draw(Ui& ui, ImVec2 at, ImVec2 size) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::SetCursorScreenPos(at);
    ImGui::BeginChild("ladder", size, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                          ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_AlwaysUseWindowPadding);
    ImGui::PopStyleVar();
    const float header = ui.row_height() + ui.units(2);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + header},
                                              packed(ui.colors.panel));
    draw_header(ui, at, size.x);
    draw_picture(ui, {at.x, at.y + header}, {size.x, std::max(size.y - header, 1.0F)});
    ImGui::EndChild();
}

void LadderPane::draw_header(Ui& ui, ImVec2 at, float width) {
    const LadderState& state = ui.state.ladder;
    const float pad = ui.units(3), top = at.y + ui.units(1), gap = ui.units(2);
    const auto width_of = [](const char* word) {
        return ImGui::CalcTextSize(word).x + 2 * ImGui::GetStyle().FramePadding.x;
    };
    const bool measuring = state.measuring.now;
    const char* measure = measuring ? "Cancel" : "Measure here";
    const float close = ui.row_height();
    const bool story = state.shown != nullptr && has_story(*state.shown);
    const char* rungs = state.story ? "All rungs" : "Five rungs";
    const float buttons = width_of(measure) + width_of("Export…") + close + 2 * gap +
                          (story ? width_of(rungs) + gap : 0);
    const float right = at.x + width - pad - buttons, room = right - at.x - pad - gap;
    std::string title = "The ladder: how long scans take";
    if (measuring)
        title = fmt::format("Measuring {}: {:.0f} %", state.doing, 100 * state.measuring.share);
    else if (state.shown)
        title += state.from.empty() ? ", measured here"
                                    : fmt::format(", {}, {}", state.from, state.shown->date);
    ImGui::SetCursorScreenPos({at.x + pad, top});
    ImGui::AlignTextToFramePadding();
    widgets::fitted_text(ui, title, ui.fonts.bold, ui.colors.text, std::max(room, 1.0F));
    widgets::note_item(ui, "ladder.title", true, title);
    ImGui::SetCursorScreenPos({right, top});
    if (story) {
        const char* tip = state.story ? "Shows every rung, on a logarithmic axis"
                                      : "Shows the rungs that tell the story, each bar as long as "
                                        "its time";
        if (widgets::button(ui, "ladder.rungs", rungs, tip))
            ui.emit(command::Set{setting::all_rungs, state.story});
        ImGui::SameLine(0, gap);
    }
    if (measuring) {
        if (widgets::button(ui, "ladder.cancel", measure, "Stops it; what was shown stays"))
            ui.emit(command::CancelLadder{});
    } else {
        const bool gpu = ui.state.runs.gpu.known && ui.state.runs.gpu.problem.empty();
        const char* tip = gpu ? "Measures this machine's CPU and GPU, which takes minutes"
                              : "Measures this machine's CPU: it has no GPU that can be used";
        if (widgets::button(ui, "ladder.measure", measure, tip, ui.state.runs.gpu.known))
            ui.emit(command::MeasureLadder{});
    }
    ImGui::SameLine(0, gap);
    if (widgets::button(ui, "ladder.export", "Export…", "As a picture or a table",
                        state.shown != nullptr)) {
        export_wanted_ = true;
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "ladder.close", widgets::Icon::close, "Back to the views"))
        ui.emit(command::ShowLadder{false, {}});
}

void LadderPane::draw_picture(Ui& ui, ImVec2 at, ImVec2 size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const LadderState& state = ui.state.ladder;
    if (state.shown == nullptr) {
        list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(ui.palette.background));
        const char* words = state.measuring.now ? "Measuring…"
                                                : "Nothing measured yet: measure here, or open a "
                                                  "ladder's file";
        const ImVec2 extent = ImGui::CalcTextSize(words);
        list.AddText({std::floor(at.x + (size.x - extent.x) / 2),
                      std::floor(at.y + (size.y - extent.y) / 2)},
                     packed(ui.colors.faint), words);
        return;
    }
    const Room room{std::floor(size.x / ui.scale), std::floor(size.y / ui.scale)};
    Key key{
        state.shown, {.n = state.n, .rung = state.rung, .story = state.story}, ui.palette, room};
    if (key_ != key) {
        if (key_.ladder != key.ladder || key_.room != key.room) scrolled_ = 0;
        canvas_.set_scene(ladder_scene(*key.ladder, key.palette, key.room, key.options));
        canvas_.set_highlight(std::nullopt);
        key_ = std::move(key);
    }
    const float pixel_scale = ImGui::GetIO().DisplayFramebufferScale.x;
    const float width = std::floor(size.x * pixel_scale), height = std::floor(size.y * pixel_scale);
    const float most = std::max(0.0F, canvas_.scene().height - room.height);
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("##ladder.picture", size);
    widgets::note_item(ui, "ladder.picture");
    if (ImGui::IsItemHovered()) scrolled_ -= ImGui::GetIO().MouseWheel * 40;
    scrolled_ = std::clamp(scrolled_, 0.0F, most);
    view_ = {.zoom = ui.scale * pixel_scale, .x = 0, .y = -scrolled_ * ui.scale * pixel_scale};
    handle_mouse(ui, at, pixel_scale);
    canvas_.render(static_cast<int>(width), static_cast<int>(height), view_);
    placed_ = {&canvas_, static_cast<int>(at.x * pixel_scale),
               static_cast<int>(at.y * pixel_scale)};
    placed_.add_to(list);
    note_spots(ui, at, pixel_scale);
}

void LadderPane::handle_mouse(Ui& ui, ImVec2 at, float pixel_scale) {
    if (!ImGui::IsItemHovered()) return canvas_.set_highlight(std::nullopt);
    const ImGuiIO& io = ImGui::GetIO();
    const Point pointer = view_.to_scene(
        {(io.MousePos.x - at.x) * pixel_scale, (io.MousePos.y - at.y) * pixel_scale});
    const std::optional<Hotspot> spot = canvas_.scene().hit(pointer);
    canvas_.set_highlight(spot);
    if (!spot) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    widgets::tooltip(ui, spot->tip);
    if (!ImGui::IsItemClicked()) return;
    const LadderState& state = ui.state.ladder;
    if (spot->name.what == "size") {
        const auto sizes = state.shown->sizes();
        ui.emit(
            command::LookInLadder{sizes[static_cast<std::size_t>(spot->name.number)], state.rung});
    } else {
        ui.emit(command::LookInLadder{state.n,
                                      state.rung == spot->name.number ? -1 : spot->name.number});
    }
}

void LadderPane::note_spots(Ui& ui, ImVec2 at, float pixel_scale) const {
    // A rung's row comes before its dots in the plot.
    for (const Hotspot& spot : canvas_.scene().hotspots) {
        const Point low = view_.to_pixel({spot.box.x, spot.box.y});
        const Point high = view_.to_pixel({spot.box.x + spot.box.w, spot.box.y + spot.box.h});
        const std::string name = fmt::format("ladder.{}.{}", spot.name.what, spot.name.number);
        if (ui.widgets.contains(name)) continue;
        ui.widgets[name] = {{at.x + low.x / pixel_scale, at.y + low.y / pixel_scale,
                             (high.x - low.x) / pixel_scale, (high.y - low.y) / pixel_scale},
                            true,
                            spot.tip};
    }
}

}  // namespace stridescope
