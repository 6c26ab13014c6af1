#include "app/scene/work/work_view.h"

namespace stridescope {

std::string WorkView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

WorkOptions WorkView::ask(const ViewSettings& settings, Subject& subject) {
    subject.at.block = 0;  // it counts all blocks
    return {.sorted_by = settings.sorted_by,
            .hide_later = settings.hide_later,
            .costs = settings.costs};
}

Scene WorkView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    return work_scene(*subject.trace, subject.at, subject.palette, subject.room, options);
}

}  // namespace stridescope
