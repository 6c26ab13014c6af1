#include "app/scene/heatmap/heatmap_view.h"

namespace stridescope {

std::string HeatmapView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

HeatmapOptions HeatmapView::ask(const ViewSettings& settings, Subject& subject) {
    subject.at.block = 0;  // the worst over all blocks, or `only_block`
    subject.arrangement = static_cast<int>(settings.axis);
    return {.axis = settings.axis,
            .block = settings.only_block,
            .events = settings.events,
            .measure = settings.measure,
            .difference = settings.difference && subject.other && !subject.beside,
            .hide_later = settings.hide_later};
}

Scene HeatmapView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    Options whole = options;
    (subject.beside ? whole.scale_with : whole.compare) = subject.other.get();
    return heatmap_scene(*subject.trace, subject.at, whole, subject.palette, subject.room);
}

}  // namespace stridescope
