#include <algorithm>
#include <array>
#include <cstddef>

#include "app/scene/views.h"

namespace stridescope {
namespace {

bool frames_the_scan(const std::string& phase) {
    return phase == "load" || phase == "store";
}

}  // namespace

std::vector<std::string> phases_of(const std::vector<Step>& steps) {
    std::vector<std::string> phases;
    for (const Step& step : steps) {
        if (std::ranges::find(phases, step.phase) == phases.end()) phases.push_back(step.phase);
    }
    return phases;
}

Rgba phase_color(const Palette& palette, const std::vector<std::string>& phases,
                 const std::string& phase) {
    if (frames_the_scan(phase)) return palette.edge_old;
    const std::array colors{palette.read,
                            palette.write,
                            palette.changed,
                            palette.accent,
                            palette.faint_text,
                            mix(palette.background, palette.read, 0.5F),
                            mix(palette.background, palette.changed, 0.5F),
                            mix(palette.background, palette.write, 0.5F)};
    std::size_t number = 0;
    for (const std::string& each : phases) {
        if (each == phase) break;
        if (!frames_the_scan(each)) ++number;
    }
    return colors[number % colors.size()];
}

}  // namespace stridescope
