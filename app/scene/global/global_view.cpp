#include "app/scene/global/global_view.h"

#include <algorithm>

namespace stridescope {

std::string GlobalView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    const bool any =
        std::ranges::any_of(trace.sites(), [](const Site& site) { return is_global(site.event); });
    return any ? "" : "This kernel does not access global memory.";
}

GlobalOptions GlobalView::ask(const Look& look, Subject& /*subject*/) {
    return {.request = look.global_request};
}

Scene GlobalView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    return global_scene(*subject.trace, subject.at, subject.palette, subject.room, options);
}

}  // namespace stridescope
