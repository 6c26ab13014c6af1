#include "app/scene/heatmap/heatmap_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/scene/type_size.h"

namespace stridescope::scene_parts {
namespace {

constexpr float least_cell = 3, least_row = 1;    ///< wide, high: rows can be zoomed to
constexpr float map_title = 13, map_totals = 12;  ///< type of the words above a map
constexpr float between = 14;                     ///< a map's title and its totals on one line
constexpr float gap_x = 20, gap_y = 10, names_gap = 8;

/// How many numbers the legend has from 1 up to `worst`.
float legend_levels(int worst, int factor) {
    float levels = 0;
    for (std::int64_t level = 1; level <= worst; level *= factor) ++levels;
    return levels;
}

}  // namespace

HeatmapLayout::HeatmapLayout(const std::vector<MapContents>& contents, HeatScale scale,
                             float legend_words, Room room, bool tight_)
    : tight{tight_} {
    maps.resize(contents.size());
    if (room.given()) {
        fill(contents, scale, legend_words, room);
    } else {
        take_natural_size(contents, scale, legend_words);
    }
}

void HeatmapLayout::take_natural_size(const std::vector<MapContents>& contents, HeatScale scale,
                                      float legend_words) {
    constexpr float line_h = 20, header_h = 22, row_label = 138, gap = 40, narrowest = 380;
    title_y = margin;
    title_h = 26;
    title_size = 16;
    sentence_y = title_y + title_h;
    sentence_h = 26;
    sentence_size = 17;
    int steps = 0;
    for (const MapContents& map : contents) steps = std::max(steps, map.steps);
    // A thousand steps still make one picture; the numbers are then for zooming in.
    const float cell_h = std::clamp(1600 / static_cast<float>(steps), 8.0F, 24.0F);
    const float lines = contents[0].title.empty() ? 1 : 2;
    const float top =
        margin + title_h + (contents[0].sentence ? 28.0F : 0.0F) + lines * line_h + header_h + 4;
    float x = margin;
    for (std::size_t k = 0; k < maps.size(); ++k) {
        Map& map = maps[k];
        map.named = k == 0 || !contents[k].same_steps;
        x += map.named ? row_label : 0;
        map.x = x;
        map.y = top;
        map.cell_w = contents[k].columns > 4 ? 26.0F : 60.0F;
        map.cell_h = cell_h;
        map.wide = std::max(static_cast<float>(contents[k].columns) * map.cell_w, narrowest);
        map.names_x = x - row_label;
        map.names_w = row_label - 10;
        map.names_size = 13;
        map.name_every = std::max(1, static_cast<int>(std::ceil(16 / cell_h)));
        map.line_h = line_h;
        map.title_y = top - header_h - lines * line_h;
        map.title_size = 14;
        map.totals_x = x;
        map.totals_y = map.title_y + (lines - 1) * line_h;
        map.totals_size = 13;
        map.title_w = map.totals_w = map.wide;
        map.header_y = map.totals_y + line_h;
        map.header_h = header_h;
        map.header_size = 12;
        map.figures =
            type_for(contents[k].digits, map.cell_w * 0.94F, std::min(12.0F, cell_h * 0.6F));
        x += map.wide + gap;
    }
    width = x - gap + margin;
    height = maps.front().row_y(steps) + 40 + margin;
    legend_x = maps.front().x;
    legend_h = 22;
    legend_y = height - margin - legend_h;
    legend_size = 12;
    legend_factor = scale.last > 128 ? 4 : 2;
    legend_last = scale.last;
    swatch_w = 34;
    const float words = legend_words * 13 + 50;  // with gaps and a swatch between them
    const float levels = legend_levels(legend_last, legend_factor);
    width = std::max(width, legend_x + levels * swatch_w + words + margin);
}

void HeatmapLayout::fill(const std::vector<MapContents>& contents, HeatScale scale,
                         float legend_words, Room room) {
    margin = 10;
    still = room.still;
    width = std::max(room.width, 260.0F);
    int steps = 0, columns = 0;
    for (const MapContents& map : contents) {
        steps = std::max(steps, map.steps);
        columns = std::max(columns, map.columns);
    }
    // The sentence of two maps says what both come to: in a low room the rows take the other
    // words'.
    constexpr float words_above = 110;
    brief = tight || (contents[0].sentence &&
                      room.height < words_above + least_type * static_cast<float>(steps));
    title_y = 6;
    title_size = 14;
    title_h = brief ? 0 : title_size * 1.4F;
    sentence_y = title_y + title_h;
    sentence_size = 15;
    sentence_h = contents[0].sentence ? sentence_size * 1.4F : 0;
    const float top = sentence_y + sentence_h + 2;

    legend_size = std::clamp(room.height / 45, 11.0F, 14.0F);
    legend_h = legend_size + 7;
    const float words = legend_words * legend_size + 70;  // with gaps and a swatch between them
    const float least_swatch = text_extent(fmt::format("{}", scale.last)) * legend_size + 4;
    float levels = 1;
    // Rather up to what is seen in the cells than without some of it.
    struct Levels {
        int factor, last;
    };
    for (const auto& [factor, last] :
         {Levels{2, scale.last}, Levels{2, scale.counted}, Levels{4, scale.last}}) {
        if (factor == 2 && last > 128) continue;
        legend_factor = factor;
        legend_last = last;
        levels = legend_levels(last, factor);
        swatch_w = std::min((width - 2 * margin - words) / levels, 30.0F);
        legend = swatch_w >= least_swatch;
        if (legend) break;
    }
    legend = legend && !tight;
    const float below = legend ? legend_h + 8 : 0;

    // Side by side or above one another, whichever leaves larger cells.
    const int count = static_cast<int>(maps.size());
    const float bottom = std::max(room.height, top + (tight ? 98 : 120)) - margin - below;
    int across = 1;
    if (count > 1) {
        const float stacked = place(contents, 1, top, bottom);
        const float beside = place(contents, count, top, bottom);
        if (beside >= stacked) across = count;
    }
    place(contents, across, top, bottom);
    // A room too small for its cells: the picture grows beyond it.
    const float narrow = maps.front().cell_w, low = maps.front().cell_h;
    float floor = bottom;
    if (narrow < least_cell) {
        width += (least_cell - narrow) * static_cast<float>(columns * across);
    }
    if (low < least_row) {
        floor += (least_row - low) * static_cast<float>(steps * count / across);
    }
    if (narrow < least_cell || low < least_row) place(contents, across, top, floor);
    height = floor + below + margin;

    float end = 0;
    for (std::size_t k = 0; k < maps.size(); ++k) {
        end = std::max(end, maps[k].row_y(contents[k].steps));
    }
    const float spare = std::max(floor - end, 0.0F) / 2;
    for (Map& map : maps) {
        for (float* y : {&map.y, &map.title_y, &map.totals_y, &map.header_y}) *y += spare;
    }
    legend_x = maps.front().x;
    const float legend_w = levels * swatch_w + words;
    if (legend_x + legend_w > width - margin)
        legend_x = std::max(margin, width - margin - legend_w);
    legend_y = end + spare + 8;
}

float HeatmapLayout::place(const std::vector<MapContents>& contents, int across, float top,
                           float bottom) {
    const auto down = static_cast<float>(maps.size()) / static_cast<float>(across);
    const float block_h = (bottom - top - gap_y * (down - 1)) / down;
    int lines = 1;
    if (!measure(contents, across, block_h, lines)) measure(contents, across, block_h, ++lines);
    float y = top;
    const float share = still ? 0.98F : 0.9F;  // of a cell: nobody can zoom in
    float x = margin, smallest = 0;
    for (std::size_t k = 0; k < maps.size(); ++k) {
        Map& map = maps[k];
        const int row = static_cast<int>(k) / across;
        if (static_cast<int>(k) % across == 0) x = margin;
        map.names_x = x;
        if (map.named) x += map.names_w + names_gap;
        map.x = x;
        x += map.wide + gap_x;
        map.title_y = map.totals_y =
            shares_header(across) ? y : top + static_cast<float>(row) * (block_h + gap_y);
        y += map.line_h + map.header_h + map.cell_h * static_cast<float>(contents[k].steps) + gap_y;
        map.title_size = map_title;
        map.title_w = map.totals_w = map.wide;
        map.totals_size = map_totals;
        map.totals_x = map.x;
        if (brief && !tight) {
            map.totals_w = 0;
        } else if (lines == 1) {
            if (!contents[k].title.empty()) {
                map.title_w = label_width(contents[k].title, map_title, true);
                map.totals_x += map.title_w + between;
                map.totals_w -= map.title_w + between;
            }
        } else {
            map.totals_y += map.line_h;
        }
        map.header_y = map.totals_y + map.line_h;
        map.y = map.header_y + map.header_h;
        const std::string last = fmt::format("{}", contents[k].columns - 1);
        map.number_every = label_every(map.cell_w, text_extent(last) * map.header_size + 4);
        float figures = map.cell_h * (tight ? 0.74F : 0.68F);
        // Digits have nothing below their line: in low rows, where no row is left out for the
        // others' sake, they take nearly all of it.
        if (!still) figures = std::max(figures, std::min(map.cell_h * 0.95F, least_type));
        map.figures = type_for(contents[k].digits, map.cell_w * share, std::min(figures, 20.0F));
        smallest = k == 0 ? map.figures : std::min(smallest, map.figures);
    }
    return smallest;
}

/// Sizes of cells and names when so many lines of words stand above each map; false if the words do
/// not fit them.
bool HeatmapLayout::measure(const std::vector<MapContents>& contents, int across, float block_h,
                            int lines) {
    float names = 0;  // of the maps that stand side by side
    for (std::size_t k = 0; k < maps.size(); ++k) {
        Map& map = maps[k];
        map.line_h = 18;
        map.header_size = legend_size;
        const float header = legend_size * 1.3F + 1;
        map.header_h = shares_header(across) && k > 0 ? 0 : header;
        const auto share_rows = [&] {
            map.cell_h = (block_h - static_cast<float>(lines) * map.line_h - map.header_h) /
                         static_cast<float>(contents[k].steps);
            if (!shares_header(across)) return;
            float rows = 0;
            for (const MapContents& each : contents) rows += static_cast<float>(each.steps);
            const auto count = static_cast<float>(contents.size());
            map.cell_h = (count * (block_h - map.line_h) - header) / rows;
        };
        share_rows();
        map.names_size = std::clamp(map.cell_h * 0.66F, least_type, tight ? 10.0F : 14.0F);
        if (map.cell_h < map.names_size && !tight) {
            // The first row's name stands out of its row, towards the numbers of the columns.
            map.header_h += 4;
            share_rows();
        }
        map.named = k == 0 || across == 1 || !contents[k].same_steps;
        map.names_w =
            std::max(contents[k].names * map.names_size, contents[k].heading * map.header_size) + 2;
        if (!map.named) continue;
        const float w = map.names_w + names_gap;
        names = across == 1 ? std::max(names, w) : names + w;
    }
    const float cells = (width - 2 * margin - names - gap_x * static_cast<float>(across - 1)) /
                        static_cast<float>(across);
    bool fit = true;
    for (std::size_t k = 0; k < maps.size(); ++k) {
        Map& map = maps[k];
        if (across == 1) map.names_w = names - names_gap;
        map.wide = cells;
        map.cell_w = std::min(cells / static_cast<float>(contents[k].columns),
                              std::max(64.0F, map.cell_h * 8));
        map.cell_h = std::min(map.cell_h, std::max(28.0F, map.cell_w * 3));
        map.name_every =
            std::max(1, static_cast<int>(std::ceil(map.names_size * 1.15F / map.cell_h)));
        const float title = label_width(contents[k].title, map_title, true);
        const float before = contents[k].title.empty() ? 0 : title + between;
        fit = fit && before + label_width(contents[k].totals, map_totals) <= cells;
    }
    return fit || brief;
}

}  // namespace stridescope::scene_parts
