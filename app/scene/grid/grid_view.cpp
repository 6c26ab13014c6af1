#include "app/scene/grid/grid_view.h"

#include <algorithm>

namespace stridescope {

std::string GridView::why_not(const Trace& trace) {
    if (!trace.grid_events().empty()) return {};
    const bool race = std::ranges::any_of(trace.data().races, &Race::between_blocks);
    if (race && trace.clock().empty())
        return "Blocks race here, as is told of the run, and none waits for another: of such "
               "launches it is not recorded what passes between them.";
    return trace.clock().empty()
               ? "Nothing passes between the blocks of a launch here: no block reads what another "
                 "one writes, and none waits."
               : "More happens between these blocks than can be shown: launch fewer of them, or "
                 "let "
                 "them share less.";
}

GridOptions GridView::ask(const Look& look, Subject& subject) {
    subject.at = {};  // it has a cursor of its own
    return {.events = look.event, .block = look.block};
}

Scene GridView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    Options whole = options;
    whole.compare = subject.other.get();
    return grid_scene(*subject.trace, subject.palette, subject.room, whole);
}

}  // namespace stridescope
