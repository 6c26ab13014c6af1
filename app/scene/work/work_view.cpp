#include "app/scene/work/work_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/work.h"
#include "app/analysis/work_columns.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

/// Without a room; a room stretches the columns and the rows, and the type with the scarcer.
constexpr float margin = 14, title_h = 34, head_h = 44, natural_row_h = 24, natural_name_w = 140,
                formula_w = 52, type = 13;

/// Columns by their numbers, see work_columns().
using Numbers = std::vector<std::size_t>;

const WorkColumn& column(std::size_t number) {
    return work_columns()[number];
}

/// As wide as the words over it, with room for its closed form.
float width_under(const WorkColumn& of) {
    constexpr std::array<std::pair<std::string_view, float>, 8> widths{{{"active threads", 98},
                                                                        {"active warps", 90},
                                                                        {"adds", 98},
                                                                        {"barriers", 72},
                                                                        {"wavefronts", 88},
                                                                        {"excess", 66},
                                                                        {"worst degree", 96},
                                                                        {"at least", 72}}};
    for (const auto& [title, width] : widths) {
        if (of.title == title) return width;
    }
    return 78;
}

/// What stands in a row's column.
struct Shown {
    std::int64_t count = 0;
    std::optional<std::int64_t> form{};
    bool too_much = false;
};

