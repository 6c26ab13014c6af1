#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/scene/scene_parts.h"
#include "app/session/presets.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

constexpr float axis_units = 24, compare_units = 21, more_units = 14, popup_units = 88;
constexpr float heatmap_gap_units = 2;
constexpr const char* more_popup = "##heatmap.more";

int choice(Ui& ui, const char* label, const char* name, const std::vector<widgets::Option>& options,
           int chosen) {
    ImGui::TextUnformatted(label);
    return widgets::segmented(ui, name, options, chosen, ui.units(popup_units));
}

void draw_axis(Ui& ui, float width) {
    const int picked = widgets::segmented(
        ui, "heatmap.axis",
        {{"bank", "bank", {}, "By bank: how many words one request wanted of each bank"},
         {"warp", "warp", {}, "By warp: the worst request of each warp"}},
        static_cast<int>(ui.state.display.look.axis), width);
    if (picked >= 0)
        ui.emit(command::Set{setting::look<&Look::axis>, static_cast<HeatmapAxis>(picked)});
}

/// What the cells count, and of what.
void draw_counts(Ui& ui) {
    const Look& look = ui.state.display.look;
    const int measure =
        choice(ui, "Each cell shows", "heatmap.measure",
               {{"worst", "worst degree", {}, "The worst request of the step: n-way"},
                {"total", "wavefronts", {}, "All wavefronts of the step, added up"},
                {"per_request", "per request", {}, "Average wavefronts per request"}},
               static_cast<int>(look.measure));
    const int events = choice(ui, "of", "heatmap.events",
                              {{"both", "loads and stores", {}, ""},
                               {"loads", "loads", {}, ""},
                               {"stores", "stores", {}, ""}},
                              static_cast<int>(look.events));
    if (measure >= 0) {
        ui.emit(command::Set{setting::look<&Look::measure>, static_cast<HeatMeasure>(measure)});
    }
    if (events >= 0) {
        ui.emit(command::Set{setting::look<&Look::events>, static_cast<HeatEvents>(events)});
    }
}

/// Whether the same run without padding stands, or soon will, beside the one that is shown.
bool is_padded(const AppState& state) {
    const auto& shown = state.runs.shown;
    return shown && shown->unpadded;
}

/// Keeps one of the runs from before.
void draw_recent(Ui& ui, float width) {
    std::vector<widgets::Option> options;
    for (const Experiment& recent : ui.state.preferences.recent_experiments) {
        options.push_back({std::to_string(options.size()), experiment_title(recent), {}, ""});
    }
    const int picked = widgets::combo(ui, "heatmap.recent", options, -1, width, "an earlier run");
    if (picked < 0) return;
    ui.emit(command::HoldExperiment{
        ui.state.preferences.recent_experiments[static_cast<std::size_t>(picked)]});
}

/// Which other run stands beside the shown one. Returns whether a trace file is asked for.
bool draw_other_run(Ui& ui) {
    const AppState& state = ui.state;
    const bool padded = is_padded(state);
    const bool held = state.comparison.held.trace != nullptr;
    const int with = choice(
        ui, "Compare with", "heatmap.with",
        {{"no_padding", "no padding", padded ? "" : "This run has no padding: hold another run",
          "The same run without padding"},
         {"held", "the held run", held ? "" : "No run is held yet", state.comparison.held.name}},
        state.comparison.against_held && held ? 1 : 0);
    if (with >= 0) {
        ui.emit(command::Set{setting::against_held, with == 1});
        ui.emit(command::Set{setting::compare, true});
    }
    const float whole = ui.units(popup_units);
    widgets::fitted_text(ui, held ? "Held: " + state.comparison.held.name : "No run is held yet",
                         ui.fonts.small, ui.colors.faint, whole);
    widgets::note_item(ui, "heatmap.held");
    if (widgets::button(ui, "heatmap.hold", "Hold this run",
                        "Keeps the run that is shown; change a knob, and the two are compared",
                        state.runs.shown != nullptr)) {
        ui.emit(command::HoldShown{});
    }
    ImGui::SameLine(0, ui.units(1));
    const bool open =
        widgets::button(ui, "heatmap.open", "a trace…", "Holds the run of a trace file (.npz)");
    ImGui::SameLine(0, ui.units(1));
    draw_recent(ui, std::max(ImGui::GetContentRegionAvail().x, ui.units(20)));
    return open;
}

