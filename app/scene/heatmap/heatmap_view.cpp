#include "app/scene/heatmap/heatmap_view.h"

namespace stridescope {

std::string HeatmapView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

HeatmapOptions HeatmapView::ask(const Look& look, Subject& subject) {
    subject.at.block = 0;  // the worst over all blocks, or `only_block`
    subject.arrangement = static_cast<int>(look.axis);
    return {.axis = look.axis,
            .block = look.block.value_or(-1),
            .events = look.events,
            .measure = look.measure,
            .difference = look.difference && subject.other && !subject.beside,
            .hide_later = look.hide_later};
}

Scene HeatmapView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    Options whole = options;
    (subject.beside ? whole.scale_with : whole.compare) = subject.other.get();
    return heatmap_scene(*subject.trace, subject.at, whole, subject.palette, subject.room);
}

}  // namespace stridescope