Shown shown_of(const WorkColumn& of, const WorkRow& row) {
    Shown shown{.count = of.of(row.counts), .too_much = of.is_too_much(row.counts)};
    if (of.form != nullptr) shown.form = row.*of.form;
    return shown;
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
          // One of two has its name above it.
          title_h_{room.named ? 0 : title_h},
          // On a page there is little room for the other one's rows.
          head_h_{room.still ? 26 : head_h},
          above_{room.still ? 3 : margin},
          table_{work_table(trace)} {
        scene_.background = palette.background;
        scene_.layers.resize(2);
        scene_.layers[1].pin = Pin::top;
        choose_columns();
        const float wide = width_of_all();
        if (room.given()) {
            const float chrome = title_h_ + head_h_ + 2 + 2 * above_;
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
    bool has_formula(std::size_t k) const {
        return column(k).form != nullptr && column(k).weight >= least_with_formula_;
    }
    float width_of(std::size_t k) const {
        return width_under(column(k)) + (has_formula(k) ? formula_w : 0);
    }
    float width_of_all() const {
        float wide = natural_name_w;
        for (const std::size_t k : shown_) wide += width_of(k);
        return wide;
    }
    /// All that matters, or in a narrow room what matters most.
    void choose_columns() {
        choose_by_room();
        // Atomics are no operations of this column: 0 would deny them.
        if (std::ranges::none_of(trace_.sites(), [](const TraceSite& site) {
                return site.event == Event::atomic || site.event == Event::global_atomic;
            }))
            return;
        std::erase_if(shown_, [this](std::size_t k) {
            const WorkColumn& of = column(k);
            return !of.operations_title.empty() && of.of(table_.totals) == 0 &&
                   options_.sorted_by != static_cast<int>(k);
        });
    }
    void choose_by_room() {
        for (const int least : {1, 2, 3}) {
            shown_ = work_columns_for_pictures(
                table_.totals,
                {.least_weight = least, .costs = options_.costs, .sorted_by = options_.sorted_by});
            // In a narrower room the closed form stands beside what matters most, or nowhere.
            least_with_formula_ = table_.has_forms() && least < 3 ? least + 1 : 4;
            if (fits()) return;
        }
        // Atomics make it wider than others: what none of the steps has goes, too.
        if (table_.totals.atomic_requests == 0) return;
        std::erase_if(shown_, [this](std::size_t k) {
            return column(k).of(table_.totals) == 0 && options_.sorted_by != static_cast<int>(k);
        });
    }
    bool fits() const {
        return !room_.given() || width_of_all() * least_type / type + 2 * margin <= room_.width;
    }
    std::string_view name_of_column(std::size_t k) const {
        const WorkColumn& of = column(k);
        return of.operations_title.empty() || adds_only(trace_) ? of.title : of.operations_title;
    }
    void label(Box box, std::string text, Rgba color, Align align = Align::right, bool bold = false,
               float size = type, std::size_t layer = 0) {
        size *= zoom_;
        if (room_.given()) size = type_for(text_extent(text, bold), box.w, size);
        add_label(scene_.layers[layer], box, std::move(text), color, size, align, bold);
    }
    /// In what stays in sight; no higher than its box, for it would not be drawn.
    void heading(Box box, std::string text, Rgba color, Align align, bool bold = false,
                 float size = type) {
        size = std::min(size, 0.97F * box.h / zoom_);
        label(box, std::move(text), color, align, bold, size, 1);
    }
    void add_row(float y, const std::string& name, const WorkRow& row, bool bold, bool total,
                 bool worded = true);
    /// Where rows are too low for their words, a few have them, and always the cursor's and the
    /// last one's below them.
    bool is_worded(std::size_t place, std::size_t cursor, std::size_t rows) const {
        const auto every = static_cast<std::size_t>(words_every_);
        const std::size_t apart = place < cursor ? cursor - place : place - cursor;
        return apart == 0 || (apart % every == 0 && rows - place >= every);
    }
    /// The box of a word in a row; it may be higher than that.
    Box in_row(float x, float y, float w) const {
        const float h = std::max(row_h_, type * zoom_ * 1.2F);
        return {x, y + (row_h_ - h) / 2, w, h};
    }
    void add_hidden(float y, const std::string& name);
    void leave_out(std::vector<std::size_t>& order);
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
    float title_h_, head_h_, above_;
    WorkTable table_;
    Numbers shown_;               ///< columns
    int least_with_formula_ = 4;  ///< closed forms stand beside columns of that weight
    std::map<std::size_t, std::int64_t> most_;  ///< of a step, by column
    float across_ = 1, zoom_ = 1;               ///< columns' and type's share of their natural size
    float row_h_ = natural_row_h;
    int words_every_ = 1;  ///< rows that have words and numbers
    /// Where nobody scrolls and not all rows can be read: the sum of those that cost least.
    WorkRow others_{};
    std::size_t left_out_ = 0;
    bool others_hidden_ = false;
    Scene scene_;
};

void WorkBuilder::add_heads(float y) {
    const bool grouped =
        std::ranges::any_of(shown_, [](std::size_t k) { return !column(k).group.empty(); });
    // On a page the names of no groups leave their room to those of the columns.
    const float h = room_.still && !grouped ? head_h_ : head_h_ / 2, below = y + head_h_ - h;
    const float name_w = natural_name_w * across_;
    heading({margin, below, name_w, h}, "step", palette_.faint_text, Align::left);
    float x = margin + name_w;
    std::vector<std::pair<std::string_view, Box>> groups;
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
        if (const std::string_view group = column(k).group; !group.empty()) {
            if (groups.empty() || groups.back().first != group)
                groups.emplace_back(group, Box{.x = x});
            groups.back().second.w = x + whole - groups.back().second.x;
        }
        x += whole;
    }
    // Groups' names stand above their columns, with a rule.
    for (const auto& [name, group] : groups) {
        heading({group.x, y, group.w, h}, std::string{name}, palette_.faint_text, Align::center);
        scene_.layers[1].lines.push_back({.from = {group.x + 10, below},
                                          .to = {group.x + group.w - 6, below},
                                          .color = palette_.rule,
                                          .width = 1});
    }
}

void WorkBuilder::add_row(float y, const std::string& name, const WorkRow& row, bool bold,
                          bool total, bool worded) {
    const float name_w = natural_name_w * across_;
    if (worded) label(in_row(margin + 4, y, name_w - 4), name, palette_.text, Align::left, bold);
    float x = margin + name_w;
    for (const std::size_t k : shown_) {
        const Shown shown = shown_of(column(k), row);
        const float w = (width_of(k) - (has_formula(k) ? formula_w : 0)) * across_;
        const bool differs = shown.form && *shown.form != shown.count;
        if (column(k).bars && !total && shown.count > 0) {
            const float share = static_cast<float>(shown.count) /
                                static_cast<float>(std::max<std::int64_t>(most_[k], 1));
            const float most = w - 10;
            scene_.layers[0].rects.push_back(
                {.box = {x + 8 + most * (1 - share), y + row_h_ * 0.14F, most * share,
                         row_h_ * 0.72F},
                 .fill = mix(palette_.background,
                             shown.too_much ? palette_.conflict : palette_.busy, 0.2F)});
        }
        if (worded) {
            label(in_row(x, y, w - 6), with_commas(shown.count),
                  differs          ? palette_.wrong
                  : shown.too_much ? palette_.conflict
                                   : palette_.text,
                  Align::right, bold || differs || shown.too_much);
        }
        if (worded && shown.form && has_formula(k)) {
            label(in_row(x + w, y, (formula_w - 2) * across_),
                  fmt::format("{} {}", differs ? "≠" : "=", with_commas(*shown.form)),
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

/// Where there are more rows than can be read and nobody scrolls, keeps the cursor's and those that
/// cost most, in their order; the others become one row.
void WorkBuilder::leave_out(std::vector<std::size_t>& order) {
    if (!room_.still || words_every_ == 1) return;
    const float room = room_.height - (title_h_ + head_h_ + 2 + 2 * above_);
    const auto fitting = static_cast<std::size_t>(std::max(room / (least_type * 1.25F), 4.0F));
    if (order.size() + 1 <= fitting) return;
    const std::size_t keep = fitting - 2;  // the others' and the total
    std::vector<std::size_t> ranked = order;
    const auto cost = [this](std::size_t row) {
        if (static_cast<int>(row) == step_) return std::numeric_limits<std::int64_t>::max();
        return hides(row) ? std::int64_t{-1} : table_.rows[row].counts.wavefronts();
    };
    std::ranges::stable_sort(ranked, std::ranges::greater{}, cost);
    for (auto row = ranked.begin() + static_cast<std::ptrdiff_t>(keep); row != ranked.end();
         ++row) {
        others_.counts += table_.rows[*row].counts;
        others_hidden_ = others_hidden_ || hides(*row);
        std::erase(order, *row);
        ++left_out_;
    }
    row_h_ = std::min(room / static_cast<float>(fitting), 40.0F);
    words_every_ = 1;
    zoom_ = std::min({across_, std::max(row_h_ * 0.75F, least_type) / type, 1.4F});
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
    const float heads = above_ + title_h_ + head_h_;
    if (room_.given()) {
        scene_.layers[1].rects.push_back(
            {.box = {0, 0, scene_.width, heads}, .fill = palette_.background});
        scene_.pinned_top = heads;
    }
    if (title_h_ > 0)
        heading({margin, above_, scene_.width - 2 * margin, 22}, std::move(title.text),
                palette_.text, Align::left, true, title.size / zoom_);
    std::vector<std::size_t> order(table_.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t row = 0; row < table_.rows.size() && !hides(row); ++row) {
        for (const std::size_t k : shown_)
            most_[k] = std::max(most_[k], column(k).of(table_.rows[row].counts));
    }
    // The order would tell which of the hidden steps costs most.
    const bool hidden = hides(table_.rows.size() - 1);
    if (!hidden && options_.sorted_by >= 0 &&
        options_.sorted_by < static_cast<int>(work_columns().size())) {
        const WorkColumn& by = column(static_cast<std::size_t>(options_.sorted_by));
        std::ranges::stable_sort(order, std::ranges::greater{},
                                 [&](std::size_t row) { return by.of(table_.rows[row].counts); });
    }
    leave_out(order);
    float y = above_ + title_h_;
    add_heads(y);
    y += head_h_;
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
        if (!hides(k)) {
            add_row(y, step_label(row.step), row, now, false, worded);
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
    if (left_out_ > 0) {
        const std::string name = fmt::format("{} others", left_out_);
        if (others_hidden_) {
            add_hidden(y, name);
        } else {
            add_row(y, name, others_, false, true);
        }
        y += row_h_;
    }
    rule(y);
    if (hidden) {
        add_hidden(y + 2, "total");
    } else {
        add_row(y + 2, "total", {.step = {}, .counts = table_.totals}, true, true);
    }
    scene_.height = std::max(y + 2 + row_h_ + above_, room_.height);
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

std::string WorkView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

WorkOptions WorkView::ask(const Look& look, Subject& subject) {
    subject.at.block = 0;  // it counts all blocks
    return {.sorted_by = look.sorted_by,
            .hide_later = look.hide_later,
            .costs = subject.costs && !look.hide_costs};
}

Scene WorkView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    return work_scene(*subject.trace, subject.at, subject.palette, subject.room, options);
}

}  // namespace stridescope
