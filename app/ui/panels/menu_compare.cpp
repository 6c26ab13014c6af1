#include "app/ui/panels/menus.h"

#include <string>
#include <vector>

#include "app/session/pairs.h"

namespace stridescope {
namespace {

/// Both of a pair are recorded, and shown side by side.
void draw_pair(Ui& ui, const Pair& pair) {
    const bool possible = pair.impossible.empty() && !ui.state.presenter.locked;
    const std::string tip = pair.impossible.empty() ? pair.why : pair.impossible;
    if (menu_item(ui, "menu.compare." + pair.id, pair.title.c_str(), nullptr, possible, false,
                  tip.c_str())) {
        ui.emit(command::ShowPair{pair.left, pair.right});
    }
}

}  // namespace

void draw_compare_menu(Ui& ui) {
    if (!begin_menu(ui, "menu.compare", "Compare")) return;
    const AppState& state = ui.state;
    if (menu_item(
            ui, "menu.compare.beside", "Two runs side by side", "B", state.runs.shown != nullptr,
            state.comparison.beside.on,
            "Every view twice, on one slider: this run on the left, the other on the right")) {
        ui.emit(command::ToggleBeside{});
    }
    if (menu_item(ui, "menu.compare.swap", "Swap sides", "X",
                  state.pair() != nullptr && !state.presenter.locked, false,
                  "No other run is shown beside this one")) {
        ui.emit(command::SwapSides{});
    }
    if (menu_item(ui, "menu.compare.hold", "Hold this run as the other one", nullptr,
                  state.runs.shown != nullptr)) {
        ui.emit(command::HoldShown{});
    }
    ImGui::Separator();
    for (const StepLock lock : step_locks) {
        const std::string name{name_of(lock)};
        if (menu_item(ui, "menu.compare.lock." + name, ("Locked by " + name).c_str(), "V", true,
                      state.comparison.beside.lock == lock)) {
            ui.emit(command::SetStepLock{lock});
        }
    }
    ImGui::Separator();
    const std::string gpu = state.runs.gpu.known ? state.runs.gpu.problem : "Looking for a GPU…";
    const std::vector<Pair> pairs = pairs_from(state.experiment, gpu);
    for (const Pair& pair : pairs) {
        if (pair.kind != Pair::Kind::broken) draw_pair(ui, pair);
    }
    if (begin_menu(ui, "menu.compare.broken", "A broken kernel against its correct version")) {
        for (const Pair& pair : pairs) {
            if (pair.kind == Pair::Kind::broken) draw_pair(ui, pair);
        }
        ImGui::EndMenu();
    }
    ImGui::EndMenu();
}

}  // namespace stridescope