/// What the button says: with what, as far as there is room.
std::string compare_label(const AppState& state, float room) {
    std::vector<std::string> labels;
    const HeldRun& held = state.comparison.held;
    if (state.comparison.against_held && held.trace) {
        labels.push_back(fmt::format("compare with {}", held.name));
        const std::string kernel = scene_parts::kernel_title(*held.trace);
        if (state.trace() != nullptr && kernel != scene_parts::kernel_title(*state.trace())) {
            labels.push_back(fmt::format("compare with {}", kernel));
        }
        labels.emplace_back("compare with held run");
    } else if (is_padded(state)) {
        labels.emplace_back("compare with no padding");
    }
    const float rims = 2 * ImGui::GetStyle().FramePadding.x;
    for (std::string& label : labels) {
        if (ImGui::CalcTextSize(label.c_str()).x + rims <= room) return std::move(label);
    }
    return "compare";
}

/// Runs side by side on one scale, or not.
void draw_compare(Ui& ui, float room) {
    const AppState& state = ui.state;
    const bool padded = is_padded(state);
    const bool held = state.comparison.against_held && state.comparison.held.trace;
    const bool beside = state.pair() != nullptr;
    const std::string tip =
        beside ? "Two runs are side by side already (B)"
        : held
            ? fmt::format("Compares this run with the held one, {} (C)", state.comparison.held.name)
        : padded ? "No padding and the chosen padding side by side, on one scale (C)"
                 : "Choose a padding first, to compare it with no padding. Or hold a run under "
                   "\"more\", to compare any other with it";
    const std::string label = compare_label(state, room);
    if (widgets::button(ui, "heatmap.compare", label, tip, !beside && (padded || held),
                        !beside && (padded || held) && state.comparison.on)) {
        ui.emit(command::Set{setting::compare, !state.comparison.on});
    }
}

/// With what the title bar has no room for: `axis`, the columns; `compare`, that button.
bool draw_choices(Ui& ui, bool axis, bool compare) {
    if (!ImGui::BeginPopup(more_popup)) return false;
    if (axis) {
        ImGui::TextUnformatted("Columns");
        draw_axis(ui, ui.units(popup_units));
    }
    draw_counts(ui);
    ImGui::Separator();
    const bool asked = draw_other_run(ui);
    if (compare) draw_compare(ui, ui.units(popup_units));
    const bool two = ui.state.compared() != nullptr;
    const int together =
        choice(ui, "Two runs", "heatmap.together",
               {{"beside", "side by side", {}, "Both maps on one scale"},
                {"difference", "difference", two ? "" : "Compare with another run first",
                 "How much more or less than in the other run, step by step"}},
               ui.state.display.look.difference ? 1 : 0);
    if (together >= 0) ui.emit(command::Set{setting::look<&Look::difference>, together == 1});
    if (asked) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return asked;
}

/// Its columns, what its cells count, and which run is compared with the one that is shown.
class HeatmapControls : public ViewControls {
  public:
    explicit HeatmapControls(bool& trace_wanted) : trace_wanted_{trace_wanted} {}
    float units() const override {
        return axis_units + compare_units + more_units + 3 * heatmap_gap_units;
    }
    float least_units() const override { return more_units; }
    void draw(Ui& ui, CanvasPane& pane, float room) override;

  private:
    bool& trace_wanted_;
};

/// What "more" opens has those that find no room.
void HeatmapControls::draw(Ui& ui, CanvasPane& /*pane*/, float room) {
    const bool axis = room >= ui.units(axis_units + heatmap_gap_units + more_units);
    const bool compare =
        room >= ui.units(axis_units + compare_units + more_units + 2 * heatmap_gap_units);
    if (axis) {
        draw_axis(ui, ui.units(axis_units));
        ImGui::SameLine(0, ui.units(heatmap_gap_units));
    }
    if (compare) {
        draw_compare(ui, room - ui.units(axis_units + more_units + 2 * heatmap_gap_units));
        ImGui::SameLine(0, ui.units(heatmap_gap_units));
    }
    const Look& look = ui.state.display.look;
    const bool other =
        look.events != HeatEvents::both || look.measure != HeatMeasure::worst || look.difference;
    if (widgets::button(ui, "heatmap.more", "more", "What the cells count, and of which runs", true,
                        other)) {
        ImGui::OpenPopup(more_popup);
    }
    if (draw_choices(ui, !axis, !compare)) trace_wanted_ = true;
}

}  // namespace

std::unique_ptr<ViewControls> heatmap_controls(bool& trace_wanted) {
    return std::make_unique<HeatmapControls>(trace_wanted);
}

}  // namespace stridescope
