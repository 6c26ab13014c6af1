#include "app/ui/panes/panes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/grid.h"
#include "app/export/csv_tables.h"
#include "app/session/lights.h"
#include "app/session/wording.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panes/heatmap_controls.h"

namespace stridescope {
namespace {

using widgets::Icon;

constexpr float least_pane_units = 30;
/// Half of a pane that is narrower shows nothing that can be read.
constexpr float least_half_units = 64;
/// Two runs in panes that are lower together have room for one picture of each.
constexpr float least_rows_units = 75;
constexpr float four_turns_units = 57, five_turns_units = 69, copy_units = 36, grid_units = 44,
                grid_words_units = 30;

/// The grid's picture is offered where it has something to show.
bool offers_grid(const AppState& state) {
    const bool any = state.trace() != nullptr && !state.trace()->grid_events().empty();
    return any || state.panes.turn == View::grid;
}

/// Room for the choice among the pictures that take turns, on the spacing grid.
float turns_units(const AppState& state) {
    return offers_grid(state) ? five_turns_units : four_turns_units;
}

template <std::size_t... I>
std::array<CanvasPane, view_count> make_panes(CanvasResources& resources, Side side,
                                              std::index_sequence<I...> /*views*/) {
    return {CanvasPane{all_views[I], side, resources}...};
}

/// Where the bar of that name stands: where it was put, else where it stands ordinarily.
float share_of(const AppState& state, const char* name, float ordinary) {
    const auto found = state.layout.find(name);
    return found != state.layout.end() ? found->second : ordinary;
}

}  // namespace

Panes::Panes(CanvasResources& resources)
    : panes_(make_panes(resources, Side::own, std::make_index_sequence<view_count>{})),
      others_(make_panes(resources, Side::other, std::make_index_sequence<view_count>{})) {}

void Panes::fit_all() {
    for (CanvasPane& each : panes_) each.fit();
    for (CanvasPane& each : others_) each.fit();
}

void Panes::fit_hovered() {
    for (AllPanes* each : {&panes_, &others_}) {
        const auto hovered = std::ranges::find_if(*each, &CanvasPane::hovered);
        if (hovered != each->end()) return hovered->fit();
    }
    fit_all();
}

void Panes::zoom(const AppState& state, int turns) {
    const auto view = static_cast<std::size_t>(looked_at(state));
    for (AllPanes* each : {&panes_, &others_}) (*each)[view].zoom(turns);
}

void Panes::pan(const AppState& state, float across, float down) {
    const auto view = static_cast<std::size_t>(looked_at(state));
    for (AllPanes* each : {&panes_, &others_}) (*each)[view].pan(across / 10, down / 10);
}

View Panes::looked_at(const AppState& state) const {
    if (state.enlarged) return *state.enlarged;
    for (std::size_t view = 0; view < view_count; ++view) {
        if (panes_[view].hovered() && state.sees(static_cast<View>(view))) {
            return static_cast<View>(view);
        }
    }
    return state.panes.turn;
}

std::optional<SeenPanes> Panes::seen(const AppState& state, View view) const {
    const auto index = static_cast<std::size_t>(view);
    if (!drawn_[index]) return std::nullopt;
    const auto own = panes_[index].sight();
    if (!own) return std::nullopt;
    SeenPanes seen{.own = *own};
    if (has_two_pictures(state, view)) seen.beside = others_[index].sight();
    if (seen.beside == seen.own) seen.beside.reset();
    return seen;
}

void Panes::draw(Ui& ui, ImVec2 at, ImVec2 size) {
    update_lit(ui);
    drawn_.fill(false);
    draw_panes(ui, at, size);
    tell_pointed(ui);
}

void Panes::Lit::update(const LitKey& wanted, const Trace* trace) {
    if (key == wanted) return;
    key = wanted;
    related = nullptr;
    if (!key.selection.any() || trace == nullptr || !exists_in(*trace, key.selection)) return;
    related = std::make_shared<const Related>(
        stridescope::related(*trace, key.block, key.step, key.selection));
}

/// What is under the pointer is lit everywhere, else what lit_of tells; in the other run's pictures
/// too, where it has such a thing.
void Panes::update_lit(const Ui& ui) {
    const AppState& state = ui.state;
    const Selection selection = state.pointed.any() ? state.pointed : lit_of(state);
    lit_.update({selection, state.recordings, state.block, state.playback.step()}, state.trace());
    for (CanvasPane& each : panes_) each.light(lit_.related);
    const ShownPair* pair = state.pair();
    if (pair == nullptr) return;
    const Selection beside = state.pointed.any() ? state.pointed : lit_of_other(state);
    const bool another_text =
        beside.of_text() && !pair->same_text && (beside == state.selection || state.pointed.any());
    other_lit_.update({another_text ? Selection{} : beside, pair->number, state.other_block(),
                       state.other_step()},
                      pair->right.get());
    for (CanvasPane& each : others_) each.light(other_lit_.related);
}

const std::set<int>& Panes::lit_steps() const {
    static const std::set<int> none;
    return lit_.related ? lit_.related->steps : none;
}

std::vector<Box> Panes::lit_on_screen(const AppState& state) const {
    std::vector<Box> all;
    for (const View view : all_views) {
        if (!state.sees(view)) continue;
        for (const AllPanes* each : {&panes_, &others_}) {
            const std::vector<Box>& lit = (*each)[static_cast<std::size_t>(view)].lit_on_screen();
            all.insert(all.end(), lit.begin(), lit.end());
        }
    }
    return all;
}

void Panes::tell_pointed(Ui& ui) const {
    Selection pointed;
    for (std::size_t view = 0; view < view_count; ++view) {
        if (!ui.state.sees(static_cast<View>(view))) continue;
        for (const AllPanes* each : {&panes_, &others_}) {
            if ((*each)[view].pointed().any()) pointed = (*each)[view].pointed();
        }
    }
    if (pointed != ui.state.pointed) ui.emit(command::PointAt{pointed});
}

/// Where two pictures side by side have no room in the shared memory's pane, the pane beside it
/// takes it: the key 2 shows the memory alone.
bool Panes::hides_memory(const Ui& ui, float width) {
    const float half = (width - ui.units(1)) / 2;
    return ui.state.pair() != nullptr && half < ui.units(least_half_units);
}

void Panes::draw_panes(Ui& ui, ImVec2 at, ImVec2 size) {
    if (ui.state.pair() == nullptr) {
        for (CanvasPane& each : others_) each.leave();
    }
    const float gap = ui.units(1.5F), least = ui.units(least_pane_units);
    const bool low = ui.state.pair() != nullptr && size.y < ui.units(least_rows_units);
    if (ui.state.enlarged || low) {
        const View alone = ui.state.enlarged.value_or(View::tree);
        for (AllPanes* each : {&panes_, &others_}) {
            for (const View view : all_views) {
                if (view != alone) (*each)[static_cast<std::size_t>(view)].leave();
            }
        }
        Places places;
        places.fill({at, size});
        update_scenes(ui, places, false);
        draw_pane(ui, alone, places[0]);
        return;
    }
    float tree_share = share_of(ui.state, "tree", 0.57F);
    float memory_share = share_of(ui.state, "memory", 0.42F);
    const float upper = std::floor((size.y - gap) * tree_share);
    const float lower = size.y - gap - upper;
    const float left = std::floor((size.x - gap) * memory_share);
    const float lower_top = at.y + upper + gap;
    const bool no_memory = hides_memory(ui, left);
    Places places;
    places.fill(no_memory ? Place{{at.x, lower_top}, {size.x, lower}}
                          : Place{{at.x + left + gap, lower_top}, {size.x - left - gap, lower}});
    places[static_cast<std::size_t>(View::tree)] = {at, {size.x, upper}};
    places[static_cast<std::size_t>(View::memory)] = {{at.x, lower_top}, {left, lower}};
    update_scenes(ui, places, no_memory);
    for (const View view : all_views) {
        if (no_memory && view == View::memory) {
            pane(view).leave();
            others_[static_cast<std::size_t>(view)].leave();
        } else if (ui.state.sees(view)) {
            draw_pane(ui, view, places[static_cast<std::size_t>(view)]);
        }
    }
    if (widgets::splitter(ui, "splitter.tree", false, {at.x, at.y + upper}, size.x, gap,
                          size.y - gap, least, tree_share)) {
        ui.emit(command::SetLayout{"tree", tree_share});
    }
    if (no_memory) return;
    if (widgets::splitter(ui, "splitter.memory", true, {at.x + left, lower_top}, lower, gap,
                          size.x - gap, least, memory_share)) {
        ui.emit(command::SetLayout{"memory", memory_share});
    }
}

void Panes::draw_pane(Ui& ui, View view, const Place& place) {
    drawn_[static_cast<std::size_t>(view)] = true;
    const float turns = turns_units(ui.state);
    float units = 0;
    switch (view) {
        case View::tree: units = 26; break;
        case View::memory: units = 27; break;
        case View::heatmap: units = turns + heatmap_controls_units; break;
        case View::banks: units = turns + 20; break;
        case View::work: units = turns + copy_units; break;
        case View::grid: units = turns + grid_units + grid_words_units; break;
        case View::source: units = turns; break;
    }
    CanvasPane* other = other_pane(ui.state, view);
    if (view == View::memory) pane(view).rename(std::string{memory_title(ui.state.trace())});
    if (units == 0) {
        pane(view).draw(ui, place.at, place.size, {}, 0, other);
    } else {
        pane(view).draw(
            ui, place.at, place.size,
            [this, view](Ui& inner, float room) { draw_controls(inner, view, room); },
            ui.units(units), other);
    }
    take_double_click(ui, view, place);
}

/// Twice on the title bar, beside its buttons: this pane alone, or back to all.
void Panes::take_double_click(Ui& ui, View view, const Place& place) {
    const ImVec2 low = place.at;
    const ImVec2 high{low.x + place.size.x, low.y + ui.row_height() + ui.units(2)};
    widgets::note_box(ui, std::string{name_of(view)} + ".title", low, high);
    if (!ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) return;
    if (!ImGui::IsMouseHoveringRect(low, high) || ImGui::IsAnyItemHovered()) return;
    // Not through a dialog or a message in front.
    if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows)) return;
    ui.emit(command::ToggleEnlarged{view});
}

