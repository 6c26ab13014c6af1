// What stands around the heatmap's cells: titles, names of rows, heads of columns, the legend.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/heatmap/heatmap_builder.h"
#include "app/scene/heatmap/heatmap_words.h"
#include "app/scene/type_size.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {
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
