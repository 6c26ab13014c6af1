#include "app/scene/side_by_side.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/scene/run_names.h"
#include "app/scene/type_size.h"

namespace stridescope {
namespace {

constexpr float heading_size = 15, heading_height = 30, gap = 16, pad = 12;

Box moved(Box box, Point by) {
    return {box.x + by.x, box.y + by.y, box.w, box.h};
}

Point moved(Point point, Point by) {
    return {point.x + by.x, point.y + by.y};
}

void move(Layer& layer, Point by) {
    if (layer.clip) layer.clip = moved(*layer.clip, by);
    for (CellGrid& grid : layer.grids) grid.box = moved(grid.box, by);
    for (Rect& rect : layer.rects) rect.box = moved(rect.box, by);
    for (Label& label : layer.labels) label.box = moved(label.box, by);
    const auto shift = [by](Line& line) {
        line.from = moved(line.from, by);
        line.to = moved(line.to, by);
    };
    for (Line& line : layer.lines) shift(line);
    for (LineRun& run : layer.runs) shift(run.line);
}

/// Ready, whatever share of the step's animation is drawn.
void hold_still(Layer& layer) {
    for (Line& line : layer.lines) line.animated = false;
    for (LineRun& run : layer.runs) run.line.animated = false;
}

/// The longest of the titles that fits, or the shortest.
Label heading(const std::vector<std::string>& titles, float x, float width,
              const Palette& palette) {
    const auto fits = [width](const std::string& title) {
        return scene_parts::text_extent(title, true) * heading_size + 2 <= width - 2 * pad;
    };
    const auto found = std::ranges::find_if(titles, fits);
    return {.box = {x + pad, 0, width - 2 * pad, heading_height},
            .text = found != titles.end() ? *found : titles.back(),
            .color = palette.text,
            .size = heading_size,
            .align = Align::left,
            .bold = true};
}

}  // namespace

RunTitles run_titles(const Trace& left, const Trace& right) {
    scene_parts::RunNames names = scene_parts::telling_names(right, left);
    return {.left = std::move(names.after), .right = std::move(names.before)};
}

Scene side_by_side(Scene left, Scene right, const RunTitles& titles, const Palette& palette,
                   bool right_moves) {
    Scene both;
    both.background = left.background;
    both.progress = left.progress;
    const float aside = left.width + gap;
    both.width = aside + right.width;
    both.height = heading_height + std::max(left.height, right.height);
    for (Layer& layer : left.layers) move(layer, {0, heading_height});
    for (Layer& layer : right.layers) {
        move(layer, {aside, heading_height});
        if (!right_moves) hold_still(layer);
    }
    both.layers = std::move(left.layers);
    std::ranges::move(right.layers, std::back_inserter(both.layers));
    Layer words;
    words.lines.push_back({.from = {left.width + gap / 2, 0},
                           .to = {left.width + gap / 2, both.height},
                           .color = palette.grid});
    words.labels.push_back(heading(titles.left, 0, left.width, palette));
    words.labels.push_back(heading(titles.right, aside, right.width, palette));
    both.layers.push_back(std::move(words));
    return both;
}

}  // namespace stridescope