void Panes::draw_controls(Ui& ui, View view, float room) {
    if (view == View::tree) {
        if (room >= ui.units(26)) draw_tree_controls(ui);
        return;
    }
    if (view == View::memory) {
        if (room >= ui.units(27)) draw_memory_controls(ui);
        return;
    }
    const float turns = std::min(ui.units(turns_units(ui.state)), room);
    draw_turns(ui, view, turns);
    if (view == View::banks && room >= turns + ui.units(20)) {
        ImGui::SameLine(0, ui.units(2));
        if (widgets::button(ui, "banks.worst", "worst",
                            "Each step's worst request (W); ↑ and ↓ walk through the requests, "
                            "with Shift through the warps",
                            true, !ui.state.panes.request)) {
            ui.emit(command::MoveRequest{RequestMove::worst});
        }
    }
    if (view == View::grid && room >= turns + ui.units(grid_units)) {
        ImGui::SameLine(0, ui.units(2));
        draw_grid_controls(ui, room - turns - ui.units(2));
    }
    if (view == View::work && room >= turns + ui.units(copy_units)) {
        ImGui::SameLine(0, ui.units(2));
        draw_work_controls(ui);
    }
    if (view != View::heatmap || room < turns + ui.units(least_heatmap_controls_units)) return;
    ImGui::SameLine(0, ui.units(2));
    if (draw_heatmap_controls(ui, room - turns - ui.units(2))) trace_wanted_ = true;
}

