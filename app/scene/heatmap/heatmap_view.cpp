#include "app/scene/heatmap/heatmap_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/analysis/heat.h"
#include "app/analysis/work.h"
#include "app/scene/heatmap/heatmap_builder.h"
#include "app/scene/scene.h"
#include "app/scene/type_size.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

namespace scene_parts {
namespace {

/// What is a little smaller than the least type is drawn all the same: see CanvasPane.
constexpr float least_drawn = 0.97F * least_type;

}  // namespace

HeatmapBuilder::Map HeatmapBuilder::make_map(const Trace& trace) const {
    Map map{.trace = &trace,
            .totals = work_table(trace).totals,
            .heat = heat_map(trace, options_.axis, options_.events,
                             std::min(options_.block, trace.blocks() - 1))};
    for (const HeatCell& cell : map.heat.cells) {
        map.values.push_back(cell.value(options_.measure));
    }
    map.own_steps = like_steps(trace.steps(), trace_.steps());
    return map;
}

/// Makes one map of two.
void HeatmapBuilder::subtract() {
    pair_ = paired(*maps_[1].trace, maps_[1].heat, trace_, maps_[0].heat);
    maps_.pop_back();
    Map& map = maps_.front();
    map.heat = pair_->after;
    map.values.clear();
    for (std::size_t k = 0; k < pair_->after.cells.size(); ++k) {
        const double change = pair_->after.cells[k].value(options_.measure) -
                              pair_->before.cells[k].value(options_.measure);
        map.values.push_back(pair_->alike[k] ? change : 0);
    }
    if (pair_->all_steps_row()) map.own_steps.push_back(-1);
}

/// The row of the step that the cursor is on; -1 where the map has no such row.
int HeatmapBuilder::cursor(const Map& map) const {
    const int step = std::clamp(view_.step, 0, trace_.step_count() - 1);
    const auto found = std::ranges::find(map.own_steps, step);
    return found == map.own_steps.end() ? -1 : static_cast<int>(found - map.own_steps.begin());
}

/// Whether the row's step is still to come; a row of no step of this run waits for the last one.
bool HeatmapBuilder::hides(const Map& map, int row) const {
    if (!options_.hide_later) return false;
    const int last = trace_.step_count() - 1, step = map.own_steps[static_cast<std::size_t>(row)];
    return (step < 0 ? last : step) > std::clamp(view_.step, 0, last);
}

bool HeatmapBuilder::hides_any(const Map& map) const {
    if (map.left_out > 0) return true;
    for (int row = 0; row < map.heat.steps; ++row) {
        if (hides(map, row)) return true;
    }
    return false;
}

/// What is hidden has no part in the scale either.
void HeatmapBuilder::forget_later(Map& map) const {
    const auto columns = static_cast<std::ptrdiff_t>(map.heat.columns);
    for (int row = 0; row < map.heat.steps; ++row) {
        if (hides(map, row)) std::fill_n(map.values.begin() + row * columns, columns, 0.0);
    }
}

/// The rows of steps to come, behind the last one that has any.
void HeatmapBuilder::leave_out_later(Map& map) const {
    int rows = map.heat.steps;
    while (rows > 1 && hides(map, rows - 1)) --rows;
    map.left_out = map.heat.steps - rows;
    keep_rows(map, 0, rows);
}

void HeatmapBuilder::keep_rows(Map& map, int first, int count) {
    const auto part = [&](auto& all, int each) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first) * each;
        std::rotate(all.begin(), begin, all.end());
        all.resize(static_cast<std::size_t>(count) * static_cast<std::size_t>(each));
    };
    part(map.heat.cells, map.heat.columns);
    part(map.values, map.heat.columns);
    part(map.own_steps, 1);
    map.first += first;
    map.heat.steps = count;
}

/// Those round the cursor's, as many as have room for their numbers.
void HeatmapBuilder::keep_readable(Map& map) {
    constexpr int fewest = 3;
    const Map whole = map;
    const int now = std::max(cursor(map), 0);
    for (int count = whole.heat.steps - 1; count >= fewest && map.at.figures < least_drawn;
         --count) {
        map = whole;
        keep_rows(map, std::clamp(now - count / 2, 0, whole.heat.steps - count), count);
        arrange();
    }
    if (map.at.figures >= least_drawn) return;
    map = whole;
    arrange();
}

float HeatmapBuilder::figures() const {
    return std::ranges::min_element(maps_, {}, [](const Map& map) { return map.at.figures; })
        ->at.figures;
}

