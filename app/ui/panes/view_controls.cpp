#include "app/ui/panes/view_controls.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string>
#include <vector>

#include "app/analysis/cone.h"
#include "app/analysis/grid.h"
#include "app/analysis/number_text.h"
#include "app/analysis/occupancy.h"
#include "app/export/tables.h"
#include "app/scene/scene_parts.h"
#include "app/session/presets.h"
#include "app/session/view_requests.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

class TreeControls : public ViewControls {
  public:
    float units() const override { return 56; }
    float least_units() const override { return 36; }
    void draw(Ui& ui, CanvasPane& pane, float room) override;

  private:
    void draw_element(Ui& ui);

    std::string typed_;
    std::string refused_;  ///< why what was typed is no element; empty: it is one
    bool typing_ = false;
};

void TreeControls::draw(Ui& ui, CanvasPane& /*pane*/, float room) {
    const bool hides = ui.state.display.look.hide_later;
    if (ui.state.trace() != nullptr && room >= ui.units(units())) {
        draw_element(ui);
        ImGui::SameLine(0, ui.units(1));
    }
    if (widgets::button(ui, "tree.later", hides ? "show what comes" : "hide what comes",
                        hides ? "Shows the steps that are still to come, too, faintly"
                              : "Leaves out the steps that are still to come, in all pictures",
                        true, hides)) {
        ui.emit(command::Set{setting::look<&Look::hide_later>, !hides});
    }
}