/// Which of the pictures that take turns is seen.
void Panes::draw_turns(Ui& ui, View view, float room) {
    std::vector<widgets::Option> options{
        {"heatmap", "Conflicts", {}, "All steps at once: which bank or warp had conflicts (3)"},
        {"banks", "Banks", {}, "One request of this step: which lane wants which bank (4)"},
        {"work", "Work", {}, "What every step cost, counted, beside the closed forms (5)"},
        {"source", "Source", {}, "The kernel's text, and what each of its lines cost (7)"}};
    std::vector<View> views{View::heatmap, View::banks, View::work, View::source};
    if (offers_grid(ui.state)) {
        options.push_back({"grid",
                           "Grid",
                           {},
                           "The blocks beside one another, and what they tell one another (6)"});
        views.push_back(View::grid);
    }
    const auto now = std::ranges::find(views, view) - views.begin();
    // Where their names would be cut, they stand in a list.
    float names = 0;
    for (const widgets::Option& option : options) {
        names += ImGui::CalcTextSize(option.label.c_str()).x + ui.units(1);
    }
    const int at = static_cast<int>(now);
    const int picked = names <= room ? widgets::segmented(ui, "turn", options, at, room)
                                     : widgets::combo(ui, "turn", options, at, room);
    if (picked < 0) return;
    const View turn = views[static_cast<std::size_t>(picked)];
    PaneSettings panes = ui.state.panes;
    panes.turn = turn;
    ui.emit(command::SetPanes{panes});
    if (ui.state.enlarged && *ui.state.enlarged != turn) ui.emit(command::ToggleEnlarged{turn});
}

void Panes::draw_tree_controls(Ui& ui) {
    PaneSettings panes = ui.state.panes;
    if (widgets::button(ui, "tree.later", "later steps",
                        panes.hide_later ? "Show the steps that are still to come, faintly"
                                         : "Leave out the steps that are still to come",
                        true, !panes.hide_later)) {
        panes.hide_later = !panes.hide_later;
        ui.emit(command::SetPanes{panes});
    }
}

