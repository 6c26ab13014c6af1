// What a picture's row of bars says: what full height stands for, and how high its highest bar is.
#pragma once

#include <algorithm>
#include <string>

#include "app/scene/scene.h"

namespace stridescope::testing {

struct StripSeen {
    std::string top{};  ///< what a bar of full height is
    float highest = 0;  ///< share of that which the highest bar has
};

/// Of the bars whose hotspots are called `what`.
inline StripSeen strip_seen(const Scene& scene, std::string_view what) {
    StripSeen seen;
    Box bars;
    for (const Hotspot& spot : scene.hotspots) {
        if (spot.name.what == what) bars = spot.box;
    }
    const auto is_within = [&](const Box& box) {
        return box.y > bars.y - 0.1F && box.y + box.h < bars.y + bars.h + 0.1F;
    };
    for (const Layer& layer : scene.layers) {
        for (const Rect& rect : layer.rects) {
            if (is_within(rect.box)) seen.highest = std::max(seen.highest, rect.box.h / bars.h);
        }
        for (const Label& label : layer.labels) {
            if (label.box.y == bars.y && label.align == Align::right) seen.top = label.text;
        }
    }
    return seen;
}

}  // namespace stridescope::testing