/// Keeps two maps readable, each round the cursor's row of its own; one row at least, which is what
/// is compared.
void HeatmapBuilder::keep_both_readable() {
    const std::vector<Map> whole = maps_;
    const auto keep = [&](int count, bool tight) {
        maps_ = whole;
        for (Map& map : maps_) {
            const int steps = map.heat.steps, kept = std::min(count, steps);
            const int now = std::max(cursor(map), 0);
            keep_rows(map, std::clamp(now - kept / 2, 0, steps - kept), kept);
        }
        arrange(tight);
    };
    const int all = std::max(whole[0].heat.steps, whole[1].heat.steps);
    for (int count = all; count >= 1; --count) {
        keep(count, true);
        if (figures() >= least_drawn) return;
    }
    // Columns too narrow for numbers: rows that are seen beside the cursor's frame.
    constexpr float least_seen = 6.5F;
    for (int count = all; count >= 3; --count) {
        keep(count, false);
        if (std::min(maps_[0].at.cell_h, maps_[1].at.cell_h) >= least_seen) return;
    }
    maps_ = whole;
    arrange();
}

/// Unlike what was not touched: nobody has said that.
Rgba HeatmapBuilder::hidden_color() const {
    return color_of(0) == palette_.panel ? palette_.background : palette_.panel;
}

/// Logarithmic: conflicts come in doublings, and 1 and 2 must look as unlike as 16 and 32. What
/// harms nobody is pale; what does stands out the more from the ground the worse it is.
Rgba HeatmapBuilder::color_of(double value) const {
    if (pair_) return difference_color(value);
    const bool dark = text_on(palette_.background) == Rgba{255, 255, 255, 255};
    if (value <= 0) return dark ? palette_.background : palette_.panel;
    // Cividis goes from nearly black to yellow.
    if (value <= 1) return mix(palette_.background, cividis(dark ? 0.3F : 1), dark ? 0.6F : 0.3F);
    const float share =
        std::log2(static_cast<float>(value)) / std::log2(static_cast<float>(worst_));
    return cividis(dark ? 0.3F + 0.7F * share : 0.8F - 0.8F * share);
}

/// Blue for less, vermilion for more; the numbers carry signs.
Rgba HeatmapBuilder::difference_color(double value) const {
    if (value == 0) return palette_.panel;
    const auto share = static_cast<float>(std::sqrt(std::abs(value) / most_));
    return mix(palette_.background, value < 0 ? palette_.busy : palette_.conflict,
               0.15F + 0.75F * share);
}

void HeatmapBuilder::lay_out() {
    arrange();
    // Nobody zooms in, and no row has room for its numbers: those that are seen take that of the
    // others.
    Map& map = maps_.front();
    if (room_.still && maps_.size() == 1 && !pair_ && hides_any(map) &&
        map.at.figures < least_drawn) {
        leave_out_later(map);
        arrange();
    }
    if (room_.still && maps_.size() == 1 && !pair_ && map.at.figures < least_drawn)
        keep_readable(map);
    if (room_.still && maps_.size() == 2 && figures() < least_drawn) {
        for (Map& each : maps_) {
            if (hides_any(each)) leave_out_later(each);
        }
        keep_both_readable();
    }
    scene_.width = layout_.width;
    scene_.height = layout_.height;
    if (room_.given()) pin();
}

void HeatmapBuilder::arrange(bool tight) {
    tight_ = tight;
    std::vector<MapContents> contents;
    for (const Map& map : maps_) {
        MapContents content{.columns = map.heat.columns,
                            .steps = map.heat.steps,
                            .names = 0,
                            .heading = std::max(text_extent("bank"), text_extent("warp")),
                            .title = map_names(contents.size()).front(),
                            .totals = facts(map).front(),
                            .same_steps = map.trace->steps() == maps_[0].trace->steps(),
                            .sentence = options_.compare != nullptr};
        for (const double value : map.values) {
            content.digits = std::max(content.digits, text_extent(value_text(value)));
        }
        for (int row = 0; row < map.heat.steps; ++row) {
            content.names = std::max(content.names, text_extent(row_name(map, row), true));
        }
        contents.push_back(std::move(content));
    }
    const std::string legend = heatmap_legend(options_, pair_.has_value());
    constexpr float natural = 13;  // the type of these words where no room is given
    const float words =
        room_.given()
            ? text_extent(legend) + text_extent(untouched_words)
            : (text_width(legend, natural) + text_width(untouched_words, natural)) / natural;
    const auto most = std::max(2U, static_cast<unsigned>(std::ceil(most_)));
    const HeatScale scale{.last = worst_, .counted = static_cast<int>(std::bit_ceil(most))};
    layout_ = HeatmapLayout{contents, scale, words, room_, tight};
    for (std::size_t k = 0; k < maps_.size(); ++k) maps_[k].at = layout_.maps[k];
}