/// A field for the number of what to go to: a word, or where the section lives elsewhere a thread
/// (its first register) or an element of the output, as the picture numbers them.
void Panes::draw_memory_controls(Ui& ui) {
    const Trace* trace = ui.state.trace();
    const Storage storage = trace == nullptr ? Storage::shared : trace->storage();
    const std::string what = storage == Storage::shared      ? "word"
                             : storage == Storage::registers ? "thread"
                                                             : "element";
    const std::string hint = "go to " + what;
    ImGui::SetNextItemWidth(ui.units(25));
    const bool entered = ImGui::InputTextWithHint(
        "##memory.jump", hint.c_str(), jump_.data(), jump_.size(),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal |
            ImGuiInputTextFlags_AutoSelectAll);
    const std::string failed = fmt::format("There is no such {} in the picture", what);
    widgets::tooltip(ui, jump_failed_ ? failed
                                      : fmt::format("Type {} {}'s number, then Enter",
                                                    storage == Storage::output ? "an" : "a", what));
    widgets::note_control(ui, "memory.jump", true, jump_failed_ ? failed : "");
    if (!entered) return;
    std::int64_t number = -1;
    const auto [end, error] =
        std::from_chars(jump_.data(), jump_.data() + std::strlen(jump_.data()), number);
    jump_failed_ = error != std::errc{} || *end != '\0' || trace == nullptr;
    if (jump_failed_) return;
    if (storage == Storage::registers && number >= trace->threads()) number = -1;
    if (storage == Storage::output) number -= trace->first_element(ui.state.block);
    if (storage != Storage::shared && number >= 0) number += trace->words();
    jump_failed_ = number < 0 || number >= trace->cells() ||
                   !pane(View::memory).show_word(static_cast<int>(number));
}

void Panes::draw_work_controls(Ui& ui) {
    const Trace* trace = ui.state.trace();
    if (widgets::button(ui, "work.csv", "copy CSV", "The table for a spreadsheet",
                        trace != nullptr)) {
        ImGui::SetClipboardText(work_csv(*trace).c_str());
    }
    ImGui::SameLine(0, ui.units(1));
    if (widgets::button(ui, "work.markdown", "Markdown", "The table for a text, as Markdown",
                        trace != nullptr)) {
        ImGui::SetClipboardText(work_markdown(*trace).c_str());
    }
}

/// Its own cursor, over the events between blocks.
void Panes::draw_grid_controls(Ui& ui, float room) {
    const GridCursor& cursor = ui.state.grid;
    const bool any = cursor.count() > 0;
    const float gap = ui.units(0.5F);
    const auto move = [&](const char* name, Icon icon, const char* tip, command::MoveGrid::To to) {
        if (widgets::icon_button(ui, name, icon, tip, any)) ui.emit(command::MoveGrid{to});
        ImGui::SameLine(0, gap);
    };
    using To = command::MoveGrid::To;
    move("grid.first", Icon::first, "Before the first event (Shift+[ goes by ticks)", To::first);
    move("grid.back", Icon::back, "One event back ([)", To::back);
    if (widgets::icon_button(ui, "grid.play", cursor.playing() ? Icon::pause : Icon::play,
                             cursor.playing() ? "Pause (P)" : "Play, tick by tick (P)", any,
                             cursor.playing())) {
        ui.emit(command::MoveGrid{To::play});
    }
    ImGui::SameLine(0, gap);
    move("grid.forward", Icon::forward, "One event on (])", To::forward);
    move("grid.last", Icon::last, "After the last event (Shift+] goes by ticks)", To::last);
    if (!any || room < ui.units(grid_units + grid_words_units)) {
        ImGui::NewLine();
        return;
    }
    const std::size_t at = cursor.events();
    const std::string words =
        at == 0
            ? fmt::format("before {} events",
                          with_commas(static_cast<std::int64_t>(cursor.count())))
            : fmt::format("{} of {}: {}", with_commas(static_cast<std::int64_t>(at)),
                          with_commas(static_cast<std::int64_t>(cursor.count())),
                          event_text(*ui.state.trace(), ui.state.trace()->grid_events()[at - 1]));
    ImGui::SameLine(0, ui.units(2));
    ImGui::AlignTextToFramePadding();
    widgets::fitted_text(ui, words, ui.fonts.regular, ui.colors.text, room - ui.units(grid_units));
    widgets::note_item(ui, "grid.event");
}

}  // namespace stridescope
