#include "app/scene/heatmap/heatmap_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/scene/heatmap/heatmap_words.h"
#include "app/scene/type_size.h"
#include "app/trace/trace.h"

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

namespace {

/// Smaller type is no good on a page.
constexpr float least_printed = 11;

}  // namespace

std::string HeatmapBuilder::row_name(const Map& map, int row) const {
    row += map.first;
    if (row >= map.trace->step_count()) return "all steps";
    return step_label(map.trace->steps()[static_cast<std::size_t>(row)]);
}

/// What the map is called, in ever fewer words.
std::vector<std::string> HeatmapBuilder::map_names(std::size_t k) const {
    if (options_.compare == nullptr) return {""};  // the picture's own title names it
    if (!pair_) return k == 0 ? names_.after : names_.before;
    std::vector<std::string> wordings;
    for (std::size_t i = 0; i < names_.after.size(); ++i) {
        wordings.push_back(fmt::format("{} minus {}", names_.after[i], names_.before[i]));
    }
    return wordings;
}

/// What stands beside the name, in ever fewer words.
std::vector<std::string> HeatmapBuilder::facts(const Map& map) const {
    const int seen = map.heat.steps, all = map.trace->step_count();
    const std::string steps =
        seen == 1 ? fmt::format("step {} of {}", map.first + 1, all)
                  : fmt::format("steps {} … {} of {}", map.first + 1, map.first + seen, all);
    if (map.left_out > 0) {
        const std::string hidden = fmt::format("{} {} hidden", counted(map.left_out, "later step"),
                                               map.left_out == 1 ? "is" : "are");
        if (map.first == 0 && seen + map.left_out == all) return {hidden, "later hidden", ""};
        return {fmt::format("{}, {}", steps, hidden), steps + ", later hidden", steps};
    }
    if (hides_any(map)) return {"later steps are hidden", "later hidden", ""};
    if (pair_ && pair_->all_steps_row()) {
        return {common_steps_text(*pair_, trace_.step_count()),
                fmt::format("{} of {} in both", pair_->common_steps,
                            counted(trace_.step_count(), "step"))};
    }
    const std::string excess = with_commas(map.totals.excess()) + " excess";
    // Two maps have what they come to in the sentence above them.
    if (tight_) return {seen < all ? steps : ""};
    if (!pair_ && seen < all) {
        return {fmt::format("{} · {}", totals_text(map.totals), steps),
                fmt::format("{} · {}", excess, steps), steps};
    }
    return {totals_text(map.totals),
            fmt::format("{} · {}", counted(map.totals.wavefronts(), "wavefront"), excess), excess};
}

/// Rows too low for all their names have those of a few, and always the cursor's.
void HeatmapBuilder::add_steps(const Map& map) {
    const HeatmapLayout::Map& at = map.at;
    const float height = std::max(at.cell_h, at.names_size * 1.2F);
    const int marked = cursor(map);
    // The row of all steps has its name, too, as far as the cursor's leaves room.
    const int extra = map.heat.steps > map.trace->step_count() ? map.trace->step_count() : -1;
    for (int step = 0; step < map.heat.steps; ++step) {
        const Box box{at.names_x, at.row_y(step), at.x - at.names_x, at.cell_h};
        Hotspot spot = row_spot(map, step, box);
        // A step to come does not tell who will have a part in it.
        spot.names_step = spot.step >= 0 && !hides(map, step);
        scene_.hotspots.push_back(std::move(spot));
        const bool now = step == marked;
        const auto apart = [&](int other) {
            return other < 0 || std::abs(step - other) >= at.name_every;
        };
        const bool named =
            apart(marked) && (step == extra || (step % at.name_every == 0 && apart(extra)));
        if (!now && !named) continue;
        label({box.x, box.y + at.cell_h / 2 - height / 2, at.names_w, height}, row_name(map, step),
              now ? palette_.text : palette_.faint_text, at.names_size, Align::right, now,
              names_layer_);
    }
}

/// Titles of maps beside each other are equally large.
void HeatmapBuilder::size_titles() {
    const float least = room_.given() ? least_type : least_printed;
    title_size_ = maps_.front().at.title_size;
    for (std::size_t k = 0; k < maps_.size(); ++k) {
        const HeatmapLayout::Map& at = maps_[k].at;
        title_size_ = std::min(
            title_size_, fit_wording(map_names(k), at.title_w, least, at.title_size, true).size);
    }
}

