// The scenes of the panes: which of them have to be made anew, and how.
#include <future>
#include <utility>

#include "app/scene/banks/banks_scene.h"
#include "app/scene/grid/grid_scene.h"
#include "app/scene/heatmap/heatmap_scene.h"
#include "app/scene/memory/memory_scene.h"
#include "app/scene/source/source_scene.h"
#include "app/scene/work/work_scene.h"
#include "app/session/lights.h"
#include "app/ui/panes/panes.h"

namespace stridescope {

bool Panes::has_two_pictures(const AppState& state, View view) {
    // Two grids have one scale of time, and stand below one another in one picture.
    return state.pair() != nullptr && view != View::grid;
}

CanvasPane* Panes::other_pane(const AppState& state, View view) {
    return has_two_pictures(state, view) ? &others_[static_cast<std::size_t>(view)] : nullptr;
}

/// Makes the scenes that have changed; several large ones side by side.
void Panes::update_scenes(const Ui& ui, const Places& places, bool no_memory) {
    const AppState& state = ui.state;
    if (state.trace() == nullptr) return;
    const ShownPair* pair = state.pair();
    const Subject own{.trace = state.trace(),
                      .at = {state.block, state.playback.step(), 1},
                      .pair = nullptr,
                      .beside = pair != nullptr ? pair->right.get() : nullptr,
                      .lines = state.shown->lines};
    std::vector<Subject> subjects{own};
    if (pair != nullptr) {
        subjects.push_back({.trace = pair->right.get(),
                            .at = {state.other_block(), state.other_step(), 1},
                            .pair = pair,
                            .beside = pair->left.get(),
                            .lines = pair->right_lines});
    }
    std::vector<Job> jobs;
    bool large = false;
    for (const Subject& subject : subjects) {
        constexpr int large_section = 1024;
        large = large || subject.trace->shape().section >= large_section;
        for (const View view : all_views) {
            if (!state.sees(view) || (no_memory && view == View::memory)) continue;
            if (subject.pair != nullptr && other_pane(state, view) == nullptr) continue;
            add_job(ui, view, places[static_cast<std::size_t>(view)], subject, jobs);
        }
    }
    // Scenes are pure functions of the trace: they can be made at the same time.
    const auto policy = large ? std::launch::async | std::launch::deferred : std::launch::deferred;
    std::vector<std::future<Scene>> scenes;
    for (std::size_t i = 1; i < jobs.size(); ++i)
        scenes.push_back(std::async(policy, jobs[i].make));
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        jobs[i].pane->take(jobs[i].key, i == 0 ? jobs[i].make() : scenes[i - 1].get());
    }
}

/// Adds what makes the view's scene of the subject, if its pane shows another.
void Panes::add_job(const Ui& ui, View view, const Place& place, const Subject& subject,
                    std::vector<Job>& jobs) {
    const AppState& state = ui.state;
    const bool other = subject.pair != nullptr;
    CanvasPane& shown = other ? others_[static_cast<std::size_t>(view)] : pane(view);
    SceneKey key;
    key.recordings = other ? subject.pair->number : state.recordings;
    key.trace = subject.trace;
    key.section = subject.trace->shape().section;
    key.words = subject.trace->cells();
    key.steps = subject.trace->step_count();
    key.block = subject.at.block;
    key.step = subject.at.step;
    key.theme = state.theme;
    key.room = shown.room(ui, place.size, other_pane(state, view) != nullptr);
    std::function<Scene()> make = maker(state, ui.palette, view, subject, key);
    if (shown.wants(key)) jobs.push_back({&shown, key, std::move(make)});
}

/// Notes in the key what else the view's scene depends on. `subject` must outlive what is returned.
std::function<Scene()> Panes::maker(const AppState& state, const Palette& palette, View view,
                                    const Subject& subject, SceneKey& key) {
    const Trace& trace = *subject.trace;
    const ViewState& at = subject.at;
    const Room room = key.room;
    const bool other = subject.pair != nullptr;
    switch (view) {
        case View::tree: {
            key.panes.hide_later = state.panes.hide_later;
            KeptModel& kept = other ? other_tree_model_ : tree_model_;
            return [&, room, key] {
                if (!kept.model || !kept.key.same_block(key)) {
                    const bool any = trace.blocks() > 0 && trace.step_count() > 0;
                    kept.model = any ? tree_model(trace, at.block) : nullptr;
                    kept.key = key;
                }
                return tree_scene(trace, at, palette, room,
                                  {.hide_later = state.panes.hide_later, .model = kept.model});
            };
        }
        case View::memory: return [&, room] { return memory_scene(trace, at, palette, room); };
        case View::heatmap: {
            // Side by side each map has a picture of its own, on one scale.
            const std::shared_ptr<const Trace> compared =
                subject.beside == nullptr ? state.compared() : nullptr;
            HeatmapOptions options{.axis = state.heatmap_axis,
                                   .block = -1,
                                   .compare = compared.get(),
                                   .scale_with = subject.beside,
                                   .events = state.panes.events,
                                   .measure = state.panes.measure,
                                   .difference = compared && state.panes.difference,
                                   .hide_later = state.panes.hide_later};
            key.panes.hide_later = options.hide_later;
            key.compared = compared ? compared.get() : subject.beside;
            key.held = subject.beside != nullptr ? state.pair()->number : state.held.number;
            key.beside = subject.beside != nullptr;
            key.axis = options.axis;
            key.panes.events = options.events;
            key.panes.measure = options.measure;
            key.panes.difference = state.panes.difference;
            key.block = 0;  // The worst over all blocks: the same whichever is looked at.
            return [&, room, options, compared] {
                return heatmap_scene(trace, at, options, palette, room);
            };
        }
        case View::banks: {
            // Requests of another text are other ones. Of the same one both go through their
            // wavefronts together, until both are done.
            const bool same = !other || subject.pair->same_text;
            const auto& choice = state.panes.request;
            const bool walks =
                !other || (choice && request_beside(state, state.playback.step(), *choice));
            const BanksOptions options{.request = same ? choice : std::nullopt,
                                       .wave = walks ? state.wave() : 0,
                                       .may_be_done = state.pair() != nullptr};
            key.panes.request = options.request;
            key.panes.wave = options.wave;
            key.beside = options.may_be_done;
            return [&, room, options] { return banks_scene(trace, at, palette, room, options); };
        }
        case View::work:
            key.block = 0;
            key.panes.sorted_by = state.panes.sorted_by;
            key.panes.hide_later = state.panes.hide_later;
            return [&, room] {
                return work_scene(
                    trace, at, palette, room,
                    {.sorted_by = state.panes.sorted_by, .hide_later = state.panes.hide_later});
            };
        case View::grid: {
            const bool both = subject.beside != nullptr && !subject.beside->grid_events().empty();
            const Trace* below = both ? subject.beside : state.compared_grid().get();
            key.block = key.step = 0;  // It has a cursor of its own.
            key.grid_events = state.grid.events();
            key.compared = below;
            key.held = state.held.number;
            return [&, room, below] {
                return grid_scene(trace, palette, room,
                                  {.events = state.grid.events(), .compare = below});
            };
        }
        case View::source: break;
    }
    key.block = 0;  // Its counts are of all recorded blocks.
    return [&, room] { return source_scene(trace, at, palette, room, {.counts = subject.lines}); };
}

}  // namespace stridescope
