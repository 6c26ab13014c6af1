#include "app/scene/work/work_view.h"

namespace stridescope {

std::string WorkView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

WorkOptions WorkView::ask(const Look& look, Subject& subject) {
    subject.at.block = 0;  // it counts all blocks
    return {.sorted_by = look.sorted_by,
            .hide_later = look.hide_later,
            .costs = subject.costs && !look.hide_costs};
}

Scene WorkView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    return work_scene(*subject.trace, subject.at, subject.palette, subject.room, options);
}

}  // namespace stridescope
