#include "app/ui/class/pen.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/kit/notes.h"

namespace stridescope {
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
