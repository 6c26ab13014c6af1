#include "app/scene/phase_color.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

constexpr std::size_t color_count = std::tuple_size_v<decltype(Palette::phases)>;

/// The phases that many kernels have, and which of the colours is theirs. No kernel of the library
/// has two of one colour.
struct KnownPhase {
    std::string_view name;
    std::size_t color;
};
constexpr std::array known_phases{
    KnownPhase{"scan", 0},       KnownPhase{"up-sweep", 0},       KnownPhase{"warp scan", 0},
    KnownPhase{"down-sweep", 1}, KnownPhase{"scan of totals", 1}, KnownPhase{"add", 2},
    KnownPhase{"add up", 2},     KnownPhase{"hand on", 2},        KnownPhase{"publish prefix", 2},
    KnownPhase{"wait", 3},       KnownPhase{"look back", 3},      KnownPhase{"grid barrier", 3},
    KnownPhase{"ticket", 4},     KnownPhase{"clear", 4},          KnownPhase{"serial", 4},
    KnownPhase{"count", 4},      KnownPhase{"totals", 3},         KnownPhase{"publish", 1},
    KnownPhase{"add alone", 0}};

bool frames_the_scan(const std::string& phase) {
    return phase == "load" || phase == "store";
}

const KnownPhase* known_phase(const std::string& phase) {
    const auto found = std::ranges::find(known_phases, phase, &KnownPhase::name);
    return found == known_phases.end() ? nullptr : &*found;
}

/// Which colour the phase would have: by its name alone, so that it is the same in every kernel.
std::size_t wished_color(const std::string& phase) {
    if (const KnownPhase* known = known_phase(phase)) return known->color;
    std::uint32_t hash = 2166136261U;  // FNV-1a
    for (const char c : phase) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
    return hash % color_count;
}

/// [phase]: its colour. Of two that wish for the same one the later has the next that is free;
/// names that many kernels have come first.
std::vector<std::size_t> chosen_colors(const std::vector<std::string>& phases) {
    std::vector<std::size_t> colors(phases.size(), 0);
    std::array<bool, color_count> taken{};
    for (const bool known : {true, false}) {
        for (std::size_t i = 0; i < phases.size(); ++i) {
            if (frames_the_scan(phases[i]) || (known_phase(phases[i]) != nullptr) != known)
                continue;
            std::size_t color = wished_color(phases[i]);
            const bool any_free = std::ranges::find(taken, false) != taken.end();
            while (any_free && taken[color]) color = (color + 1) % color_count;
            taken[color] = true;
            colors[i] = color;
        }
    }
    return colors;
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
    const auto& colors = palette.phases;
    const auto at = std::ranges::find(phases, phase);
    if (at == phases.end()) return colors[wished_color(phase)];
    return colors[chosen_colors(phases)[static_cast<std::size_t>(at - phases.begin())]];
}

}  // namespace stridescope
