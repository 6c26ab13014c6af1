#include "app/scene/source/source_view.h"

namespace stridescope {

std::string SourceView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    return trace.text().empty()
               ? "This trace does not contain its kernel's source: record it again to see it."
               : "";
}

SourceOptions SourceView::ask(const Look& look, Subject& subject) {
    subject.at.block = 0;  // its counts are of all recorded blocks
    return {.counts = subject.lines,
            .line = look.selection.place(),
            .costs = subject.costs && !look.hide_costs};
}

Scene SourceView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    return source_scene(*subject.trace, subject.at, subject.palette, subject.room, options);
}

}  // namespace stridescope
