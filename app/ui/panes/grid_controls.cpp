#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/analysis/grid.h"
#include "app/analysis/number_text.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

constexpr float grid_buttons_units = 44, grid_words_units = 30;

/// The grid's own cursor, over the events between blocks.
class GridControls : public ViewControls {
  public:
    float units() const override { return grid_buttons_units + grid_words_units; }
    float least_units() const override { return grid_buttons_units; }
    void draw(Ui& ui, CanvasPane& pane, float room) override;
};

/// Where the cursor is, and what happened there; then in fewer words, and fewer still.
std::vector<std::string> words_of(const Trace& trace, const GridCursor& cursor) {
    const std::string all = with_commas(static_cast<std::int64_t>(cursor.count()));
    const std::size_t at = cursor.events();
    if (at == 0) return {fmt::format("before {} events", all)};
    const std::string where =
        fmt::format("{} of {}", with_commas(static_cast<std::int64_t>(at)), all);
    return {fmt::format("{}: {}", where, event_text(trace, trace.grid_events()[at - 1])),
            "event " + where, where};
}

void GridControls::draw(Ui& ui, CanvasPane& /*pane*/, float room) {
    using To = command::MoveGrid::To;
    using widgets::Icon;
    const GridCursor& cursor = ui.state.grid;
    const bool any = cursor.count() > 0, plays = cursor.playing();
    const float gap = ui.units(0.5F);
    const auto move = [&](const char* name, Icon icon, const char* tip, To to, bool lit = false) {
        if (widgets::icon_button(ui, name, icon, tip, any, lit)) ui.emit(command::MoveGrid{to});
        ImGui::SameLine(0, gap);
    };
    move("grid.first", Icon::first, "Before the first event (Shift+[ goes by ticks)", To::first);
    move("grid.back", Icon::back, "One event back ([)", To::back);
    move("grid.play", plays ? Icon::pause : Icon::play,
         plays ? "Pause (P)" : "Play, tick by tick (P)", To::play, plays);
    move("grid.forward", Icon::forward, "One event forward (])", To::forward);
    move("grid.last", Icon::last, "After the last event (Shift+] goes by ticks)", To::last);
    if (!any || room < ui.units(units())) {
        ImGui::NewLine();
        return;
    }
    ImGui::SameLine(0, ui.units(2));
    ImGui::AlignTextToFramePadding();
    const Trace& trace = *ui.state.trace();
    const float words = room - ui.units(grid_buttons_units);
    const std::vector<std::string> ways = words_of(trace, cursor);
    const auto fits = [&](const std::string& way) {
        return widgets::fits_lines(way, ui.fonts.regular, words, 1);
    };
    const auto shown = std::ranges::find_if(ways, fits);
    widgets::fitted_text(ui, shown == ways.end() ? ways.back() : *shown, ui.fonts.regular,
                         ui.colors.text, words);
    widgets::note_item(ui, "grid.event");
}

}  // namespace

std::unique_ptr<ViewControls> grid_controls() {
    return std::make_unique<GridControls>();
}

}  // namespace stridescope
