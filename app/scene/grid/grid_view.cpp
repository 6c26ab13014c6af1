#include "app/scene/grid/grid_view.h"

namespace stridescope {

std::string GridView::why_not(const Trace& trace) {
    if (!trace.grid_events().empty()) return {};
    return "The blocks of this kernel do not cooperate: choose a kernel from \"Beyond one block\".";
}

GridOptions GridView::ask(const ViewSettings& settings, Subject& subject) {
    subject.at = {};  // it has a cursor of its own
    return {.events = settings.grid_events};
}

Scene GridView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    Options whole = options;
    whole.compare = subject.other.get();
    return grid_scene(*subject.trace, subject.palette, subject.room, whole);
}

}  // namespace stridescope
