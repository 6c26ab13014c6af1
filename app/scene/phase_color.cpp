#include "app/scene/phase_color.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

/// Apart from the greys by its hue and from the other hues by its depth, on light ground and dark.
constexpr Rgba brown{0x8C, 0x50, 0x28};

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
    if (phase == "load") return mix(palette.edge_old, palette.background, 0.25F);
    if (phase == "store") return mix(palette.edge_old, palette.text, 0.45F);
    const std::array colors{palette.read,
                            palette.write,
                            palette.changed,
                            palette.accent,
                            brown,
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
