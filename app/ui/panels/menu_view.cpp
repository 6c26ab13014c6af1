#include "app/ui/panels/menu_bar.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "app/platform/lesson_folders.h"
#include "app/platform/window.h"

namespace stridescope {

void draw_view_menu(Ui& ui, MenuActions& actions) {
    if (!begin_menu(ui, "menu.view", "View")) return;
    const AppState& state = ui.state;
    if (menu_item(ui, "menu.view.fit", "Fit all views", "F")) actions.fit_all = true;
    if (menu_item(ui, "menu.view.ladder", "Ladder: how long scans take", nullptr, true,
                  state.ladder.open)) {
        ui.emit(command::ShowLadder{!state.ladder.open, shipped_ladder()});
    }
    ImGui::Separator();
    if (menu_item(ui, "menu.view.bank", "Heatmap by bank", nullptr, true,
                  state.display.look.axis == HeatmapAxis::bank)) {
        ui.emit(command::Set{setting::look<&Look::axis>, HeatmapAxis::bank});
    }
    if (menu_item(ui, "menu.view.warp", "Heatmap by warp", nullptr, true,
                  state.display.look.axis == HeatmapAxis::warp)) {
        ui.emit(command::Set{setting::look<&Look::axis>, HeatmapAxis::warp});
    }
    const bool against_held = state.comparison.against_held && state.comparison.held.trace;
    if (menu_item(ui, "menu.view.compare",
                  against_held ? "Compare with the held run" : "Compare with no padding", "C", true,
                  state.comparison.on, against_held ? state.comparison.held.name.c_str() : "")) {
        ui.emit(command::Set{setting::compare, !state.comparison.on});
    }
    if (menu_item(ui, "menu.view.hold", "Hold this run for comparison", nullptr,
                  state.runs.shown != nullptr)) {
        ui.emit(command::HoldShown{});
    }
    ImGui::Separator();
    for (const auto& [theme, label] :
         {std::pair{Theme::light, "Light"}, std::pair{Theme::dark, "Dark"},
          std::pair{Theme::projector, "Projector"}}) {
        if (menu_item(ui, fmt::format("menu.view.{}", name_of(theme)), label, nullptr, true,
                      state.preferences.theme == theme)) {
            ui.emit(command::Set{setting::theme, theme});
        }
    }
    ImGui::Separator();
    for (const TimelineUnit unit :
         {TimelineUnit::steps, TimelineUnit::requests, TimelineUnit::wavefronts}) {
        const std::string name{name_of(unit)};
        if (menu_item(ui, "menu.view.timeline." + name, ("Timeline by " + name).c_str(), "T", true,
                      state.display.look.timeline == unit)) {
            ui.emit(command::Set{setting::look<&Look::timeline>, unit});
        }
    }
    ImGui::Separator();
    if (menu_item(ui, "menu.view.larger", "Larger text", "Ctrl++")) {
        ui.emit(command::Set{setting::text_scale, state.preferences.text_scale + 0.25F});
    }
    if (menu_item(ui, "menu.view.smaller", "Smaller text", "Ctrl+-")) {
        ui.emit(command::Set{setting::text_scale, state.preferences.text_scale - 0.25F});
    }
    if (menu_item(ui, "menu.view.ordinary", "Reset text size", "Ctrl+0")) {
        ui.emit(command::Set{setting::text_scale, 1});
    }
    ImGui::Separator();
    if (menu_item(ui, "menu.view.layout", "Reset layout", nullptr,
                  !state.preferences.layout.empty(), false, "The layout has not been changed")) {
        ui.emit(command::Set{setting::layout, {}});
    }
    ImGui::EndMenu();
}

/// What one wants in front of a class.
void draw_class_menu(Ui& ui) {
    if (!begin_menu(ui, "menu.class", "Class")) return;
    const AppState& state = ui.state;
    const PresenterState& presenter = state.presenter;
    if (menu_item(
            ui, "menu.class.predict", "Ask before each step", "Q", true, state.predict.on,
            "What will this number be? Which threads work? The answers come from the trace.")) {
        ui.emit(command::TogglePredict{});
    }
    if (menu_item(ui, "menu.class.spotlight", "Spotlight the worst conflict", "S", true,
                  presenter.spotlight, "Dims all but the worst request of the step")) {
        ui.emit(command::ToggleSpotlight{});
    }
    if (menu_item(ui, "menu.class.pen", "Pen", "F2", true, presenter.pen == Pen::draw,
                  "Draws over the window; Delete wipes it away")) {
        ui.emit(command::TogglePen{Pen::draw});
    }
    if (menu_item(ui, "menu.class.pointer", "Pointer", "Shift+F2", true,
                  presenter.pen == Pen::point, "A dot that is seen from afar")) {
        ui.emit(command::TogglePen{Pen::point});
    }
    if (menu_item(ui, "menu.class.lock", "Lock the experiment", "K", true, presenter.locked,
                  "No key or click changes it until it is unlocked")) {
        ui.emit(command::Set{setting::locked, !state.presenter.locked});
    }
    if (menu_item(ui, "menu.class.present", "Presentation", "F5", true, presenter.presentation,
                  "One picture, a line of words and a thin timeline, in large type. Page Down and "
                  "Page Up turn pages or steps, . makes the screen black, F5 or Esc ends it")) {
        ui.emit(command::TogglePresentation{});
    }
    const bool second = has_second_window();
    if (menu_item(ui, "menu.class.speaker", "Speaker's window", nullptr, second, presenter.speaker,
                  second ? "A second window with the page's text, your notes, the next page and a "
                           "clock: on another screen where there is one"
                         : "A page in a browser has one window: open the lesson in a second tab")) {
        ui.emit(command::Set{setting::speaker, !presenter.speaker});
    }
    if (menu_item(ui, "menu.class.full_screen", "Full screen", "F11", true,
                  presenter.full_screen)) {
        ui.emit(command::Set{setting::full_screen, !state.presenter.full_screen});
    }
    ImGui::EndMenu();
}

}  // namespace stridescope
