// The scenes of the panes: which of them have to be made anew.
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "app/io/background.h"
#include "app/session/view_requests.h"
#include "app/session/workers.h"
#include "app/ui/panes/panes.h"

namespace stridescope {

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
