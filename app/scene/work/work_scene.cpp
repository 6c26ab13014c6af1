#include "app/scene/work/work_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "app/analysis/work.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/step_label.h"
#include "app/scene/type_size.h"
#include "app/scene/view_facts.h"
#include "app/scene/view_state.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

/// Without a room; a room stretches the columns and the rows, and the type with the scarcer.
constexpr float margin = 14, title_h = 34, head_h = 44, natural_row_h = 24, natural_name_w = 140,
                formula_w = 52, type = 13;

struct Column {
    const char* name;
    float width;
    bool formula;       ///< has a closed form beside the count
    bool bars = false;  ///< steps are compared by bars behind the counts
};

constexpr std::size_t threads_column = 0, adds_column = 2;
constexpr std::array columns{
    Column{"active threads", 150, true, true},
    Column{"active warps", 90, false},
    Column{"adds", 150, true, true},
    Column{"barriers", 72, false},
    Column{"requests", 78, false},
    Column{"wavefronts", 88, false, true},
    Column{"excess", 66, false, true},
    Column{"requests", 78, false},
    Column{"wavefronts", 88, false, true},
    Column{"excess", 66, false, true},
    Column{"worst degree", 96, false},
    Column{"requests", 78, false},
    Column{"sectors", 78, false, true},
    Column{"at least", 72, false},
};

/// Neighbouring columns under a heading of their own.
struct Group {
    const char* name;
    std::size_t first, last;
};
constexpr std::array column_groups{Group{"loads", 4, 6}, Group{"stores", 7, 9},
                                   Group{"global memory", 11, 13}};

struct Cell {
    std::int64_t count = 0;
    std::optional<std::int64_t> expected{};
    bool bad = false;  ///< conflicts
};

std::array<Cell, columns.size()> cells_of(const WorkCounts& c) {
    return {Cell{c.active_threads},
            Cell{c.active_warps},
            Cell{c.adds},
            Cell{c.barriers},
            Cell{c.load_requests},
            Cell{c.load_wavefronts},
            Cell{c.load_excess, {}, c.load_excess > 0},
            Cell{c.store_requests},
            Cell{c.store_wavefronts},
            Cell{c.store_excess, {}, c.store_excess > 0},
            Cell{c.max_degree, {}, c.max_degree > 1},
            Cell{c.global_load_requests + c.global_store_requests},
            Cell{c.global_load_sectors + c.global_store_sectors,
                 {},
                 c.global_load_sectors + c.global_store_sectors > c.global_ideal_sectors},
            Cell{c.global_ideal_sectors}};
}

class WorkBuilder {
  public:
    WorkBuilder(const Trace& trace, int step, const Palette& palette, Room room,
                const WorkOptions& options)
        : trace_{trace},
          step_{step},
          palette_{palette},
          room_{room},
          options_{options},
          table_{work_table(trace)} {
        scene_.background = palette.background;
        scene_.layers.resize(2);
        scene_.layers[1].pin = Pin::top;
        choose_columns();
        float wide = natural_name_w;
        for (const std::size_t k : shown_) wide += width_of(k);
        if (room.given()) {
            const float chrome = title_h + head_h + 2 + 2 * margin;
            const auto rows = static_cast<float>(trace.step_count() + 1);
            // Below this, even the narrowest type would not fit its column.
            across_ = std::max((room.width - 2 * margin) / wide, least_type / type);
            // Where nobody scrolls, rows too low for their words have those of every other one.
            const float least_row = room.still ? 3.5F : 15.0F;
            row_h_ = std::clamp((room.height - chrome) / rows, least_row, 40.0F);
            zoom_ = std::min({across_, std::max(row_h_ * 0.75F, least_type) / type, 1.4F});
            words_every_ = std::max(1, static_cast<int>(std::ceil(least_type * 1.1F / row_h_)));
        }
        scene_.width = 2 * margin + wide * across_;
    }
    Scene build();

