#include "app/scene/grid/grid_view.h"

namespace stridescope {

std::string GridView::why_not(const Trace& trace) {
    if (!trace.grid_events().empty()) return {};
    return trace.clock().empty()
               ? "Nothing passes between the blocks of a launch here: no block reads what another "
                 "one writes, and none waits."
               : "More happens between these blocks than can be shown: launch fewer of them, or "
                 "let "
                 "them share less.";
}

GridOptions GridView::ask(const Look& look, Subject& subject) {
    subject.at = {};  // it has a cursor of its own
    return {.events = look.event};
}

Scene GridView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    Options whole = options;
    whole.compare = subject.other.get();
    return grid_scene(*subject.trace, subject.palette, subject.room, whole);
}

}  // namespace stridescope
