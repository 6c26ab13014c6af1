#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "app/scene/heatmap_layout.h"
#include "app/scene/heatmap_words.h"
#include "app/scene/run_names.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"
#include "app/scene/views.h"

namespace stridescope {

namespace {

using namespace scene_parts;

class HeatmapBuilder {
  public:
    HeatmapBuilder(const Trace& trace, const ViewState& view, const HeatmapOptions& options,
                   const Palette& palette, Room room)
        : trace_{trace},
          view_{view},
          options_{options},
          palette_{palette},
          room_{room},
          layouts_only_{options.compare == nullptr ||
                        differ_in_layout_only(trace, *options.compare)} {
        scene_.background = palette.background;
        scene_.layers.resize(2);
    }
    Scene build();

  private:
    struct Map {
        const Trace* trace;
        WorkCounts totals;
        HeatMap heat;
        std::vector<double> values{};  ///< [step][column]; of a difference, signed
        std::vector<int> own_steps{};  ///< by row: the step of the run at hand; -1: it has none
        HeatmapLayout::Map at{};

        float cells_width() const { return static_cast<float>(heat.columns) * at.cell_w; }
        double value(int step, int column) const {
            return values[static_cast<std::size_t>(step) * static_cast<std::size_t>(heat.columns) +
                          static_cast<std::size_t>(column)];
        }
    };

    Map make_map(const Trace& trace) const;
    void lay_out();
    void subtract();
    Rgba color_of(double value) const;
    Rgba difference_color(double value) const;
    std::string value_text(double value) const { return heat_number(value, pair_.has_value()); }
    std::string row_name(const Map& map, int row) const;
    std::vector<std::string> map_names(std::size_t k) const;
    std::vector<std::string> facts(const Map& map) const;
    int cursor(const Map& map) const;
    void add_title();
    void add_map(const Map& map);
    void add_cells(const Map& map);
    void add_rules(const Map& map, const Box& box);
    void add_cursor(const Map& map);
    void add_steps(const Map& map);
    void add_legend();
    std::string tip(const Map& map, int step, int column) const;
    void label(Box box, std::string text, Rgba color, float size, Align align = Align::left,
               bool bold = false) {
        scene_.layers[1].labels.push_back({.box = box,
                                           .text = std::move(text),
                                           .color = color,
                                           .size = size,
                                           .align = align,
                                           .bold = bold});
    }