/// Names stay at the left and heads at the top while the cells are zoomed to: where the names of
/// all maps stand below one another, and their heads side by side.
void HeatmapBuilder::pin() {
    const HeatmapLayout::Map& first = layout_.maps.front();
    bool left = true, top = true;
    float end = 0;
    for (std::size_t k = 0; k < maps_.size(); ++k) {
        const HeatmapLayout::Map& at = layout_.maps[k];
        left = left && (!at.named || (at.names_x == first.names_x && at.x == first.x));
        top = top && at.header_y == first.header_y;
        end = std::max(end, at.row_y(maps_[k].heat.steps));
    }
    // The frame of the cursor's row stands out of it, and so do the names of low rows.
    constexpr float beside = 3.5F, above = 2.5F;
    const float name = first.y + first.cell_h / 2 - first.names_size * 0.6F;
    const float edge = first.x - beside, head = std::min(first.y - above, name);
    const auto cover = [this](std::size_t layer, Pin pin, Box box) {
        scene_.layers[layer].pin = pin;
        scene_.layers[layer].rects.push_back({.box = box, .fill = palette_.background});
    };
    if (left) {
        names_layer_ = 2;
        scene_.pinned_left = edge;
        cover(names_layer_, Pin::left, {0, head, edge, end - head + above});
    }
    if (top) {
        heads_layer_ = 3;
        scene_.pinned_top = head;
        cover(heads_layer_, Pin::top, {0, 0, scene_.width, head});
    }
    if (left && top) {
        titles_layer_ = 4;
        cover(titles_layer_, Pin::both, {0, 0, edge, head});
    }
}

std::string HeatmapBuilder::tip(const Map& map, int row, int column) const {
    if (hides(map, row)) return row_name(map, row) + ": still to come";
    const std::string place =
        fmt::format("{} {}, {}\n", options_.axis == HeatmapAxis::bank ? "bank" : "warp", column,
                    row_name(map, row));
    if (!pair_) return place + heat_tip(map.heat.at(row, column), options_);
    return place + heat_difference_tip(pair_->before.at(row, column), pair_->after.at(row, column),
                                       pair_->both_have(row, column), options_);
}

void HeatmapBuilder::add_cells(const Map& map) {
    const HeatMap& heat = map.heat;
    const HeatmapLayout::Map& at = map.at;
    const bool by_bank = options_.axis == HeatmapAxis::bank;
    ColorMatrix grid{
        .box = {at.x, at.y, map.cells_width(), static_cast<float>(heat.steps) * at.cell_h},
        .columns = heat.columns,
        .rows = heat.steps};
    grid.colors.reserve(heat.cells.size());
    scene_.hotspots.reserve(scene_.hotspots.size() + heat.cells.size());
    for (int step = 0; step < heat.steps; ++step) {
        for (int column = 0; column < heat.columns; ++column) {
            const double value = map.value(step, column);
            const Rgba color = color_of(value);
            const Box box{at.column_x(column), at.row_y(step), at.cell_w, at.cell_h};
            grid.colors.push_back(color);
            const bool touched = hides(map, step) ? false
                                 : !pair_         ? heat.at(step, column).requests > 0
                                                  : pair_->both_have(step, column) &&
                                                (heat.at(step, column).requests > 0 ||
                                                 pair_->before.at(step, column).requests > 0);
            if (touched) {
                label(box, value_text(value),
                      pair_ && value == 0 ? palette_.faint_text : text_on(color), at.figures,
                      Align::center);
            }
            if (pair_ && !pair_->both_have(step, column)) grid.colors.back() = palette_.background;
            if (hides(map, step)) grid.colors.back() = hidden_color();
            Hotspot spot = row_spot(map, step, box);
            spot.means = by_bank ? Selection{.bank = column} : Selection{.warp = column};
            spot.tip = tip(map, step, column);
            scene_.hotspots.push_back(std::move(spot));
        }
    }
    add_rules(map, grid.box);
    scene_.layers[0].matrices.push_back(std::move(grid));
}

