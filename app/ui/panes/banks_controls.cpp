// The replay of a request's wavefronts, and back to each step's worst request.
#include <fmt/format.h>

#include <string>

#include "app/session/highlights.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

/// Widths: of three buttons, of all four, of the words beside them, and of the last button.
constexpr float least = 22.5F, buttons_units = 30.5F, words_units = 36, worst_units = 32,
                gap_units = 2;

class BanksControls : public ViewControls {
  public:
    float units() const override {
        return buttons_units + words_units + worst_units + 2 * gap_units;
    }
    float least_units() const override { return least; }
    void draw(Ui& ui, CanvasPane& pane, float room) override;

  private:
    static void draw_replay(Ui& ui, float room);
};

void BanksControls::draw(Ui& ui, CanvasPane& /*pane*/, float room) {
    draw_replay(ui, room);
    if (room < ui.units(buttons_units + gap_units + worst_units)) return;
    ImGui::SameLine(0, ui.units(gap_units));
    if (widgets::button(
            ui, "banks.worst", "worst request",
            "Shows the request of each step that takes the most wavefronts (W). ↑ and ↓ "
            "walk through the others, with Shift through the warps",
            true, !ui.state.display.look.request)) {
        ui.emit(command::MoveRequest{RequestMove::worst, View::banks});
    }
}

/// Back, play and forward, and, where there is room, the way back to all and where the replay is.
void BanksControls::draw_replay(Ui& ui, float room) {
    using widgets::Icon;
    const int waves = replay_length(ui.state);
    const bool any = waves > 0, plays = ui.state.display.replaying;
    const int wave = ui.state.wave();
    const float gap = ui.units(0.5F);
    if (widgets::icon_button(ui, "banks.wave.back", Icon::back, "One wavefront back (Shift+←)",
                             any)) {
        ui.emit(command::MoveWave{-1});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "banks.wave.play", plays ? Icon::pause : Icon::play,
                             plays ? "Pause"
                                   : "Shows the request's wavefronts one after another: who is "
                                     "served, who waits",
                             any, plays)) {
        ui.emit(command::PlayWaves{});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "banks.wave.forward", Icon::forward,
                             "One wavefront forward (Shift+→)", any)) {
        ui.emit(command::MoveWave{1});
    }
    if (room < ui.units(buttons_units)) return;
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "banks.wave.all", Icon::close,
                             "Shows all wavefronts at once again (Esc)", wave > 0)) {
        ui.emit(command::MoveWave{0});
    }
    if (room < ui.units(buttons_units + words_units + worst_units + 2 * gap_units)) return;
    ImGui::SameLine(0, ui.units(1.5F));
    ImGui::AlignTextToFramePadding();
    const std::string words = wave > 0     ? fmt::format("wavefront {} of {}", wave, waves)
                              : waves == 1 ? "1 wavefront"
                                           : fmt::format("{} wavefronts", waves);
    widgets::fitted_text(ui, words, ui.fonts.regular, ui.colors.text, ui.units(words_units - 1.5F));
    widgets::note_item(ui, "banks.wave", true, words);
}

}  // namespace

std::unique_ptr<ViewControls> banks_controls() {
    return std::make_unique<BanksControls>();
}

}  // namespace stridescope
