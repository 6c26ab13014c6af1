#include "app/session/export_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/session/highlights.h"
#include "app/session/look_of.h"
#include "app/session/view_requests.h"

namespace stridescope {

ShownView shown_view(const AppState& state, View view, const std::optional<SeenPanes>& seen) {
    ShownView shown{state.runs.shown->trace, nullptr, {.look = look_of(state, view)}};
    shown.request.seen = seen;
    shown.compared =
        has_two_pictures(state, view) ? run_of(state, Side::other) : run_within(state, view);
    // What was chosen in a picture of the other run has no place where that is not.
    const auto in = [&](const Trace* trace) {
        return trace != nullptr && exists_in(*trace, shown.request.look.selection);
    };
    if (!in(shown.trace.get()) && !in(shown.compared.get())) shown.request.look.selection = {};
    shown.chosen = shown.request.look.selection;
    // A wavefront that is shown alone is lit in every picture, of one run where the other is done.
    if (state.wave() > 0 && state.sees(View::banks)) {
        const Selection own = lit_of(state);
        shown.request.look.selection = own.any() ? own : lit_of_other(state);
    }
    return shown;
}

Animation animation_of(const ShownView& shown, const AnimationChoice& animation) {
    Animation out{.request = shown.request,
                  .range = animation.range,
                  .timing = {.milliseconds = animation.milliseconds}};
    out.request.look.wave = 0;
    out.request.passed = 0;
    out.request.look.selection = shown.chosen;
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
