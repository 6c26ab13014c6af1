#include "app/scene/fragment/fragment_view.h"

#include <algorithm>

#include "app/analysis/matrices.h"
#include "app/scene/scene_parts.h"

namespace stridescope {

std::string FragmentView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    return has_matrices(trace) || has_products(trace)
               ? ""
               : "This kernel has neither ldmatrix, stmatrix nor products of tiles.";
}

FragmentOptions FragmentView::ask(const Look& look, Subject& /*subject*/) {
    return {.request = look.request};
}

Scene FragmentView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    Options whole = options;
    scene_parts::Cursor cursor;
    if (subject.other != nullptr && subject.other_step >= 0 &&
        scene_parts::find_cursor(*subject.other, subject.other_block, subject.other_step, cursor)) {
        for (const MatrixAccess& each : ranked_matrices(*subject.other, cursor.block, cursor.step))
            whole.least_top = std::max(whole.least_top, each.wavefronts());
    }
    return fragment_scene(*subject.trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope
