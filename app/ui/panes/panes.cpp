#include "app/ui/panes/panes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/io/background.h"
#include "app/session/run_text.h"
#include "app/session/view_requests.h"
#include "app/session/workers.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr float least_pane_units = 30;
/// Half of a pane that is narrower shows nothing that can be read.
constexpr float least_half_units = 64;
/// Two runs in panes that are lower together have room for one picture of each.
constexpr float least_rows_units = 75;
constexpr float least_editor_units = 50;
/// In less, lines of a text and a picture beside it are cut to where neither is read.
constexpr float least_beside_units = 110;
/// A narrower pane of shared memory shows nothing that can be read.
constexpr float least_memory_units = 36;

std::string why_not_now(const AppState& state, View view) {
    const Trace* trace = state.trace();
    return trace == nullptr || is_worth_seeing(view, *trace) ? std::string{}
                                                             : why_not(view, *trace);
}

/// Which of the views that take turns stand side by side, and which are left for a list.
struct TurnChoice {
    std::vector<View> shown, listed;
    float shown_width = 0;
};

/// The arrow of the list, and what parts it from the rest.
float list_width(const Ui& ui) {
    return ImGui::GetFrameHeight() + ui.units(0.5F);
}

/// All of them, those that have nothing to show too, where there is room for their names; else, of
/// those that have something to show, as many as fit into `room`, but the one that is seen always.
TurnChoice choice_of_turns(const Ui& ui, View now, float room) {
    std::vector<View> all;
    for (const View view : all_views) {
        // What stands beside the others takes no turn among them.
        if (view == View::source && ui.state.docks_source()) continue;
        const bool left_out =
            facts_of(view).of_few && view != now && !why_not_now(ui.state, view).empty();
        if (facts_of(view).takes_turns && !left_out) all.push_back(view);
    }
    const auto width_of = [&](View view) {
        return widgets::segment_width(ui, facts_of(view).title);
    };
    const auto width_of_all = [&] {
        float width = 0;
        for (const View view : all) width += width_of(view);
        return width;
    };
    TurnChoice choice;
    if (const float width = width_of_all(); width <= room) {
        choice.shown = std::move(all);
        choice.shown_width = width;
        return choice;
    }
    const float list = list_width(ui);
    choice.shown_width = width_of(now);
    for (const View view : all) {
        if (view == now) {
            choice.shown.push_back(view);
            continue;
        }
        const float width = width_of(view);
        const bool fits = choice.shown_width + width + list <= room;
        if (fits && why_not_now(ui.state, view).empty()) {
            choice.shown.push_back(view);
            choice.shown_width += width;
        } else {
            choice.listed.push_back(view);
        }
    }
    return choice;
}

template <std::size_t... I>
std::array<CanvasPane, view_count> make_panes(CanvasResources& resources, Side side,
                                              std::index_sequence<I...> /*views*/) {
    return {CanvasPane{all_views[I], side, resources}...};
}

/// Where the bar of that name stands: where it was put, else where it stands ordinarily.
float share_of(const AppState& state, const char* name, float ordinary) {
    const auto found = state.preferences.layout.find(name);
    return found != state.preferences.layout.end() ? found->second : ordinary;
}

}  // namespace

Panes::Panes(CanvasResources& resources)
    : panes_(make_panes(resources, Side::own, std::make_index_sequence<view_count>{})),
      others_(make_panes(resources, Side::other, std::make_index_sequence<view_count>{})),
      ladder_(resources) {
    for (const View view : all_views) {
        controls_[static_cast<std::size_t>(view)] = make_controls(view, trace_wanted_);
    }
}

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
    if (const auto alone = state.display.alone()) return *alone;
    for (std::size_t view = 0; view < view_count; ++view) {
        if (panes_[view].hovered() && state.sees(static_cast<View>(view))) {
            return static_cast<View>(view);
        }
    }
    return state.turn();
}

