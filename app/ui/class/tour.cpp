#include "app/ui/class/tour.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/session/tour_stops.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr float width_units = 90;
constexpr ImU32 dimmed = IM_COL32(0, 0, 0, 140);

/// The box of the widget, or null where it is not on the screen.
const Box* box_of(const Ui& ui, std::string_view name) {
    const auto found = ui.widgets.find(std::string{name});
    return found == ui.widgets.end() ? nullptr : &found->second.box;
}

/// Darkens all down to `bottom` but what lies in the holes.
void draw_dimmed(ImDrawList& list, float wide, float bottom, const std::vector<Box>& holes) {
    std::set<float> edges{0, bottom};
    for (const Box& hole : holes) {
        for (const float y : {hole.y, hole.y + hole.h}) edges.insert(std::clamp(y, 0.0F, bottom));
    }
    // Between two edges each hole is there or not: what is dark are strips from left to right.
    for (auto top = edges.begin(); std::next(top) != edges.end(); ++top) {
        const float low = *std::next(top), middle = (*top + low) / 2;
        std::vector<std::pair<float, float>> open;
        for (const Box& hole : holes) {
            if (hole.y < middle && hole.y + hole.h > middle)
                open.emplace_back(hole.x, hole.x + hole.w);
        }
        std::ranges::sort(open);
        float x = 0;
        for (const auto& [from, to] : open) {
            if (from > x) list.AddRectFilled({x, *top}, {from, low}, dimmed);
            x = std::max(x, to);
        }
        if (x < wide) list.AddRectFilled({x, *top}, {wide, low}, dimmed);
    }
}

/// A window over all of that height that takes no input: dark, but for the holes; of them the
/// first `framed` have a frame.
void draw_veil(const char* name, float bottom, std::vector<Box> holes, std::size_t framed,
               Rgba frame, float thick) {
    const float wide = ImGui::GetIO().DisplaySize.x;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({wide, bottom});
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground |
        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;
    ImGui::Begin(name, nullptr, flags);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({0, 0}, {wide, bottom});
    for (Box& hole : holes) {
        const float right = std::ceil(hole.x + hole.w);
        const float low = std::min(std::ceil(hole.y + hole.h), bottom);
        hole = {std::floor(hole.x), std::floor(hole.y), right - std::floor(hole.x),
                low - std::floor(hole.y)};
    }
    draw_dimmed(list, wide, bottom, holes);
    for (std::size_t k = 0; k < std::min(framed, holes.size()); ++k) {
        const Box& hole = holes[k];
        list.AddRect({hole.x, hole.y}, {hole.x + hole.w, hole.y + hole.h}, packed(frame), 0, 0,
                     thick);
    }
    list.PopClipRect();
    ImGui::End();
}

/// Beside the lit box, where there is room for the card; in the middle where nothing is lit.
ImVec2 card_place(const Ui& ui, const Box* lit, ImVec2 card) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float gap = ui.units(4);
    if (lit == nullptr) return {(screen.x - card.x) / 2, (screen.y - card.y) / 2};
    ImVec2 at{lit->x + lit->w + gap, lit->y + gap};
    if (at.x + card.x > screen.x - gap) {
        // Not to the right: below, or above where there is no room either.
        at = {lit->x, lit->y + lit->h + gap};
        if (at.y + card.y > screen.y - gap) at.y = lit->y - card.y - gap;
        // It fills the window: within it, at its foot.
        if (at.y < gap) at = {lit->x + gap, lit->y + lit->h - card.y - gap};
    }
    return {std::floor(std::clamp(at.x, gap, std::max(screen.x - card.x - gap, gap))),
            std::floor(std::clamp(at.y, gap, std::max(screen.y - card.y - gap, gap)))};
}

void draw_card(Ui& ui, int number) {
    const TourStop& stop = tour_stops[number];
    widgets::text(stop.title, ui.fonts.title, ui.colors.text);
    widgets::wrapped_text(stop.text, ui.fonts.regular, ui.colors.text);
    ImGui::Dummy({0, ui.units(1)});
    const bool last = !next_stop(number);
    if (widgets::button(ui, "tour.next", last ? "Done" : "Continue", "→ or Enter", true, true)) {
        ui.emit(command::ShowTour{next_stop(number)});
    }
    ImGui::SameLine(0, ui.units(2));
    if (!last) {
        if (widgets::button(ui, "tour.skip", "Skip the tour", "Esc. Help > Tour shows it again.")) {
            ui.emit(command::ShowTour{});
        }
        ImGui::SameLine(0, ui.units(3));
    }
    ImGui::AlignTextToFramePadding();
    widgets::text(fmt::format("{} of {}", number + 1, tour_length), ui.fonts.small,
                  ui.colors.faint);
}

}  // namespace

void Tour::draw(Ui& ui) {
    if (!ui.state.presenter.tour) return;
    const int number = std::clamp(*ui.state.presenter.tour, 0, tour_length - 1);
    const TourStop& stop = tour_stops[number];
    const Box* lit = box_of(ui, stop.widget);
    if (lit == nullptr) lit = box_of(ui, stop.otherwise);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const std::vector<Box> holes = lit == nullptr ? std::vector<Box>{} : std::vector{*lit};
    draw_veil("##tour.veil", screen.y, holes, 1, ui.colors.accent, ui.units(0.75F));
    const float wide = std::min(ui.units(width_units), screen.x - ui.units(8));
    ImGui::SetNextWindowPos(card_place(ui, lit, {wide, size_.y}));
    ImGui::SetNextWindowSize({wide, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(4), ui.units(4)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(1.5F));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(ui.colors.raised));
    ImGui::Begin("##tour", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoNav);
    draw_card(ui, number);
    const ImVec2 at = ImGui::GetWindowPos();
    size_ = ImGui::GetWindowSize();
    widgets::note_box(ui, "tour", at, {at.x + size_.x, at.y + size_.y});
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

void draw_spotlight(Ui& ui, float bottom, const std::vector<Box>& conflict) {
    if (!ui.state.presenter.spotlight) return;
    std::vector<Box> holes;
    for (const char* name : {"banks.picture", "other.banks.picture"}) {
        if (const Box* picture = box_of(ui, name)) holes.push_back(*picture);
    }
    const std::size_t pictures = holes.size();
    // More of them are no conflict that a class could be shown.
    constexpr std::size_t most = 256;
    if (conflict.size() <= most) holes.insert(holes.end(), conflict.begin(), conflict.end());
    if (holes.empty()) return;
    // What is asked, and the lesson that it is about, are to be read meanwhile.
    for (const char* name : {"area.question", "area.lesson"}) {
        if (const Box* area = box_of(ui, name)) holes.push_back(*area);
    }
    draw_veil("##spotlight", bottom, std::move(holes), pictures, ui.colors.accent, ui.units(0.5F));
}

}  // namespace stridescope
