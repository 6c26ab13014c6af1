// Where all lies in a window that has room for one pane at a time: a telephone's, a tablet's
// upright.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/view_requests.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/window/area.h"
#include "app/ui/window/gui.h"

namespace stridescope {
namespace {

constexpr float words_share = 0.42F;  ///< of a lesson's words, of the window's height
constexpr float least_words_units = 30;

/// The views that have something to show, in the order of the keys; nothing: the knobs.
std::vector<std::optional<View>> tabs_of(const AppState& state) {
    std::vector<std::optional<View>> tabs;
    const bool knobs = !state.reads_lesson() && !state.exercise.open();
    if (knobs && !state.presenter.embedded) tabs.emplace_back();
    const Trace* trace = state.trace();
    // What is edited comes first.
    if (state.document) tabs.emplace_back(View::source);
    for (const View view : all_views) {
        if (view == View::source && state.document) continue;
        const bool seen = state.display.sees(view);
        if (seen || trace == nullptr || is_worth_seeing(view, *trace)) tabs.emplace_back(view);
    }
    return tabs;
}

std::optional<View> tab_in_front(const AppState& state) {
    return state.display.knobs_front ? std::nullopt : state.display.alone();
}

}  // namespace

/// A lesson's or an exercise's words above the picture that they speak of; returns the height that
/// they take, with the bar below them.
float Gui::draw_words_above(Ui& ui, ImVec2 at, ImVec2 size) {
    const float gap = ui.units(2), least = ui.units(least_words_units);
    const auto found = ui.state.preferences.layout.find("words");
    float share = found != ui.state.preferences.layout.end() ? found->second : words_share;
    const float high = std::floor(std::clamp(share * size.y, std::min(least, size.y / 3),
                                             std::max(size.y - 2 * least, size.y / 3)));
    {
        const Area area{"lesson",
                        at,
                        {size.x, high},
                        {ui.units(3), ui.units(2)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        widgets::note_box(ui, "area.lesson", at, {at.x + size.x, at.y + high});
        draw_words(ui);
    }
    share = high / size.y;
    if (widgets::splitter(ui, "splitter.words", false, {at.x, at.y + high}, size.x, gap, size.y,
                          least, share)) {
        ui.emit(command::Set{setting::share, {"words", share}});
    }
    return high + gap;
}

/// What can be seen, side by side, scrolled to what is; returns the height.
float Gui::draw_tabs(Ui& ui, ImVec2 at, float width) {
    const float high = ui.row_height() + ui.units(2);
    const std::optional<View> now = tab_in_front(ui.state);
    const Area area{"tabs",
                    at,
                    {width, high},
                    {ui.units(2), ui.units(1)},
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_HorizontalScrollbar};
    bool first = true;
    for (const std::optional<View>& tab : tabs_of(ui.state)) {
        if (!first) ImGui::SameLine(0, ui.units(1));
        first = false;
        const std::string name = tab ? std::string{name_of(*tab)} : "knobs";
        const bool text = tab == View::source && ui.state.document;
        const std::string title = !tab   ? "Knobs"
                                  : text ? "Text"
                                         : std::string{facts_of(*tab).title};
        const bool on = tab == now;
        const std::string_view tip = tab ? facts_of(*tab).tip : "What is run, and on which numbers";
        if (widgets::button(ui, "tab." + name, title, tip, true, on)) {
            ui.emit(command::ShowTab{tab});
        }
        if (on && tab_seen_ != now) ImGui::SetScrollHereX(0.5F);
    }
    tab_seen_ = now;
    return high;
}

void Gui::draw_one_pane(Ui& ui, ImVec2 at, ImVec2 size) {
    const float tabs = draw_tabs(ui, at, size.x);
    at.y += tabs;
    size.y -= tabs;
    if (ui.state.display.knobs_front) {
        const Area area{"experiment", at, size, {ui.units(3), ui.units(3)}};
        ImGui::BeginDisabled(ui.state.presenter.locked);
        experiment_.draw(ui);
        ImGui::EndDisabled();
        return;
    }
    const float asked = draw_prediction(ui, at, size.x);
    at.y += asked;
    size.y -= asked;
    const float card = draw_card(ui, at, size);
    panes_.draw(ui, {at.x, at.y + card}, {size.x, size.y - card});
    // From one to the next by a finger that wipes over the picture.
    if (ui.swiped == 0) return;
    const auto all = tabs_of(ui.state);
    const auto now = std::ranges::find(all, tab_in_front(ui.state)) - all.begin();
    const auto next = now + ui.swiped;
    if (next >= 0 && next < std::ssize(all)) {
        ui.emit(command::ShowTab{all[static_cast<std::size_t>(next)]});
    }
}

}  // namespace stridescope