/// A click on it goes to the row's step.
Hotspot HeatmapBuilder::row_spot(const Map& map, int row, Box box) {
    const int step = map.own_steps[static_cast<std::size_t>(row)];
    if (step < 0) return {.box = box};
    return {.box = box, .name = {"step", step}, .step = step, .click = click::GoToStep{step}};
}

/// Thin rules between cells, in the background's colour, so that equal neighbours stay countable.
void HeatmapBuilder::add_rules(const Map& map, const Box& box) {
    const HeatmapLayout::Map& at = map.at;
    if (at.cell_h < (room_.given() ? 6 : 16) || at.cell_w < 6) return;
    const auto add = [&](Point from, Point to) {
        scene_.layers[0].lines.push_back(
            {.from = from, .to = to, .color = palette_.background, .width = 1});
    };
    for (int column = 0; column <= map.heat.columns; ++column) {
        add({at.column_x(column), box.y}, {at.column_x(column), box.y + box.h});
    }
    for (int step = 0; step <= map.heat.steps; ++step) {
        add({box.x, at.row_y(step)}, {box.x + box.w, at.row_y(step)});
    }
}

/// Frames the current step's row. Low rows have no room within them but for their numbers: there
/// the frame is thin and stands out of its row as far as the next one's numbers.
void HeatmapBuilder::add_cursor(const Map& map) {
    if (cursor(map) < 0) return;
    const float row = map.at.row_y(cursor(map));
    const bool low = map.at.cell_h < 14;
    const float out = low ? 1.5F : 2;
    scene_.layers[1].rects.push_back(
        {.box = {map.at.x - 3, row - out, map.cells_width() + 6, map.at.cell_h + 2 * out},
         .fill = {0, 0, 0, 0},
         .border = palette_.accent,
         .border_width = low ? 1.5F : 2.5F,
         .radius = 3});
    // On cells as dark as the frame a light line within it keeps it in sight.
    if (low) return;
    scene_.layers[1].rects.push_back(
        {.box = {map.at.x - 0.5F, row + 0.5F, map.cells_width() + 1, map.at.cell_h - 1},
         .fill = {0, 0, 0, 0},
         .border = palette_.background,
         .border_width = 1.5F});
}

Scene HeatmapBuilder::build() {
    maps_.push_back(make_map(trace_));
    if (options_.compare != nullptr) {
        maps_.push_back(make_map(*options_.compare));
        names_ = distinguishing_names(*options_.compare, trace_);
        other_totals_ = maps_.back().totals;
    }
    if (options_.compare != nullptr && options_.difference) subtract();
    for (Map& map : maps_) {
        forget_later(map);
        for (const double value : map.values) most_ = std::max(most_, std::abs(value));
    }
    if (options_.scale_with != nullptr && options_.scale_with->blocks() > 0) {
        Map other = make_map(*options_.scale_with);
        forget_later(other);
        for (const double value : other.values) most_ = std::max(most_, value);
    }
    // A degree has its colour in every heatmap. Other counts have no end.
    if (options_.measure == HeatMeasure::worst) worst_ = warp_size;
    worst_ = std::max(worst_, static_cast<int>(std::ceil(most_)));
    worst_ = static_cast<int>(std::bit_ceil(static_cast<unsigned>(worst_)));
    lay_out();
    add_title();
    size_titles();
    for (const Map& map : maps_) add_map(map);
    if (layout_.legend) add_legend();
    return std::move(scene_);
}

}  // namespace scene_parts

Scene heatmap_scene(const Trace& trace, const ViewState& view, const HeatmapOptions& options,
                    const Palette& palette, Room room) {
    std::string nothing = why_nothing(trace);
    if (nothing.empty() && options.compare != nullptr) nothing = why_nothing(*options.compare);
    if (!nothing.empty()) return scene_parts::message_scene(std::move(nothing), palette, room);
    return scene_parts::HeatmapBuilder{trace, view, options, palette, room}.build();
}

std::string HeatmapView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

HeatmapOptions HeatmapView::ask(const Look& look, Subject& subject) {
    subject.at.block = 0;  // the worst over all blocks, or `only_block`
    subject.arrangement = static_cast<int>(look.axis);
    return {.axis = look.axis,
            .block = look.block.value_or(-1),
            .events = look.events,
            .measure = look.measure,
            .difference = look.difference && subject.other && !subject.beside,
            .hide_later = look.hide_later};
}

Scene HeatmapView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    Options whole = options;
    (subject.beside ? whole.scale_with : whole.compare) = subject.other.get();
    return heatmap_scene(*subject.trace, subject.at, whole, subject.palette, subject.room);
}

}  // namespace stridescope