  private:
    /// Whether the row's step is still to come.
    bool hides(std::size_t row) const {
        return options_.hide_later && static_cast<int>(row) > step_;
    }
    bool has_formula(std::size_t k) const { return columns[k].formula && formulas_[k]; }
    float width_of(std::size_t k) const {
        return columns[k].width - (columns[k].formula && !has_formula(k) ? formula_w : 0);
    }
    /// All of them, or in a narrow room those that matter most.
    void choose_columns() {
        using Choices = std::vector<std::vector<std::size_t>>;
        Choices choices{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
                        {0, 2, 5, 6, 8, 9, 10, 12, 13},
                        {2, 5, 8, 10}};
        if (table_.totals.requests() == 0) {
            choices = {{0, 1, 2, 3, 11, 12, 13}, {0, 2, 11, 12, 13}, {2, 12, 13}};
        }
        if (!options_.costs) choices = {{0, 1, 2, 3}, {0, 2}, {2}};
        for (std::size_t choice = 0; choice < choices.size(); ++choice) {
            shown_ = choices[choice];
            formulas_.fill(table_.has_forms() && choice == 0);
            formulas_[adds_column] = table_.has_forms() && choice < 2;
            float wide = natural_name_w;
            for (const std::size_t k : shown_) wide += width_of(k);
            if (!room_.given() || wide * least_type / type + 2 * margin <= room_.width) return;
        }
    }
    std::string_view name_of_column(std::size_t k) const {
        return k == adds_column && !adds_only(trace_) ? "operations" : columns[k].name;
    }
    void label(Box box, std::string text, Rgba color, Align align = Align::right, bool bold = false,
               float size = type, std::size_t layer = 0) {
        size *= zoom_;
        if (room_.given()) size = type_for(text_extent(text, bold), box.w, size);
        add_label(scene_.layers[layer], box, std::move(text), color, size, align, bold);
    }
    /// In what stays in sight.
    void heading(Box box, std::string text, Rgba color, Align align, bool bold = false,
                 float size = type) {
        label(box, std::move(text), color, align, bold, size, 1);
    }
    void add_row(float y, const std::string& name, const std::array<Cell, columns.size()>& cells,
                 bool bold, bool total, bool worded = true);
    /// Of rows too low for their words those of a few have them, and always the cursor's and the
    /// last one's below them.
    bool is_worded(std::size_t place, std::size_t cursor, std::size_t rows) const {
        const auto every = static_cast<std::size_t>(words_every_);
        const std::size_t apart = place < cursor ? cursor - place : place - cursor;
        return apart == 0 || (apart % every == 0 && rows - place >= every);
    }
    /// Of a word in a row; it may be higher than that.
    Box in_row(float x, float y, float w) const {
        const float h = std::max(row_h_, type * zoom_ * 1.2F);
        return {x, y + (row_h_ - h) / 2, w, h};
    }
    void add_hidden(float y, const std::string& name);
    void add_name_spot(Box line, int step);
    void add_heads(float y);
    void rule(float y, std::size_t layer = 0) {
        scene_.layers[layer].lines.push_back({.from = {margin, y},
                                              .to = {scene_.width - margin, y},
                                              .color = palette_.edge_old,
                                              .width = 1});
    }

    const Trace& trace_;
    int step_;
    const Palette& palette_;
    Room room_;
    WorkOptions options_;
    WorkTable table_;
    std::vector<std::size_t> shown_;                   ///< columns
    std::array<bool, columns.size()> formulas_{};      ///< of those shown
    std::array<std::int64_t, columns.size()> most_{};  ///< of a step, by column
    float across_ = 1, zoom_ = 1;  ///< columns' and type's share of their natural size
    float row_h_ = natural_row_h;
    int words_every_ = 1;  ///< rows that have words and numbers
    Scene scene_;
};

void WorkBuilder::add_heads(float y) {
    const float name_w = natural_name_w * across_, below = y + head_h / 2, h = head_h / 2;
    heading({margin, below, name_w, h}, "step", palette_.faint_text, Align::left);
    float x = margin + name_w;
    std::array<Box, column_groups.size()> groups{};
    for (const std::size_t k : shown_) {
        // A count with its formula stands in the left part of its column.
        const float whole = width_of(k) * across_;
        const float w = has_formula(k) ? whole - formula_w * across_ : whole;
        const bool sorted = options_.sorted_by == static_cast<int>(k);
        heading({x, below, w - 6, h},
                sorted ? fmt::format("{} ↓", name_of_column(k)) : std::string{name_of_column(k)},
                sorted ? palette_.text : palette_.faint_text, Align::right, sorted);
        scene_.hotspots.push_back(
            {.box = {x, below, w, h},
             .name = {"column", static_cast<int>(k)},
             .click = click::SortBy{static_cast<int>(k)},
             .tip = sorted ? "Click to sort by step again"
                           : fmt::format("Click to put the steps with the most {} first",
                                         name_of_column(k))});
        if (has_formula(k)) {
            heading({x + w, below, (formula_w - 2) * across_, h}, "formula", palette_.faint_text,
                    Align::left, false, 11);
        }
        for (std::size_t g = 0; g < groups.size(); ++g) {
            if (k < column_groups[g].first || k > column_groups[g].last) continue;
            Box& group = groups[g];
            if (group.w == 0) group.x = x;
            group.w = x + whole - group.x;
        }
        x += whole;
    }
    // Groups' names stand above their columns, with a rule.
    for (std::size_t k = 0; k < groups.size(); ++k) {
        const Box& group = groups[k];
        if (group.w == 0) continue;
        heading({group.x, y, group.w, h}, column_groups[k].name, palette_.faint_text,
                Align::center);
        scene_.layers[1].lines.push_back({.from = {group.x + 10, below},
                                          .to = {group.x + group.w - 6, below},
                                          .color = palette_.rule,
                                          .width = 1});
    }
}

void WorkBuilder::add_row(float y, const std::string& name,
                          const std::array<Cell, columns.size()>& cells, bool bold, bool total,
                          bool worded) {
    const float name_w = natural_name_w * across_;
    if (worded) label(in_row(margin + 4, y, name_w - 4), name, palette_.text, Align::left, bold);
    float x = margin + name_w;
    for (const std::size_t k : shown_) {
        const Column& column = columns[k];
        const Cell& cell = cells[k];
        const float w = (width_of(k) - (has_formula(k) ? formula_w : 0)) * across_;
        const bool differs = cell.expected && *cell.expected != cell.count;
        if (column.bars && !total && cell.count > 0) {
            const float share = static_cast<float>(cell.count) /
                                static_cast<float>(std::max<std::int64_t>(most_[k], 1));
            const float most = w - 10;
            scene_.layers[0].rects.push_back(
                {.box = {x + 8 + most * (1 - share), y + row_h_ * 0.14F, most * share,
                         row_h_ * 0.72F},
                 .fill =
                     mix(palette_.background, cell.bad ? palette_.conflict : palette_.read, 0.2F)});
        }
        if (worded) {
            label(in_row(x, y, w - 6), with_commas(cell.count),
                  differs    ? palette_.wrong
                  : cell.bad ? palette_.conflict
                             : palette_.text,
                  Align::right, bold || differs || cell.bad);
        }
        if (worded && cell.expected && has_formula(k)) {
            label(in_row(x + w, y, (formula_w - 2) * across_),
                  fmt::format("{} {}", differs ? "≠" : "=", with_commas(*cell.expected)),
                  differs ? palette_.wrong : palette_.faint_text, Align::left, differs, 12);
        }
        x += width_of(k) * across_;
    }
}

/// A row whose counts are still to come.
void WorkBuilder::add_hidden(float y, const std::string& name) {
    const float name_w = natural_name_w * across_;
    label(in_row(margin + 4, y, name_w - 4), name, palette_.faint_text, Align::left);
    float x = margin + name_w;
    for (const std::size_t k : shown_) {
        const float w = (width_of(k) - (has_formula(k) ? formula_w : 0)) * across_;
        label(in_row(x, y, w - 6), "…", palette_.faint_text);
        x += width_of(k) * across_;
    }
}

/// The step's name is lit with what has a part in the step.
void WorkBuilder::add_name_spot(Box line, int step) {
    Hotspot spot = scene_.hotspots.back();
    const std::string name = step_label(table_.rows[static_cast<std::size_t>(step)].step);
    const float most = natural_name_w * across_ - 6;
    spot.box = {line.x, line.y + 1.5F, std::min(text_extent(name, true) * type * zoom_ + 9, most),
                line.h - 3};
    spot.step = step;
    spot.names_step = true;
    scene_.hotspots.push_back(std::move(spot));
}

Scene WorkBuilder::build() {
    Wording title{"Work · " + run_title(trace_), 16};
    if (room_.given()) {
        title = fit_wording(run_titles(trace_, "Work · ", ""), scene_.width - 2 * margin, 10.5F, 16,
                            true);
    } else {
        scene_.width = std::max(scene_.width, text_width(title.text, title.size) + 2 * margin);
    }
    const float heads = margin + title_h + head_h;
    if (room_.given()) {
        scene_.layers[1].rects.push_back(
            {.box = {0, 0, scene_.width, heads}, .fill = palette_.background});
        scene_.pinned_top = heads;
    }
    heading({margin, margin, scene_.width - 2 * margin, 22}, std::move(title.text), palette_.text,
            Align::left, true, title.size / zoom_);
    std::vector<std::size_t> order(table_.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t row = 0; row < table_.rows.size() && !hides(row); ++row) {
        const auto cells = cells_of(table_.rows[row].counts);
        for (std::size_t k = 0; k < cells.size(); ++k) {
            most_[k] = std::max(most_[k], cells[k].count);
        }
    }
    // The order would tell which of the hidden steps costs most.
    const bool hidden = hides(table_.rows.size() - 1);
    if (!hidden && options_.sorted_by >= 0 &&
        options_.sorted_by < static_cast<int>(columns.size())) {
        const auto by = static_cast<std::size_t>(options_.sorted_by);
        std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t row) {
            return cells_of(table_.rows[row].counts)[by].count;
        });
    }
    float y = margin + title_h;
    add_heads(y);
    y += head_h;
    rule(y, 1);
    const auto cursor = std::ranges::find(order, static_cast<std::size_t>(step_));
    for (std::size_t place = 0; place < order.size(); ++place) {
        const std::size_t k = order[place];
        const bool worded =
            is_worded(place, static_cast<std::size_t>(cursor - order.begin()), order.size());
        const WorkRow& row = table_.rows[k];
        const Box line{margin, y, scene_.width - 2 * margin, row_h_};
        const bool now = static_cast<int>(k) == step_;
        if (now) {
            scene_.focus = line;
            scene_.layers[0].rects.push_back({.box = line, .fill = palette_.panel});
            scene_.layers[0].rects.push_back({.box = {0, y, 4, row_h_}, .fill = palette_.accent});
        }
        auto cells = cells_of(row.counts);
        cells[threads_column].expected = row.expected_active_threads;
        cells[adds_column].expected = row.expected_adds;
        if (!hides(k)) {
            add_row(y, step_label(row.step), cells, now, false, worded);
        } else if (worded) {
            add_hidden(y, step_label(row.step));
        }
        scene_.hotspots.push_back({.box = line,
                                   .name = {"step", static_cast<int>(k)},
                                   .step = static_cast<int>(k),
                                   .click = click::GoToStep{static_cast<int>(k)},
                                   .tip = step_label(row.step) + ": click to go there"});
        // A step to come does not tell who will have a part in it.
        if (!hides(k)) add_name_spot(line, static_cast<int>(k));
        y += row_h_;
    }
    rule(y);
    if (hidden) {
        add_hidden(y + 2, "total");
    } else {
        add_row(y + 2, "total", cells_of(table_.totals), true, true);
    }
    scene_.height = std::max(y + 2 + row_h_ + margin, room_.height);
    scene_.scrolls = room_.given() && scene_.height > room_.height + 0.5F;
    return std::move(scene_);
}

}  // namespace

Scene work_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                 const WorkOptions& options) {
    Cursor cursor;
    if (!find_cursor(trace, view.block, view.step, cursor)) {
        return message_scene(why_nothing(trace), palette, room);
    }
    return WorkBuilder{trace, cursor.step, palette, room, options}.build();
}

}  // namespace stridescope
