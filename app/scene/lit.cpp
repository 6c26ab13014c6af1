#include "app/scene/lit.h"

#include <algorithm>

#include "app/analysis/request_choice.h"
#include "app/scene/scene.h"

namespace stridescope {

namespace {

bool is_lit(const Hotspot& spot, const Related& related, int step) {
    if (spot.names_step) return related.steps.contains(spot.step);
    if (spot.step >= 0 && spot.step != step) return false;
    const Selection& of = spot.means;
    if (of.site >= 0) {
        return std::ranges::any_of(related.served, [&](const Served& one) {
            return one.site == of.site && one.iteration == of.iteration && one.warp == of.warp &&
                   (of.wavefront < 0 || one.wavefront == of.wavefront);
        });
    }
    return (of.thread >= 0 && related.threads.contains(of.thread)) ||
           (of.word >= 0 && related.words.contains(of.word)) ||
           (of.bank >= 0 && related.banks.contains(of.bank)) ||
           (of.warp >= 0 && related.warps.contains(of.warp)) ||
           (of.line >= 0 && (of.file > 0 ? related.included.contains(of.place())
                                         : related.lines.contains(of.line)));
}

}  // namespace

std::vector<Box> lit_boxes(const Scene& scene, const Related& related, int step) {
    std::vector<Box> boxes;
    if (!related.any()) return boxes;
    for (const Hotspot& spot : scene.hotspots) {
        if (is_lit(spot, related, step)) boxes.push_back(spot.frame.value_or(spot.box));
    }
    if (!scene.node) return boxes;
    for (const int word : related.words) {
        if (const auto box = scene.node(word)) boxes.push_back(*box);
    }
    return boxes;
}

Layer lit_layer(const std::vector<Box>& boxes, const Palette& palette) {
    constexpr float thick = 2, out = 1, most_radius = 3;
    Rgba clear = palette.accent;
    clear.a = 0;
    Layer layer;
    for (const Box& box : boxes) {
        const Box frame{box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out};
        layer.rects.push_back({.box = frame,
                               .fill = clear,
                               .border = palette.accent,
                               .border_width = thick,
                               .radius = std::min(most_radius, frame.h / 2)});
    }
    return layer;
}

}  // namespace stridescope