void HeatmapBuilder::add_map(const Map& map) {
    const HeatmapLayout::Map& at = map.at;
    const std::vector<std::string> names = map_names(static_cast<std::size_t>(&map - maps_.data()));
    const std::vector<std::string> beside = facts(map);
    const float least = room_.given() ? least_type : least_printed;
    Wording title = fit_wording(names, at.title_w, least, at.title_size, true);
    title.size = std::min(title.size, title_size_);
    Wording totals{beside.front(), at.totals_size};
    if (room_.given()) totals = fit_wording(beside, at.totals_w, least, totals.size, false);
    // Each of two maps keeps its title over its own columns.
    const std::size_t words = maps_.size() > 1 ? heads_layer_ : titles_layer_;
    if (!title.text.empty()) {
        label({at.x, at.title_y, at.title_w, at.line_h}, std::move(title.text), palette_.text,
              title.size, Align::left, true, words);
    }
    if (!layout_.brief || layout_.tight) {
        label({at.totals_x, at.totals_y, at.totals_w, at.line_h}, std::move(totals.text),
              palette_.text, totals.size, Align::left, false, words);
    }
    if (at.named && at.header_h > 0) {
        label({at.names_x, at.header_y, at.names_w, at.header_h},
              options_.axis == HeatmapAxis::bank ? "bank" : "warp", palette_.faint_text,
              at.header_size, Align::right, false,
              titles_layer_ != plain ? titles_layer_ : names_layer_);
    }
    for (int column = 0; at.header_h > 0 && column < map.heat.columns; column += at.number_every) {
        const float wide = at.cell_w * static_cast<float>(at.number_every);
        label({at.column_x(column) + at.cell_w / 2 - wide / 2, at.header_y, wide, at.header_h},
              fmt::format("{}", column), palette_.faint_text, at.header_size, Align::center, false,
              heads_layer_);
    }
    add_cells(map);
    add_cursor(map);
    if (at.named) add_steps(map);
}

void HeatmapBuilder::add_legend() {
    float x = layout_.legend_x;
    const float y = layout_.legend_y, h = layout_.legend_h, size = layout_.legend_size;
    const auto entry = [&](Rgba color, std::string text, float width) {
        scene_.layers[0].rects.push_back({.box = {x, y, width, h}, .fill = color});
        label({x, y, width, h}, std::move(text), text_on(color), size, Align::center);
        x += width;
    };
    const auto words = [&](std::string text) {
        const float type = room_.given() ? size : 13;
        const float width = room_.given() ? label_width(text, type) + 4 : text_width(text, type);
        label({x, y, width, h}, std::move(text), palette_.faint_text, type);
        x += width;
    };
    if (pair_) {
        words("fewer");
        for (const double share : {-1.0, -0.5, -0.12, 0.12, 0.5, 1.0}) {
            entry(difference_color(share * most_), share < 0 ? "−" : "+", layout_.swatch_w);
        }
        x += 6;
        words("more");
        return;
    }
    for (int degree = 1; degree <= layout_.legend_last; degree *= layout_.legend_factor) {
        entry(color_of(degree), fmt::format("{}", degree), layout_.swatch_w);
    }
    x += 10;
    words(heatmap_legend(options_, false));
    scene_.layers[0].rects.push_back(
        {.box = {x, y, h, h}, .fill = color_of(0), .border = palette_.rule, .border_width = 1});
    x += h + 10;
    words(untouched_words);
}

void HeatmapBuilder::add_title() {
    const float margin = layout_.margin;
    const std::string subject = heatmap_subject(options_, pair_.has_value());
    const std::string block = options_.block >= 0 ? block_suffix(trace_, options_.block) : "";
    const bool alone = options_.compare == nullptr;
    Wording title{
        alone ? fmt::format("{} · {}{}", subject, run_title(trace_), block) : subject + block,
        layout_.title_size};
    if (room_.given()) {
        std::vector<std::string> wordings{title.text};
        if (alone) wordings = run_titles(trace_, subject + " · ", block);
        wordings.push_back(subject + block);
        title = fit_wording(wordings, scene_.width - 2 * margin, 10.5F, title.size, true);
    } else {
        scene_.width = std::max(scene_.width, text_width(title.text, title.size) + 2 * margin);
    }
    const float wide = scene_.width - 2 * margin;
    if (!layout_.brief) {
        label({margin, layout_.title_y, wide, layout_.title_h}, std::move(title.text),
              palette_.text, title.size, Align::left, true, titles_layer_);
    }
    if (options_.compare == nullptr) return;
    for (const Map& map : maps_) {
        if (hides_any(map)) return;
    }
    const WorkCounts& own = maps_.front().totals;
    std::vector<std::string> wordings;
    if (pair_) {
        wordings = {compare_sentence(other_totals_, own, names_.after.front()),
                    compare_sentence(other_totals_, own, "this run"),
                    compare_briefly(other_totals_, own)};
    } else {
        const std::string counts =
            fmt::format("{} : {}", with_commas(own.excess()), with_commas(other_totals_.excess()));
        wordings = {excess_of_two(own, other_totals_), "Excess wavefronts " + counts,
                    "Excess " + counts};
    }
    const Map& map = maps_.front();
    const int seen = map.heat.steps, all = map.trace->step_count();
    if (!pair_ && !tight_ && seen < all) {
        const bool alike = map.first == maps_.back().first && seen == maps_.back().heat.steps;
        const std::string part =
            alike ? fmt::format("steps {} … {} of {}", map.first + 1, map.first + seen, all)
                  : "a part of the steps";
        for (std::string& words : wordings) words += " · " + part;
    }
    Wording sentence = fit_wording(wordings, wide, room_.given() ? 10.5F : least_printed,
                                   layout_.sentence_size, true);
    label({margin, layout_.sentence_y, wide, layout_.sentence_h}, std::move(sentence.text),
          own.excess() > other_totals_.excess() ? palette_.conflict : palette_.text, sentence.size,
          Align::left, true, titles_layer_);
}

}  // namespace stridescope::scene_parts