    const Trace& trace_;
    const ViewState& view_;
    const HeatmapOptions& options_;
    const Palette& palette_;
    Room room_;
    std::vector<Map> maps_;
    HeatmapLayout layout_;
    std::optional<HeatPair> pair_;  ///< of a difference: one map is left
    RunNames names_;                ///< of two runs
    WorkCounts before_totals_;
    double most_ = 1;    ///< largest value; of a difference, by size
    int worst_ = 8;      ///< upper end of the scale, for all maps; at least this
    bool layouts_only_;  ///< the maps differ in nothing else: one title serves them
    Scene scene_;
};

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
    pair_ = paired(*maps_[0].trace, maps_[0].heat, trace_, maps_[1].heat);
    maps_.erase(maps_.begin());
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

std::string HeatmapBuilder::row_name(const Map& map, int row) const {
    if (row >= map.trace->step_count()) return "all steps";
    return step_label(map.trace->steps()[static_cast<std::size_t>(row)]);
}

/// What the map is called, in ever fewer words.
std::vector<std::string> HeatmapBuilder::map_names(std::size_t k) const {
    if (options_.compare == nullptr) {
        const Padding padding = trace_.experiment().padding;
        return {padding_text(padding), std::string{name_of(padding)}};
    }
    if (!pair_) return k == 0 ? names_.before : names_.after;
    std::vector<std::string> wordings;
    for (std::size_t i = 0; i < names_.after.size(); ++i) {
        wordings.push_back(fmt::format("{} less {}", names_.after[i], names_.before[i]));
    }
    return wordings;
}

/// What stands beside the name, in ever fewer words.
std::vector<std::string> HeatmapBuilder::facts(const Map& map) const {
    if (pair_ && pair_->all_steps_row()) {
        return {common_steps_text(*pair_, trace_.step_count()),
                fmt::format("{} of {} in both", pair_->common_steps,
                            counted(trace_.step_count(), "step"))};
    }
    const std::string excess = with_commas(map.totals.excess()) + " excess";
    return {totals_text(map.totals),
            fmt::format("{} · {}", counted(map.totals.wavefronts(), "wavefront"), excess), excess};
}

/// Logarithmic: conflicts come in doublings, and 1 and 2 must look as unlike as 16 and 32. The
/// scale never ends below 8, lest a kernel with a few 2-way conflicts look as bad as they come.
Rgba HeatmapBuilder::color_of(double value) const {
    if (pair_) return difference_color(value);
    const bool dark = text_on(palette_.background) == Rgba{255, 255, 255, 255};
    if (value <= 0) return dark ? palette_.background : palette_.panel;
    // Cividis begins nearly black: on dark ground, what was touched must not look as if it was not.
    const float least = dark ? 0.16F : 0.0F;
    const float share =
        std::log2(static_cast<float>(value)) / std::log2(static_cast<float>(worst_));
    return cividis(least + (1 - least) * share);
}

/// Blue for less, vermilion for more; the numbers carry signs.
Rgba HeatmapBuilder::difference_color(double value) const {
    if (value == 0) return palette_.panel;
    const auto share = static_cast<float>(std::sqrt(std::abs(value) / most_));
    return mix(palette_.background, value < 0 ? palette_.read : palette_.conflict,
               0.15F + 0.75F * share);
}

void HeatmapBuilder::lay_out() {
    std::vector<MapContents> contents;
    for (const Map& map : maps_) {
        MapContents content{.columns = map.heat.columns,
                            .steps = map.heat.steps,
                            .names = text_extent("bank"),
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
    const float words =
        text_extent(heatmap_legend(options_, pair_.has_value())) + text_extent(untouched_words);
    layout_ = HeatmapLayout{contents, worst_, words, room_};
    for (std::size_t k = 0; k < maps_.size(); ++k) maps_[k].at = layout_.maps[k];
    scene_.width = layout_.width;
    scene_.height = layout_.height;
}

std::string HeatmapBuilder::tip(const Map& map, int row, int column) const {
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
    CellGrid grid{
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
            const bool touched = !pair_ ? heat.at(step, column).requests > 0
                                        : pair_->both_have(step, column) &&
                                              (heat.at(step, column).requests > 0 ||
                                               pair_->before.at(step, column).requests > 0);
            if (touched) {
                label(box, value_text(value),
                      pair_ && value == 0 ? palette_.faint_text : text_on(color), at.figures,
                      Align::center);
            }
            if (pair_ && !pair_->both_have(step, column)) grid.colors.back() = palette_.background;
            scene_.hotspots.push_back({.box = box,
                                       .step = map.own_steps[static_cast<std::size_t>(step)],
                                       .column = column,
                                       .tip = tip(map, step, column)});
        }
    }
    add_rules(map, grid.box);
    scene_.layers[0].grids.push_back(std::move(grid));
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

/// Frames the current step's row.
void HeatmapBuilder::add_cursor(const Map& map) {
    if (cursor(map) < 0) return;
    scene_.layers[1].rects.push_back({.box = {map.at.x - 3, map.at.row_y(cursor(map)) - 2,
                                              map.cells_width() + 6, map.at.cell_h + 4},
                                      .fill = {0, 0, 0, 0},
                                      .border = palette_.accent,
                                      .border_width = 2.5F,
                                      .radius = 3});
}

/// Rows too low for all their names have those of a few, and always the cursor's.
void HeatmapBuilder::add_steps(const Map& map) {
    const HeatmapLayout::Map& at = map.at;
    const float height = std::max(at.cell_h, at.names_size * 1.2F);
    for (int step = 0; step < map.heat.steps; ++step) {
        const Box box{at.names_x, at.row_y(step), at.x - at.names_x, at.cell_h};
        scene_.hotspots.push_back(
            {.box = box, .step = map.own_steps[static_cast<std::size_t>(step)]});
        const int marked = cursor(map);
        const bool now = step == marked, last = step >= map.trace->step_count();
        const bool named = last || (step % at.name_every == 0 &&
                                    (marked < 0 || std::abs(step - marked) >= at.name_every));
        if (!now && !named) continue;
        label({box.x, box.y + at.cell_h / 2 - height / 2, at.names_w, height}, row_name(map, step),
              now ? palette_.text : palette_.faint_text, at.names_size, Align::right, now);
    }
}

void HeatmapBuilder::add_map(const Map& map) {
    const HeatmapLayout::Map& at = map.at;
    const std::vector<std::string> names = map_names(static_cast<std::size_t>(&map - maps_.data()));
    const std::vector<std::string> beside = facts(map);
    Wording title{names.front(), at.title_size};
    Wording totals{beside.front(), at.totals_size};
    if (room_.given()) {
        title = fit_wording(names, at.title_w, least_type, title.size, true);
        totals = fit_wording(beside, at.totals_w, least_type, totals.size, false);
    }
    label({at.x, at.title_y, at.title_w, at.line_h}, std::move(title.text), palette_.text,
          title.size, Align::left, true);
    label({at.totals_x, at.totals_y, at.totals_w, at.line_h}, std::move(totals.text), palette_.text,
          totals.size);
    if (at.named) {
        label({at.names_x, at.header_y, at.names_w, at.header_h},
              options_.axis == HeatmapAxis::bank ? "bank" : "warp", palette_.faint_text,
              at.header_size, Align::right);
    }
    for (int column = 0; column < map.heat.columns; column += at.number_every) {
        const float wide = at.cell_w * static_cast<float>(at.number_every);
        label({at.column_x(column) + at.cell_w / 2 - wide / 2, at.header_y, wide, at.header_h},
              fmt::format("{}", column), palette_.faint_text, at.header_size, Align::center);
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
    for (int degree = 1; degree <= worst_; degree *= legend_factor(worst_)) {
        entry(color_of(degree), fmt::format("{}", degree), layout_.swatch_w);
    }
    x += 10;
    words(heatmap_legend(options_, false));
    scene_.layers[0].rects.push_back(
        {.box = {x, y, h, h}, .fill = color_of(0), .border = palette_.grid, .border_width = 1});
    x += h + 10;
    words(untouched_words);
}

void HeatmapBuilder::add_title() {
    const float margin = layout_.margin;
    const std::string subject = heatmap_subject(options_, pair_.has_value());
    const std::string block = options_.block >= 0 ? block_suffix(trace_, options_.block) : "";
    Wording title{layouts_only_ ? fmt::format("{} · {}{}", subject, shape_title(trace_), block)
                                : subject + block,
                  layout_.title_size};
    if (room_.given()) {
        std::vector<std::string> wordings{title.text};
        if (layouts_only_) wordings = run_titles(trace_, subject + " · ", block, false);
        wordings.push_back(subject + block);
        title = fit_wording(wordings, scene_.width - 2 * margin, 10.5F, title.size, true);
    } else {
        scene_.width = std::max(scene_.width, text_width(title.text, title.size) + 2 * margin);
    }
    const float wide = scene_.width - 2 * margin;
    label({margin, layout_.title_y, wide, layout_.title_h}, std::move(title.text), palette_.text,
          title.size, Align::left, true);
    if (options_.compare == nullptr) return;
    const WorkCounts& before = before_totals_;
    const WorkCounts& after = maps_.back().totals;
    // Side by side the other run is the left one; of a difference it has a name alone.
    const std::string name = pair_ && !layouts_only_ ? names_.after.front() : "the right one";
    Wording sentence{compare_sentence(*options_.compare, before, trace_, after, name),
                     layout_.sentence_size};
    if (room_.given()) {
        const std::string brief = fmt::format("Excess {} → {}", with_commas(before.excess()),
                                              with_commas(after.excess()));
        sentence = fit_wording({sentence.text, brief}, wide, 10.5F, sentence.size, true);
    }
    label({margin, layout_.sentence_y, wide, layout_.sentence_h}, std::move(sentence.text),
          after.excess() > before.excess() ? palette_.conflict : palette_.text, sentence.size,
          Align::left, true);
}

Scene HeatmapBuilder::build() {
    if (options_.compare != nullptr) {
        maps_.push_back(make_map(*options_.compare));
        names_ = telling_names(*options_.compare, trace_);
        before_totals_ = maps_.front().totals;
    }
    maps_.push_back(make_map(trace_));
    if (options_.compare != nullptr && options_.difference) subtract();
    for (const Map& map : maps_) {
        for (const double value : map.values) most_ = std::max(most_, std::abs(value));
    }
    worst_ = std::max(worst_, static_cast<int>(std::ceil(most_)));
    worst_ = static_cast<int>(std::bit_ceil(static_cast<unsigned>(worst_)));
    lay_out();
    add_title();
    for (const Map& map : maps_) add_map(map);
    if (layout_.legend) add_legend();
    return std::move(scene_);
}

}  // namespace

Scene heatmap_scene(const Trace& trace, const ViewState& view, const HeatmapOptions& options,
                    const Palette& palette, Room room) {
    const auto empty = [](const Trace& t) { return t.blocks() == 0 || t.step_count() == 0; };
    if (empty(trace) || (options.compare != nullptr && empty(*options.compare))) {
        return message_scene("Nothing was recorded: there are no elements to scan.", palette, room);
    }
    return HeatmapBuilder{trace, view, options, palette, room}.build();
}

}  // namespace stridescope