/// The element whose cone is shown instead of the tree.
void TreeControls::draw_element(Ui& ui) {
    if (!typing_) typed_ = ui.state.display.look.element;
    ImGui::SetNextItemWidth(ui.units(18));
    const bool entered = widgets::text_field(
        "##tree.element", "element", typed_,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    typing_ = ImGui::IsItemActive();
    const std::string tip = refused_.empty()
                                ? "What an element is made of: type its name, such as C[3][5], "
                                  "then Enter. Nothing: the tree, where there is one"
                                : refused_;
    if (!typing_) widgets::tooltip(ui, tip);
    widgets::note_control(ui, "tree.element",
                          {.role = ControlRole::field, .words = "Element", .value = typed_}, true,
                          refused_);
    if (!entered) return;
    refused_.clear();
    try {
        if (!typed_.empty()) parse_element(*ui.state.trace(), typed_);
    } catch (const UsageError& error) {
        refused_ = error.what();
        return;
    }
    ui.emit(command::Set{setting::look<&Look::element>, typed_});
}

/// A field for the number of the word to go to.
class MemoryControls : public ViewControls {
  public:
    float units() const override { return 27; }
    void draw(Ui& ui, CanvasPane& pane, float room) override;

  private:
    bool jump(const Ui& ui, CanvasPane& pane) const;

    std::array<char, 12> number_{};  ///< as it is typed
    bool failed_ = false;
};

void MemoryControls::draw(Ui& ui, CanvasPane& pane, float /*room*/) {
    ImGui::SetNextItemWidth(ui.units(25));
    const bool entered = ImGui::InputTextWithHint(
        "##memory.jump", "go to word", number_.data(), number_.size(),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal |
            ImGuiInputTextFlags_AutoSelectAll);
    const std::string failed = "No word has that number";
    widgets::tooltip(ui, failed_ ? failed : "Type a word's number, then Enter");
    widgets::note_control(
        ui, "memory.jump",
        {.role = ControlRole::field, .words = "Go to word", .value = number_.data()}, true,
        failed_ ? failed : "");
    if (entered) failed_ = !jump(ui, pane);
}

/// Shows the cell of that number; false where there is none.
bool MemoryControls::jump(const Ui& ui, CanvasPane& pane) const {
    std::int64_t number = -1;
    const auto [end, error] =
        std::from_chars(number_.data(), number_.data() + std::strlen(number_.data()), number);
    const Trace* trace = ui.state.trace();
    if (error != std::errc{} || *end != '\0' || trace == nullptr) return false;
    return number >= 0 && number < trace->words() && pane.show_word(static_cast<int>(number));
}

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

/// What rows stand together by, and of which GPU the occupancy is told.
class TimeControls : public ViewControls {
  public:
    float units() const override { return rows_units + gap_units + chip_units; }
    float least_units() const override { return chip_units; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float room) override {
        const Trace* trace = ui.state.trace();
        if (trace != nullptr && trace->times() != nullptr && room >= ui.units(units())) {
            draw_rows(ui);
            ImGui::SameLine(0, ui.units(gap_units));
            room -= ui.units(rows_units + gap_units);
        }
        draw_chip(ui, std::min(room, ui.units(chip_units)));
    }

  private:
    static constexpr float rows_units = 50, gap_units = 2, chip_units = 32;

    static void draw_rows(Ui& ui) {
        const int picked =
            widgets::combo(ui, "time.rows",
                           {{"block", "by block", {}, "Warps of one block stand together"},
                            {"multiprocessor",
                             "by multiprocessor",
                             {},
                             "Warps of one multiprocessor (SM) stand together"},
                            {"scheduler",
                             "by scheduler",
                             {},
                             "Warps of one of a multiprocessor's four schedulers stand together: "
                             "they take turns there"}},
                           static_cast<int>(ui.state.display.look.rows), ui.units(rows_units));
        if (picked >= 0)
            ui.emit(command::Set{setting::look<&Look::rows>, static_cast<TimeRows>(picked)});
    }

    static void draw_chip(Ui& ui, float width) {
        const Trace* trace = ui.state.trace();
        const Chip* own = trace != nullptr ? chip_of_device(trace->device()) : nullptr;
        const std::string& chosen = ui.state.display.look.chip;
        std::vector<widgets::Option> options;
        for (const Chip& chip : known_chips())
            options.push_back({std::string{chip.name},
                               std::string{chip.name},
                               {},
                               "What a multiprocessor of it has room for of these blocks"});
        const std::string_view now = !chosen.empty()  ? std::string_view{chosen}
                                     : own != nullptr ? own->name
                                                      : usual_chip;
        const auto names = chip_names();
        const auto at = std::ranges::find(names, now) - names.begin();
        const int picked = widgets::combo(ui, "time.chip", options, static_cast<int>(at), width);
        if (picked < 0) return;
        const std::string_view name = names[static_cast<std::size_t>(picked)];
        const bool usual = own != nullptr ? name == own->name : name == usual_chip;
        ui.emit(
            command::Set{setting::look<&Look::chip>, usual ? std::string{} : std::string{name}});
    }
};

class WorkControls : public ViewControls {
  public:
    float units() const override { return 44; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float /*room*/) override {
        const Trace* trace = ui.state.trace();
        if (widgets::button(ui, "work.csv", "copy CSV", "The table for a spreadsheet",
                            trace != nullptr)) {
            ImGui::SetClipboardText(to_csv(work_steps_table(*trace)).c_str());
        }
        ImGui::SameLine(0, ui.units(1));
        if (widgets::button(ui, "work.markdown", "Markdown", "The table as Markdown",
                            trace != nullptr)) {
            ImGui::SetClipboardText(to_markdown(work_table_with_totals(*trace)).c_str());
        }
    }
};

/// Widths: of three buttons, of all four, of the words beside them, and of the last button.
constexpr float least = 22.5F, buttons_units = 30.5F, words_units = 36, worst_units = 32,
                gap_units = 2;

/// The replay of a request's wavefronts, and back to each step's worst request.
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

/// Back to what costs most in each step: of the views that show one request of it, or one warp.
class WorstControls : public ViewControls {
  public:
    explicit WorstControls(View view) : view_{view} {}

    float units() const override { return 34; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float /*room*/) override {
        const std::string name = std::string{name_of(view_)} + ".worst";
        const char* label = view_ == View::divergence ? "worst warp"
                            : view_ == View::fragment ? "worst instruction"
                                                      : "worst request";
        if (widgets::button(ui, name, label, tip(), true, shows_worst(ui.state))) {
            ui.emit(command::MoveRequest{RequestMove::worst, view_});
        }
    }

  private:
    const char* tip() const {
        if (view_ == View::fragment)
            return "Shows of each step the instruction with the most excess wavefronts (W); ↑ and "
                   "↓ walk through them, with Shift through the warps";
        return view_ == View::divergence
                   ? "Shows the warp that wastes the most lane slots in each "
                     "step (W); ↑ and ↓ walk through "
                     "them by what they waste, with Shift in order"
                   : "Shows the request of each step with the worst coalescing "
                     "(W); ↑ and ↓ walk through the requests, "
                     "with Shift through the warps";
    }
    bool shows_worst(const AppState& state) const {
        const Look& look = state.display.look;
        if (view_ == View::global) return !look.global_request;
        if (view_ == View::fragment) return !look.request;
        return !look.warp;
    }

    View view_;
};

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

std::unique_ptr<ViewControls> heatmap_controls(bool& trace_wanted) {
    return std::make_unique<HeatmapControls>(trace_wanted);
}

}  // namespace

std::unique_ptr<ViewControls> make_controls(View view, bool& trace_wanted) {
    switch (view) {
        case View::tree: return std::make_unique<TreeControls>();
        case View::memory: return std::make_unique<MemoryControls>();
        case View::heatmap: return heatmap_controls(trace_wanted);
        case View::banks: return std::make_unique<BanksControls>();
        case View::work: return std::make_unique<WorkControls>();
        case View::grid: return std::make_unique<GridControls>();
        case View::global: return std::make_unique<WorstControls>(View::global);
        case View::divergence: return std::make_unique<WorstControls>(View::divergence);
        case View::fragment: return std::make_unique<WorstControls>(View::fragment);
        case View::time: return std::make_unique<TimeControls>();
        case View::source: break;
    }
    return nullptr;
}

}  // namespace stridescope
