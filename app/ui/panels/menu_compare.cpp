#include "app/ui/panels/menu_bar.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/session/presets.h"

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

/// Those of one group are in a menu of their own.
void draw_pairs(Ui& ui, const std::vector<Pair>& pairs) {
    for (std::size_t i = 0; i < pairs.size();) {
        const std::string& group = pairs[i].group;
        if (group.empty()) {
            draw_pair(ui, pairs[i++]);
            continue;
        }
        // By what comes before the last dot: "menu.compare.knob.BLOCK", "menu.compare.broken".
        const std::string name = "menu.compare." + pairs[i].id.substr(0, pairs[i].id.rfind('.'));
        const bool open = begin_menu(ui, name, group.c_str());
        for (; i < pairs.size() && pairs[i].group == group; ++i) {
            if (open) draw_pair(ui, pairs[i]);
        }
        if (open) ImGui::EndMenu();
    }
}

}  // namespace

void draw_compare_menu(Ui& ui, Dialogs& dialogs) {
    if (!begin_menu(ui, "menu.compare", "Compare")) return;
    const AppState& state = ui.state;
    if (menu_item(
            ui, "menu.compare.beside", "Two runs side by side", "B", state.runs.shown != nullptr,
            state.comparison.beside.on,
            "Every view twice, on one slider: this run on the left, the other on the right")) {
        ui.emit(command::ToggleBeside{});
    }
    if (menu_item(ui, "menu.compare.file", "With another text or trace…", nullptr,
                  state.runs.shown != nullptr, false,
                  "Shows its run beside this one; a text runs as its card says")) {
        dialogs.ask_compared(state, true);
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
    const bool faulty = state.runs.shown && !state.lesson.hides_faults() &&
                        first_fault(state.runs.shown->findings) != nullptr;
    if (menu_item(ui, "menu.compare.wrong", "Show it going wrong", nullptr,
                  faulty && !state.runs.searching.now, false,
                  faulty
                      ? "Looks for an order of warps, blocks, lanes or stores in which it comes to "
                        "something else, and shows both runs side by side"
                      : "No fault was found in this run")) {
        ui.emit(command::ShowItGoingWrong{});
    }
    ImGui::Separator();
    for (const StepLock lock : step_locks) {
        const std::string name{name_of(lock)};
        if (menu_item(ui, "menu.compare.lock." + name, ("Locked by " + name).c_str(), "V", true,
                      state.comparison.beside.lock == lock)) {
            ui.emit(command::Set{setting::step_lock, lock});
        }
    }
    ImGui::Separator();
    const std::string gpu = state.runs.gpu.known ? state.runs.gpu.problem : "Looking for a GPU…";
    const std::vector<Pair> pairs = pairs_from(state.experiment, gpu);
    draw_pairs(ui, pairs);
    if (std::ranges::find(pairs, Pair::Kind::knob, &Pair::kind) == pairs.end()) {
        menu_item(ui, "menu.compare.none", "One knob against another", nullptr, false, false,
                  "No knob of this text has choices: name them in its card, such as "
                  "// knob: TILE 8 16 32");
    }
    ImGui::EndMenu();
}

}  // namespace stridescope