std::optional<SeenPanes> Panes::seen(const AppState& state, View view) const {
    const auto index = static_cast<std::size_t>(view);
    if (!drawn_[index] || (view == View::source && shows_editor(state))) return std::nullopt;
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
    unfinished_ = false;
    if (ui.state.ladder.open) {
        for (AllPanes* each : {&panes_, &others_}) {
            for (CanvasPane& pane : *each) pane.leave();
        }
        editor_.leave();
        return ladder_.draw(ui, at, size);
    }
    if (!shows_editor(ui.state) || !ui.state.sees(View::source)) editor_.leave();
    stacked_ = ui.state.docks_source() && size.x < ui.units(least_beside_units);
    if (ui.state.docks_source()) draw_editor(ui, at, size);
    draw_panes(ui, at, size);
    report_pointed(ui);
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
    const Selection selection = state.display.pointed.any() ? state.display.pointed : lit_of(state);
    lit_.update({selection, state.runs.recordings, state.block, state.playback.step()},
                state.trace());
    for (CanvasPane& each : panes_) each.light(lit_.related);
    editor_.light(lit_.related);
    const ShownPair* pair = state.pair();
    if (pair == nullptr) return;
    const Selection beside =
        state.display.pointed.any() ? state.display.pointed : lit_of_other(state);
    const bool another_text =
        beside.of_text() && !pair->same_text &&
        (beside == state.display.look.selection || state.display.pointed.any());
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

void Panes::report_pointed(Ui& ui) const {
    Selection pointed;
    for (std::size_t view = 0; view < view_count; ++view) {
        if (!ui.state.sees(static_cast<View>(view))) continue;
        for (const AllPanes* each : {&panes_, &others_}) {
            if ((*each)[view].pointed().any()) pointed = (*each)[view].pointed();
        }
    }
    if (editor_.pointed().any()) pointed = editor_.pointed();
    if (pointed != ui.state.display.pointed) ui.emit(command::PointAt{pointed});
}

/// Where its picture, or two of them side by side, have no room in the shared memory's pane, the
/// pane beside it takes it: the key 2 shows the memory alone.
bool Panes::hides_memory(const Ui& ui, float width) {
    const float half = (width - ui.units(1)) / 2;
    if (ui.state.pair() != nullptr) return half < ui.units(least_half_units);
    return width < ui.units(least_memory_units);
}

void Panes::draw_panes(Ui& ui, ImVec2 at, ImVec2 size) {
    if (ui.state.pair() == nullptr) {
        for (CanvasPane& each : others_) each.leave();
    }
    const float gap = ui.units(1.5F), least = ui.units(least_pane_units);
    const bool few = ui.state.pair() != nullptr || stacked_;
    const bool low = few && size.y < ui.units(least_rows_units);
    if (ui.state.display.alone() || low) {
        const View alone = ui.state.display.alone().value_or(View::tree);
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
        const bool docked = view == View::source && ui.state.docks_source();
        if (no_memory && view == View::memory) {
            pane(view).leave();
            others_[static_cast<std::size_t>(view)].leave();
        } else if (!docked && ui.state.sees(view)) {
            draw_pane(ui, view, places[static_cast<std::size_t>(view)]);
        }
    }
    if (widgets::splitter(ui, "splitter.tree", false, {at.x, at.y + upper}, size.x, gap,
                          size.y - gap, least, tree_share)) {
        ui.emit(command::Set{setting::share, {"tree", tree_share}});
    }
    if (no_memory) return;
    if (widgets::splitter(ui, "splitter.memory", true, {at.x + left, lower_top}, lower, gap,
                          size.x - gap, least, memory_share)) {
        ui.emit(command::Set{setting::share, {"memory", memory_share}});
    }
}

void Panes::draw_pane(Ui& ui, View view, const Place& place) {
    drawn_[static_cast<std::size_t>(view)] = true;
    const ViewControls* controls = controls_[static_cast<std::size_t>(view)].get();
    const float units = controls != nullptr ? controls->units() : 0;
    CanvasPane* other = other_pane(ui.state, view);
    if (ui.state.lesson.hides(view)) {
        draw_hidden(ui, view, place);
        return;
    }
    if (view == View::source && shows_editor(ui.state)) {
        const bool docked = ui.state.docks_source();
        pane(view).rename(docked ? document_title(ui.state) : std::string{});
        pane(view).draw(
            ui, place.at, place.size,
            [this, view](Ui& inner, float room) { draw_controls(inner, view, room); },
            EditorPane::controls_width(ui), other,
            [this](Ui& inner, ImVec2 at, ImVec2 size) { editor_.draw(inner, at, size); });
        take_double_click(ui, view, place);
        return;
    }
    if (view == View::source) pane(view).rename({});
    if (controls == nullptr && !facts_of(view).takes_turns) {
        pane(view).draw(ui, place.at, place.size, {}, 0, other);
    } else {
        pane(view).draw(
            ui, place.at, place.size,
            [this, view](Ui& inner, float room) { draw_controls(inner, view, room); },
            ui.units(units), other);
    }
    take_double_click(ui, view, place);
}

/// What would answer a lesson's question: its place only, until it is answered.
void Panes::draw_hidden(Ui& ui, View view, const Place& place) {
    const auto plate = [](Ui& inner, ImVec2 at, ImVec2 size) {
        const char* words = "Hidden until you have answered";
        const ImVec2 wide = ImGui::CalcTextSize(words);
        ImGui::SetCursorScreenPos(
            {std::floor(at.x + (size.x - wide.x) / 2), std::floor(at.y + (size.y - wide.y) / 2)});
        widgets::text(words, inner.fonts.regular, inner.colors.faint);
    };
    pane(view).leave();
    others_[static_cast<std::size_t>(view)].leave();
    pane(view).draw(ui, place.at, place.size, {}, 0, nullptr, plate);
    widgets::note_box(ui, std::string{name_of(view)} + ".hidden", place.at,
                      {place.at.x + place.size.x, place.at.y + place.size.y});
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

/// The text that is edited, left of the pictures or above them, which keep what it leaves of the
/// room.
void Panes::draw_editor(Ui& ui, ImVec2& at, ImVec2& size) {
    const float gap = ui.units(1.5F), least = ui.units(least_editor_units);
    if (stacked_) {
        const float high = std::floor((size.y - gap) * 0.55F);
        draw_pane(ui, View::source, {at, {size.x, high}});
        at.y += high + gap;
        size.y -= high + gap;
        return;
    }
    float share = share_of(ui.state, "editor", 0.47F);
    share = std::clamp(share, std::min(least / size.x, 0.5F), std::max(1 - least / size.x, 0.5F));
    const float wide = std::floor((size.x - gap) * share);
    draw_pane(ui, View::source, {at, {wide, size.y}});
    if (widgets::splitter(ui, "splitter.editor", true, {at.x + wide, at.y}, size.y, gap,
                          size.x - gap, least, share)) {
        ui.emit(command::Set{setting::share, {"editor", share}});
    }
    at.x += wide + gap;
    size.x -= wide + gap;
}

void Panes::draw_controls(Ui& ui, View view, float room) {
    if (view == View::source && ui.state.docks_source()) return editor_.draw_controls(ui, room);
    ViewControls* controls = controls_[static_cast<std::size_t>(view)].get();
    float turns = 0, gap = 0;
    // In a narrow window tabs above all say what is seen.
    if (facts_of(view).takes_turns && !ui.state.is_narrow()) {
        gap = ui.units(2);
        const bool editor = view == View::source && shows_editor(ui.state);
        const float of_editor = editor ? gap + EditorPane::controls_width(ui) : 0;
        const float whole = controls != nullptr ? gap + ui.units(controls->units()) : of_editor;
        turns = draw_turns(ui, view, room - whole, room);
    }
    if (view == View::source && shows_editor(ui.state)) {
        if (gap > 0) ImGui::SameLine(0, gap);
        return editor_.draw_controls(ui, room - turns - gap);
    }
    if (controls == nullptr || room < turns + gap + ui.units(controls->least_units())) return;
    if (gap > 0) ImGui::SameLine(0, gap);
    controls->draw(ui, pane(view), room - turns - gap);
}

/// The choice among the pictures that take turns, in `room`, or, where that is not enough, the one
/// that is seen and a list of the others; where even these have no room in `whole`, a list of all.
/// Returns how wide it became.
float Panes::draw_turns(Ui& ui, View view, float room, float whole) {
    TurnChoice choice = choice_of_turns(ui, view, room);
    const bool narrow = !choice.listed.empty() && choice.shown_width + list_width(ui) > whole;
    if (narrow) {
        choice.listed.insert(choice.listed.begin(), choice.shown.begin(), choice.shown.end());
        std::ranges::sort(choice.listed);
        choice.shown.clear();
    }
    const auto option = [&](View each) {
        const ViewFacts facts = facts_of(each);
        return widgets::Option{std::string{name_of(each)}, std::string{facts.title},
                               each == view ? std::string{} : why_not_now(ui.state, each),
                               fmt::format("{} ({})", facts.tip, static_cast<int>(each) + 1)};
    };
    std::vector<widgets::Option> shown, listed;
    std::ranges::transform(choice.shown, std::back_inserter(shown), option);
    std::ranges::transform(choice.listed, std::back_inserter(listed), option);
    const auto now = std::ranges::find(choice.shown, view) - choice.shown.begin();
    std::optional<View> turn;
    if (narrow) {
        const auto now = std::ranges::find(choice.listed, view) - choice.listed.begin();
        const float width = std::max(whole, ImGui::GetFrameHeight());
        const int picked = widgets::combo(ui, "turn.more", listed, static_cast<int>(now), width);
        if (picked >= 0) take_turn(ui, choice.listed[static_cast<std::size_t>(picked)]);
        return width;
    }
    const int pressed =
        widgets::segmented(ui, "turn", shown, static_cast<int>(now), choice.shown_width);
    if (pressed >= 0) turn = choice.shown[static_cast<std::size_t>(pressed)];
    float width = choice.shown_width;
    if (!listed.empty()) {
        ImGui::SameLine(0, ui.units(0.5F));
        const int picked = widgets::more(ui, "turn.more", listed, "More views");
        if (picked >= 0) turn = choice.listed[static_cast<std::size_t>(picked)];
        width += list_width(ui);
    }
    if (turn) take_turn(ui, *turn);
    return width;
}

void Panes::take_turn(Ui& ui, View turn) {
    ui.emit(command::Set{setting::look<&Look::view>, turn});
    if (ui.state.display.look.alone && *ui.state.display.look.alone != turn)
        ui.emit(command::ToggleEnlarged{turn});
}

// The scenes of the panes: which of them have to be made anew.

CanvasPane* Panes::other_pane(const AppState& state, View view) {
    return has_two_pictures(state, view) ? &pane(view, Side::other) : nullptr;
}

/// Pictures of another run, where nobody else can make them meanwhile: for a while in each frame,
/// until all are there. False: the ones before stay.
bool Panes::make_in_turns(std::vector<Job>& jobs) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds patience{12};
    const Clock::time_point begin = Clock::now();
    std::vector<Made> before = std::exchange(made_, {});
    bool done = true;
    for (Job& job : jobs) {
        const auto same = std::ranges::find_if(before, [&job](const Made& made) {
            return made.job.pane == job.pane && made.job.request == job.request;
        });
        if (same != before.end()) {
            made_.push_back(std::move(*same));
            continue;
        }
        do {
            done = Clock::now() < begin + patience;
        } while (done && !job.pane->prepare(job.request));
        if (!done || Clock::now() > begin + patience) return false;
        Scene scene = job.pane->make(job.request);
        made_.push_back({std::move(job), std::move(scene)});
    }
    for (Made& made : made_)
        made.job.pane->take(std::move(made.job.request), std::move(made.scene));
    made_.clear();
    return true;
}

/// Makes the scenes that have changed; several large ones side by side.
void Panes::update_scenes(const Ui& ui, const Places& places, bool no_memory) {
    const AppState& state = ui.state;
    let_go(state);
    std::vector<Job> jobs;
    bool large = false;
    for (const Side side : {Side::own, Side::other}) {
        const auto run = run_of(state, side);
        if (run == nullptr) break;
        constexpr int large_section = 1024;
        large = large || run->section() >= large_section;
        for (const View view : all_views) {
            if (!state.sees(view) || (no_memory && view == View::memory)) continue;
            const bool two = has_two_pictures(state, view);
            if (side == Side::other && !two) continue;
            // In the place of this one stands the text that is edited.
            if (side == Side::own && view == View::source && shows_editor(state)) continue;
            CanvasPane& shown = pane(view, side);
            const Room room = shown.room(ui, places[static_cast<std::size_t>(view)].size, two);
            ViewRequest request = request_of(state, view, side, ui.palette, room);
            if (shown.wants(request)) jobs.push_back({&shown, std::move(request)});
        }
    }
    const bool another = std::ranges::any_of(
        jobs, [](const Job& job) { return !job.pane->shows(job.request.trace.get()); });
    if (another && workers() != nullptr) {
        unfinished_ = !make_in_turns(jobs);
        return;
    }
    made_.clear();
    // Scenes are pure functions of their requests: they can be made at the same time.
    large = large && std::thread::hardware_concurrency() > 1;
    std::vector<Errand<Scene>> scenes;
    for (Job& job : jobs) {
        const On on = large && &job != &jobs.front() ? On::own_thread : On::this_thread;
        scenes.emplace_back(on, [&job] { return job.pane->make(job.request); });
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        Scene scene = scenes[i].get();  // before its request goes
        jobs[i].pane->take(std::move(jobs[i].request), std::move(scene));
    }
}

/// A picture that is not seen keeps no run alive that is gone.
void Panes::let_go(const AppState& state) {
    std::vector<const Trace*> runs{state.trace(), state.comparison.held.trace.get(),
                                   run_of(state, Side::other).get()};
    if (state.runs.shown) runs.push_back(state.runs.shown->unpadded.get());
    for (const View view : all_views) {
        for (const Side side : {Side::own, Side::other}) pane(view, side).let_go_unless(runs);
    }
}

}  // namespace stridescope
