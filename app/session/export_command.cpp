#include "app/session/export_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/analysis/cone.h"
#include "app/session/lights.h"
#include "app/session/view_requests.h"

namespace stridescope {

ExportRequest request_for(const AppState& state, View view) {
    const ViewFacts facts = facts_of(view);
    ExportRequest request{.view = view};
    // Of nothing there is no step and no block.
    const bool any_step = state.runs.shown->trace->step_count() > 0;
    if (any_step) request.step = state.playback.step();
    request.axis = state.display.heatmap_axis;
    request.banks_request = state.display.panes.request;
    request.wave = state.wave();
    request.global_request = state.display.panes.global_request;
    // What was chosen in another run this one may not have.
    if (state.display.panes.warp < state.runs.shown->trace->warps()) {
        request.warp = state.display.panes.warp;
    }
    request.selection = state.display.selection;
    request.hide_later = state.display.panes.hide_later;
    const Trace& trace = *state.runs.shown->trace;
    if (view == View::tree && has_element(trace, state.display.panes.element)) {
        request.element = state.display.panes.element;
    }
    request.events = state.display.panes.events;
    request.measure = state.display.panes.measure;
    request.difference = state.display.panes.difference;
    request.sorted_by = state.display.panes.sorted_by;
    if (facts.by_events) request.event = state.grid.events();
    if (has_two_pictures(state, view)) {
        request.lock = state.comparison.beside.lock;
        const BesideState& beside = state.comparison.beside;
        if (beside.passed_at == state.playback.step()) {
            request.passed = std::min(beside.passed, state.others_of(beside.passed_at) - 1);
        }
        request.difference = false;
    }
    if (!facts.all_blocks && any_step) request.block = state.block;
    return request;
}

ShownView shown_view(const AppState& state, View view, const std::optional<SeenPanes>& seen) {
    ShownView shown{state.runs.shown->trace, nullptr, request_for(state, view)};
    shown.request.seen = seen;
    shown.compared =
        has_two_pictures(state, view) ? run_of(state, Side::other) : run_within(state, view);
    // What was chosen in a picture of the other run has no place where that is not.
    const auto in = [&](const Trace* trace) {
        return trace != nullptr && exists_in(*trace, shown.request.selection);
    };
    if (!in(shown.trace.get()) && !in(shown.compared.get())) shown.request.selection = {};
    shown.chosen = shown.request.selection;
    // A wavefront that is shown alone is lit in every picture, of one run where the other is done.
    if (state.wave() > 0 && state.sees(View::banks)) {
        const Selection own = lit_of(state);
        shown.request.selection = own.any() ? own : lit_of_other(state);
    }
    return shown;
}

Animation animation_of(const ShownView& shown, const AnimationChoice& animation) {
    Animation out{.request = shown.request,
                  .range = animation.range,
                  .timing = {.milliseconds = animation.milliseconds}};
    out.request.wave = 0;
    out.request.passed = 0;
    out.request.selection = shown.chosen;
    return out;
}

FileWorker::Job export_job(ShownView view, const std::filesystem::path& path,
                           AnimationChoice animation) {
    const auto shown = std::make_shared<const ShownView>(std::move(view));
    const auto end = [shown, path](bool picture) {
        std::string words = fmt::format("Wrote {}.", path.string());
        if (!picture || !shown->request.page) return words;
        const std::string missing =
            left_out_of_page(*shown->trace, shown->compared.get(), shown->request);
        return missing.empty() ? words : words + ' ' + missing;
    };
    if (!has_frames(path)) {
        return [shown, path, end] {
            export_to_file(*shown->trace, shown->compared.get(), shown->request, path);
            return end(!is_table(format_of(path)));
        };
    }
    return [shown, path, end, animation,
            frames = std::shared_ptr<FrameExport>{}]() mutable -> FileWorker::Piece {
        if (!frames) {
            frames = std::make_shared<FrameExport>(*shown->trace, shown->compared.get(),
                                                   animation_of(*shown, animation), path);
        }
        if (frames->go_on()) return frames->share();
        const std::string unread = frames->left_unread();
        return unread.empty() ? end(true) : end(true) + ' ' + unread;
    };
}

}  // namespace stridescope
