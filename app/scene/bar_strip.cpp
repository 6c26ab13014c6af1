#include "app/scene/bar_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {
namespace {

void add_words(Scene& scene, const BarStrip& strip, const std::string& missing,
               const Palette& palette) {
    if (strip.words_h < 10) return;
    auto& labels = scene.layers[1].labels;
    const float y = strip.box.y - strip.words_h;
    const Wording line = fit_wording({strip.words + missing, strip.few_words + missing},
                                     strip.box.w, least_type, strip.type, false);
    labels.push_back({.box = {strip.box.x, y, strip.box.w, strip.words_h},
                      .text = line.text,
                      .color = palette.faint_text,
                      .size = line.size,
                      .align = Align::left});
    const float names_w = strip.box.x - 8 - strip.names_x;
    const float size = type_for(text_extent(strip.top), names_w, strip.type);
    labels.push_back({.box = {strip.names_x, strip.box.y, names_w, std::max(strip.words_h, size)},
                      .text = strip.top,
                      .color = palette.faint_text,
                      .size = size,
                      .align = Align::right});
}

/// The bars that are drawn, and where.
struct Shown {
    std::size_t first = 0, end = 0;
    float w = 0;  ///< of each

    Box box(const BarStrip& strip, std::size_t k) const {
        return {strip.box.x + static_cast<float>(k - first) * w, strip.box.y, w, strip.box.h};
    }
};

Shown bars_shown(const BarStrip& strip, const std::vector<Bar>& bars) {
    constexpr float narrowest = 4;
    const auto most = std::max<std::size_t>(1, static_cast<std::size_t>(strip.box.w / narrowest));
    const std::size_t count = std::min(bars.size(), most);
    const auto marked =
        static_cast<std::size_t>(std::ranges::find(bars, true, &Bar::now) - bars.begin());
    Shown shown{.first = 0,
                .end = count,
                .w = std::min(strip.widest, strip.box.w / static_cast<float>(count))};
    if (marked < bars.size() && marked >= count) {
        shown.first = std::min(marked - count / 2, bars.size() - count);
        shown.end = shown.first + count;
    }
    return shown;
}

/// Every so many, that each has room.
void add_names(Scene& scene, const BarStrip& strip, const std::vector<Bar>& bars,
               const Shown& shown, const Palette& palette) {
    if (strip.bar_names_h < least_type + 5) return;
    float extent = 0;
    for (std::size_t k = shown.first; k < shown.end; ++k) {
        extent = std::max(extent, text_extent(bars[k].name, true));
    }
    const float largest = std::min(strip.type, strip.bar_names_h - 5);
    float size = type_for(extent, shown.w - 4, largest);
    if (size < least_type) size = std::min(largest, std::max(least_type, largest * 0.85F));
    const float longest = extent * size + 2;
    const auto every = static_cast<std::size_t>(label_every(shown.w, longest + 4));
    const float right = strip.box.x + strip.box.w;
    for (std::size_t k = shown.first; k < shown.end; k += every) {
        if (bars[k].name.empty()) continue;
        const Box bar = shown.box(strip, k);
        const float w = every == 1 ? bar.w : longest;
        if (bar.x + w > right + 0.5F) continue;
        const bool now = bars[k].now;
        scene.layers[1].labels.push_back(
            {.box = {bar.x, bar.y + bar.h + 5, w, strip.bar_names_h - 5},
             .text = bars[k].name,
             .color = now ? palette.accent : palette.faint_text,
             .size = size,
             .align = every == 1 ? Align::center : Align::left,
             .bold = now});
    }
}

/// On top of the bar, or, where that has no room, inside.
void add_value(Scene& scene, const BarStrip& strip, const Bar& bar, const Box& box,
               const Palette& palette) {
    const float size = strip.type, h = size * 1.3F;
    if (bar.value.empty() || label_width(bar.value, size, true) > box.w || box.h < h) return;
    const float top = box.h * (1 - bar.height);
    const bool above = top >= h;
    if (!above && box.h - top < h) return;
    scene.layers[1].labels.push_back({.box = {box.x, box.y + (above ? top - h : top), box.w, h},
                                      .text = bar.value,
                                      .color = above ? palette.text : text_on(bar.fill),
                                      .size = size,
                                      .bold = bar.now});
}

}  // namespace

void add_bars(Scene& scene, const BarStrip& strip, std::vector<Bar> bars, const Palette& palette) {
    if (bars.empty()) return;
    auto& shapes = scene.layers[0];
    const Shown shown = bars_shown(strip, bars);
    std::string missing;
    if (shown.end - shown.first < bars.size()) {
        missing = fmt::format(" ({} shown)", shown.end - shown.first);
    }
    add_words(scene, strip, missing, palette);
    const float bottom = strip.box.y + strip.box.h, gap = shown.w > 6 ? 1.5F : 0.5F;
    shapes.lines.push_back(
        {.from = {strip.box.x, bottom},
         .to = {strip.box.x + shown.w * static_cast<float>(shown.end - shown.first), bottom},
         .color = palette.edge_old,
         .width = 1});
    add_names(scene, strip, bars, shown, palette);
    for (std::size_t k = shown.first; k < shown.end; ++k) {
        Bar& bar = bars[k];
        const Box whole = shown.box(strip, k);
        if (bar.now) {  // by its colour alone it would be lost among many
            shapes.rects.push_back(
                {.box = {whole.x, bottom + 1, std::max(whole.w, 6.0F), 3}, .fill = palette.accent});
        }
        const auto part = [&](float from, float to, Rgba fill) {
            if (to <= from) return;
            const float h = std::max(whole.h * (to - from), 1.0F);
            shapes.rects.push_back(
                {.box = {whole.x + gap, std::max(bottom - whole.h * from - h, whole.y),
                         whole.w - 2 * gap, h},
                 .fill = fill});
        };
        if (strip.ghosts) part(0, 1, palette.panel);
        part(0, bar.height - bar.bad, bar.fill);
        part(bar.height - bar.bad, bar.height, palette.conflict);
        add_value(scene, strip, bar, whole, palette);
        bar.spot.box = whole;
        scene.hotspots.push_back(std::move(bar.spot));
    }
}

}  // namespace stridescope::scene_parts
