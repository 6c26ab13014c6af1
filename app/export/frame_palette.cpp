#include "app/export/frame_palette.h"

#include <algorithm>
#include <utility>

namespace stridescope {
namespace {

constexpr std::size_t most = 256;
/// So many are kept for how often they are seen; the rest go where the picture would suffer most.
constexpr std::size_t most_frequent = 160;

std::int64_t distance(std::uint32_t a, std::uint32_t b) {
    std::int64_t sum = 0;
    for (const int shift : {0, 8, 16}) {
        const auto d = static_cast<std::int64_t>((a >> shift) & 0xFFU) -
                       static_cast<std::int64_t>((b >> shift) & 0xFFU);
        sum += d * d;
    }
    return sum;
}

struct Shade {
    std::uint32_t color = 0;
    std::int64_t count = 0;
    std::size_t nearest = 0;  ///< of the palette
    std::int64_t away = 0;    ///< how far that is

    void consider(std::uint32_t candidate, std::size_t index) {
        const std::int64_t d = distance(color, candidate);
        if (d >= away) return;
        away = d;
        nearest = index;
    }
};

/// The different colours, the most frequent first; in the same order always.
std::vector<Shade> shades_of(std::span<const std::uint32_t> pixels) {
    std::unordered_map<std::uint32_t, std::int64_t> counts;
    for (std::size_t at = 0; at < pixels.size();) {
        std::size_t end = at + 1;  // flat grounds are counted a run at a time
        while (end < pixels.size() && pixels[end] == pixels[at]) ++end;
        counts[pixels[at]] += static_cast<std::int64_t>(end - at);
        at = end;
    }
    std::vector<Shade> shades;
    shades.reserve(counts.size());
    for (const auto& [color, count] : counts) shades.push_back({color, count, 0, 1 << 20});
    std::ranges::sort(shades, [](const Shade& a, const Shade& b) {
        return a.count != b.count ? a.count > b.count : a.color < b.color;
    });
    return shades;
}

}  // namespace

FramePalette palette_of(std::span<const std::uint32_t> pixels) {
    std::vector<Shade> shades = shades_of(pixels);
    FramePalette out;
    const auto keep = [&](std::uint32_t color) {
        for (Shade& shade : shades) shade.consider(color, out.colors.size());
        out.colors.push_back(color);
    };
    const std::size_t all = shades.size();
    std::vector<std::uint32_t> frequent;
    for (std::size_t k = 0; k < std::min(all, all <= most ? most : most_frequent); ++k) {
        frequent.push_back(shades[k].color);
    }
    for (const std::uint32_t color : frequent) keep(color);
    while (out.colors.size() < std::min(all, most)) {
        const auto worst = std::ranges::max_element(
            shades, {}, [](const Shade& shade) { return shade.count * shade.away; });
        keep(worst->color);
    }
    for (const Shade& shade : shades) {
        out.index.emplace(shade.color, static_cast<std::uint8_t>(shade.nearest));
    }
    return out;
}

}  // namespace stridescope
