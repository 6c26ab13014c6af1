#include "app/scene/divergence/divergence_view.h"

namespace stridescope {

std::string DivergenceView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

DivergenceOptions DivergenceView::ask(const Look& look, Subject& /*subject*/) {
    return {.warp = look.warp, .hide_later = look.hide_later, .table = nullptr};
}

Scene DivergenceView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    Options whole = options;
    if (why_nothing(trace).empty() && subject.at.block < trace.blocks()) {
        whole.table = KeptOfBlock<LaneTable>::in(
            kept, subject, [&] { return lane_table(trace, subject.at.block); });
    }
    return divergence_scene(trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope
