#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"
#include "app/scene/views.h"

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
};

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
            Cell{c.max_degree, {}, c.max_degree > 1}};
}

class WorkBuilder {
  public:
    WorkBuilder(const Trace& trace, int step, const Palette& palette, Room room,
                const WorkOptions& options)
        : trace_{trace}, step_{step}, palette_{palette}, room_{room}, options_{options} {
        scene_.background = palette.background;
        scene_.layers.resize(1);
        float wide = natural_name_w;
        for (const Column& column : columns) wide += column.width;
        if (room.given()) {
            const float chrome = title_h + head_h + 2 + 2 * margin;
            const auto rows = static_cast<float>(trace.step_count() + 1);
            // Below this, even the narrowest type would not fit its column.
            across_ = std::max((room.width - 2 * margin) / wide, least_type / type);
            row_h_ = std::clamp((room.height - chrome) / rows, 12.0F, 40.0F);
            zoom_ = std::min({across_, row_h_ * 0.75F / type, 1.4F});
        }
        scene_.width = 2 * margin + wide * across_;
    }
    Scene build();

  private:
    void label(Box box, std::string text, Rgba color, Align align = Align::right, bool bold = false,
               float size = type) {
        size *= zoom_;
        if (room_.given()) size = type_for(text_extent(text, bold), box.w, size);
        scene_.layers[0].labels.push_back({.box = box,
                                           .text = std::move(text),
                                           .color = color,
                                           .size = size,
                                           .align = align,
                                           .bold = bold});
    }
    void add_row(float y, const std::string& name, const std::array<Cell, columns.size()>& cells,
                 bool bold, bool total);
    void add_heads(float y);
    void rule(float y) {
        scene_.layers[0].lines.push_back({.from = {margin, y},
                                          .to = {scene_.width - margin, y},
                                          .color = palette_.edge_old,
                                          .width = 1});
    }

    const Trace& trace_;
    int step_;
    const Palette& palette_;
    Room room_;
    WorkOptions options_;
    std::array<std::int64_t, columns.size()> most_{};  ///< of a step, by column
    float across_ = 1, zoom_ = 1;  ///< columns' and type's share of their natural size
    float row_h_ = natural_row_h;
    Scene scene_;
};

void WorkBuilder::add_heads(float y) {
    const float name_w = natural_name_w * across_;
    float x = margin + name_w;
    label({margin, y + head_h / 2, name_w, head_h / 2}, "step", palette_.faint_text, Align::left);
    for (const Column& column : columns) {
        // A count with its formula stands in the left part of its column.
        const float w = (column.formula ? column.width - formula_w : column.width) * across_;
        const auto index = static_cast<int>(&column - columns.data());
        const bool sorted = options_.sorted_by == index;
        label({x, y + head_h / 2, w - 6, head_h / 2},
              sorted ? fmt::format("{} ↓", column.name) : std::string{column.name},
              sorted ? palette_.text : palette_.faint_text, Align::right, sorted);
        scene_.hotspots.push_back(
            {.box = {x, y + head_h / 2, w, head_h / 2},
             .column = index,
             .tip = sorted ? "A click sorts by step again"
                           : fmt::format("A click puts the steps with the most {} first",
                                         column.name)});
        if (column.formula) {
            label({x + w, y + head_h / 2, (formula_w - 2) * across_, head_h / 2}, "formula",
                  palette_.faint_text, Align::left, false, 11);
        }
        x += column.width * across_;
    }
    // "loads" and "stores" stand above their three columns, with a rule.
    for (const auto& [name, first] : {std::pair{"loads", 4}, std::pair{"stores", 7}}) {
        float from = margin + name_w;
        for (int k = 0; k < first; ++k)
            from += columns[static_cast<std::size_t>(k)].width * across_;
        float width = 0;
        for (int k = first; k < first + 3; ++k)
            width += columns[static_cast<std::size_t>(k)].width * across_;
        label({from, y, width, head_h / 2}, name, palette_.faint_text, Align::center);
        scene_.layers[0].lines.push_back({.from = {from + 10, y + head_h / 2},
                                          .to = {from + width - 6, y + head_h / 2},
                                          .color = palette_.grid,
                                          .width = 1});
    }
}

void WorkBuilder::add_row(float y, const std::string& name,
                          const std::array<Cell, columns.size()>& cells, bool bold, bool total) {
    const float name_w = natural_name_w * across_;
    label({margin + 4, y, name_w - 4, row_h_}, name, palette_.text, Align::left, bold);
    float x = margin + name_w;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const Column& column = columns[k];
        const Cell& cell = cells[k];
        const float w = (column.formula ? column.width - formula_w : column.width) * across_;
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
        label({x, y, w - 6, row_h_}, with_commas(cell.count),
              differs    ? palette_.wrong
              : cell.bad ? palette_.conflict
                         : palette_.text,
              Align::right, bold || differs || cell.bad);
        if (cell.expected) {
            label({x + w, y, (formula_w - 2) * across_, row_h_},
                  fmt::format("{} {}", differs ? "≠" : "=", with_commas(*cell.expected)),
                  differs ? palette_.wrong : palette_.faint_text, Align::left, differs, 12);
        }
        x += column.width * across_;
    }
}

Scene WorkBuilder::build() {
    const WorkTable table = work_table(trace_);
    Wording title{"Work · " + run_title(trace_), 16};
    if (room_.given()) {
        title = fit_wording(run_titles(trace_, "Work · ", "", true), scene_.width - 2 * margin,
                            10.5F, 16, true);
    } else {
        scene_.width = std::max(scene_.width, text_width(title.text, title.size) + 2 * margin);
    }
    label({margin, margin, scene_.width - 2 * margin, 22}, std::move(title.text), palette_.text,
          Align::left, true, title.size / zoom_);
    std::vector<std::size_t> order(table.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const WorkRow& row : table.rows) {
        const auto cells = cells_of(row.counts);
        for (std::size_t k = 0; k < cells.size(); ++k) {
            most_[k] = std::max(most_[k], cells[k].count);
        }
    }
    if (options_.sorted_by >= 0 && options_.sorted_by < static_cast<int>(columns.size())) {
        const auto by = static_cast<std::size_t>(options_.sorted_by);
        std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t row) {
            return cells_of(table.rows[row].counts)[by].count;
        });
    }
    float y = margin + title_h;
    add_heads(y);
    y += head_h;
    rule(y);
    for (const std::size_t k : order) {
        const WorkRow& row = table.rows[k];
        const Box line{margin, y, scene_.width - 2 * margin, row_h_};
        const bool now = static_cast<int>(k) == step_;
        if (now) {
            scene_.layers[0].rects.push_back({.box = line, .fill = palette_.panel});
            scene_.layers[0].rects.push_back({.box = {0, y, 4, row_h_}, .fill = palette_.accent});
        }
        auto cells = cells_of(row.counts);
        cells[0].expected = row.expected_active_threads;
        cells[2].expected = row.expected_adds;
        add_row(y, step_label(row.step), cells, now, false);
        scene_.hotspots.push_back({.box = line,
                                   .step = static_cast<int>(k),
                                   .tip = step_label(row.step) + ": a click goes there"});
        y += row_h_;
    }
    rule(y);
    add_row(y + 2, "total", cells_of(table.totals), true, true);
    scene_.height = std::max(y + 2 + row_h_ + margin, room_.height);
    return std::move(scene_);
}

}  // namespace

Scene work_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                 const WorkOptions& options) {
    Cursor cursor;
    if (!find_cursor(trace, view.block, view.step, cursor)) {
        return message_scene("Nothing was recorded: there are no elements to scan.", palette, room);
    }
    return WorkBuilder{trace, cursor.step, palette, room, options}.build();
}

}  // namespace stridescope
