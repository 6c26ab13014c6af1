#include "app/scene/memory/memory_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {
namespace {

/// Cells narrower or lower than this have no room for words, borders and marks.
constexpr float least_full_w = 20, least_full_h = 19;
constexpr float least_cell_w = 3, least_line_h = 0.75F;  ///< rows can be zoomed to; of a bank
constexpr float widest_cell = 200, highest_cell = 128;
/// In a room as large as a screen, cells may be larger: some of its height.
constexpr float share_of_screen = 0.27F;

}  // namespace

MemoryLayout::MemoryLayout(const MemoryContents& contents, Room room)
    : columns{std::clamp(contents.words, 1, contents.bank_columns)},
      rows{std::max(1, (contents.words + columns - 1) / columns)},
      permuted_{contents.permuted} {
    if (room.given()) {
        fill(contents, room);
    } else {
        take_natural_size(contents.bank_columns);
        bank_every = contents.cells_of_bank;
    }
}

void MemoryLayout::take_natural_size(int bank_columns) {
    margin = 12;
    cell_w = bank_columns == 16 ? 64 : 42;
    cell_h = 40;
    title_y = margin;
    title_h = 22;
    title_size = 15;
    names_w = 46;
    names_size = 11;
    left = margin + 54;
    banks_y = margin + 30;
    banks_h = 16;
    banks_size = 12;
    chips_y = banks_y + 16;
    chips_h = 15;
    top = banks_y + 34;
    width = left + static_cast<float>(columns) * cell_w + margin;
    legend_x = left;
    legend_y = top + static_cast<float>(rows) * cell_h + 14;
    legend_line = 26;
    legend_size = 12;
}

float MemoryLayout::legend_end(const std::vector<float>& extents) const {
    float x = legend_x, y = legend_y;
    for (const float extent : extents) {
        if (x > legend_x && x + entry_width(extent) > width - margin) {
            x = legend_x;
            y += legend_line;
        }
        x += entry_width(extent) + entry_gap;
    }
    return extents.empty() ? y : y + legend_line;
}

void MemoryLayout::fill(const MemoryContents& contents, Room room) {
    const auto across = static_cast<float>(columns), down = static_cast<float>(rows);
    const auto sharing = static_cast<float>(contents.cells_of_bank);
    margin = 8;
    names_size = std::clamp(room.height / 45, 10.0F, 14.0F);
    names_w =
        std::max({text_extent("banks"), text_extent("n-way"), contents.names}) * names_size + 2;
    const float names_gap = 6;
    width = std::max(
        {room.width, 2 * margin + names_w + names_gap + across * least_cell_w / sharing, 180.0F});
    cell_w = std::min((width - 2 * margin - names_w - names_gap) / across, widest_cell);
    left = margin + names_w + names_gap;

    title_y = 6;
    title_size = 14;
    title_h = title_size * 1.4F;
    banks_y = title_y + title_h + 4;
    banks_size = std::clamp(cell_w * sharing * 0.35F, 11.0F, 16.0F);
    banks_h = banks_size * 1.3F;
    bank_every =
        contents.cells_of_bank * label_every(cell_w * sharing, text_extent("30") * banks_size + 4);
    chips_y = banks_y + banks_h;
    chips_h = contents.conflicts ? 14 : 0;
    top = chips_y + chips_h + 2;

    const float floor = room.height - margin;
    height = std::max(room.height, top + down * least_line_h + margin);
    legend_x = margin;
    legend_size = room.height > 500 ? 13 : 11;
    // In a narrow room, so that the longest entry fits a line.
    const float words_w = width - 2 * margin - swatch_w - words_after - 2;
    for (const float extent : contents.legend) {
        legend_size = std::min(legend_size, words_w / extent);
    }
    legend_line = legend_size + 8;
    const float legend_gap = 6;
    const auto cells_above_legend = [&](const std::vector<float>& legend) {
        legend_y = 0;
        const float lines = legend_end(legend);
        return (floor - top - lines - (lines > 0 ? legend_gap : 0)) / down;
    };
    const auto fits = [&](float h) { return cell_w >= least_full_w && h >= least_full_h; };
    const float alone = (floor - top) / down;
    cell_h = cells_above_legend(contents.legend);
    flat = !fits(cell_h);
    if (flat && fits(alone)) {
        // Cells that say it all are worth more than words below them.
        flat = false;
        cell_h = alone;
        legend_size = 0;
    } else if (flat) {
        cell_h = cells_above_legend(contents.flat_legend);
        if (cell_h < least_line_h || cell_h < alone * 0.6F) {
            cell_h = alone;
            legend_size = 0;
        }
    }
    const float highest = std::max(3.8F * cell_w, flat ? 30.0F : 48.0F);
    cell_h = std::clamp(cell_h, least_line_h,
                        std::min(std::max(highest_cell, height * share_of_screen), highest));
    stacked = true;
    name_every = label_every(cell_h, names_size * 1.3F);

    legend_y = top + down * cell_h + legend_gap;
    const float end = legend_size > 0 ? legend_end(flat ? contents.flat_legend : contents.legend)
                                      : top + down * cell_h;
    // What is left over goes above and below.
    const float spare = std::max((height - margin - end) / 2, 0.0F);
    for (float* y : {&banks_y, &chips_y, &top, &legend_y}) *y += spare;
}

float MemoryLayout::entry_width(float extent) const {
    return swatch_w + words_after + extent * legend_size + 2;
}

Box MemoryLayout::value_box(const Box& cell) const {
    if (!stacked) return {cell.x + 1, cell.y + 11, cell.w - 2, 19};
    const float above = thread_line(), below = above + element_line() + bar();
    return {cell.x + cell.w * 0.03F, cell.y + above, cell.w * 0.94F, cell.h - above - below};
}

Box MemoryLayout::element_box(const Box& cell) const {
    if (!stacked) return {cell.x + 2, cell.y + cell.h - 14, cell.w - 4, 9};
    return {cell.x + cell.w * 0.05F, cell.y + cell.h - bar() - thread_line() - element_line(),
            cell.w * 0.9F, element_line()};
}

Box MemoryLayout::readers_box(const Box& cell, bool written_too) const {
    if (stacked) return {cell.x + cell.w * 0.05F, cell.y, cell.w * 0.9F, thread_line()};
    if (written_too) return {cell.x + 1, cell.y + 1, cell.w / 2 - 1, 11};
    return {cell.x + 2, cell.y + 1, cell.w - 4, 11};
}

Box MemoryLayout::writers_box(const Box& cell, bool read_too) const {
    if (stacked) {
        return {cell.x + cell.w * 0.05F, cell.y + cell.h - bar() - thread_line(), cell.w * 0.9F,
                thread_line()};
    }
    if (read_too) return {cell.x + cell.w / 2, cell.y + 1, cell.w / 2 - 1, 11};
    return {cell.x + 2, cell.y + 1, cell.w - 4, 11};
}

MemoryCells::MemoryCells(const MemoryState& state, const MemoryLayout& layout,
                         const Palette& palette, bool in_room, Scene& scene)
    : state_{state},
      layout_{layout},
      palette_{palette},
      in_room_{in_room},
      scene_{scene},
      value_{state.bytes() == 8 ? 9 : 6, layout.most_value_size()} {
    if (!in_room) return;
    value_ = value_type(state.trace(), state.cursor().block, layout.value_box(layout.cell(0)).w,
                        value_.size, value_.chars);
    // A cell without a number would be one that nobody has written: all are seen, or none is.
    const float longest = longest_value(state.trace(), state.cursor().block, value_.chars);
    value_.size =
        std::min(value_.size, type_for(longest, layout.value_box(layout.cell(0)).w, value_.size));
    choose_thread_style();
}

Rgba MemoryCells::flat_color(int word, bool lower) const {
    // Too small for rings: the upper half of the cell.
    if (state_.race(word) != nullptr && small() && !lower) return palette_.wrong;
    const bool read = state_.read(word), written = state_.written(word);
    if (read && written && !layout_.halved())
        return mix(tint(palette_.read), tint(palette_.write), 0.5F);
    if (written && (lower || !read)) return tint(palette_.write);
    if (read) return tint(palette_.read);
    if (state_.padding(word)) return padding_rect({}).fill;
    return state_.live(word) ? mix(palette_.node, palette_.rule, 0.5F) : palette_.background;
}

/// All cells as one picture of colours, with thin rules between them while they can be counted.
void MemoryCells::add_flat() {
    constexpr int halves = 2;
    const float wide = static_cast<float>(layout_.columns) * layout_.cell_w;
    const float high = static_cast<float>(layout_.rows) * layout_.cell_h;
    ColorMatrix grid{.box = {layout_.left, layout_.top, wide, high},
                     .columns = layout_.columns,
                     .rows = layout_.rows * halves};
    for (int row = 0; row < grid.rows; ++row) {
        for (int column = 0; column < layout_.columns; ++column) {
            const int word = row / halves * layout_.columns + column;
            const bool there = word < state_.trace().words();
            grid.colors.push_back(there ? flat_color(word, row % halves == 1)
                                        : palette_.background);
        }
    }
    cells().matrices.push_back(std::move(grid));
    const float cell = std::min(layout_.cell_w, layout_.cell_h);
    if (cell < 3) return;
    Line rule{.color = palette_.background, .width = cell * 0.06F};
    for (int column = 0; column <= layout_.columns; ++column) {
        rule.from = {layout_.left + static_cast<float>(column) * layout_.cell_w, layout_.top};
        rule.to = {rule.from.x, layout_.top + high};
        cells().lines.push_back(rule);
    }
    for (int row = 0; row <= layout_.rows; ++row) {
        rule.from = {layout_.left, layout_.top + static_cast<float>(row) * layout_.cell_h};
        rule.to = {layout_.left + wide, rule.from.y};
        cells().lines.push_back(rule);
    }
}

/// Colours what was read and what was written; a word that was both has a half of each.
void MemoryCells::add_halves(const Box& box, bool read, bool written) {
    Box first = box, second = box;
    if (read && written && layout_.stacked) {
        first.h = second.h = box.h / 2;
        second.y += first.h;
    } else if (read && written) {
        first.w = second.w = box.w / 2;
        second.x += first.w;
    }
    if (read) cells().rects.push_back({.box = first, .fill = tint(palette_.read)});
    if (written) cells().rects.push_back({.box = second, .fill = tint(palette_.write)});
}

Rect MemoryCells::padding_rect(const Box& box) const {
    if (layout_.flat) return {.box = box, .fill = mix(palette_.padding, palette_.edge_old, 0.55F)};
    return {.box = box,
            .fill = palette_.padding,
            .border = mix(palette_.rule, palette_.edge_old, 0.4F),
            .border_width = 1,
            .hatched = true};
}

void MemoryCells::add_full(int word, const Box& box) {
    const bool read = state_.read(word), written = state_.written(word);
    cells().rects.push_back(
        state_.padding(word)
            ? padding_rect(box)
            : Rect{.box = box, .fill = palette_.node, .border = palette_.rule, .border_width = 1});
    add_halves(box, read, written);
    if (read || written) {
        cells().rects.push_back({.box = box,
                                 .fill = {0, 0, 0, 0},
                                 .border = written ? palette_.write : palette_.read,
                                 .border_width = 1.5F});
    }
    if (state_.shows_change(word)) {
        const float bar = layout_.bar();
        marks().rects.push_back({.box = {box.x + 1.5F, box.y + box.h - bar - 1.5F, box.w - 3, bar},
                                 .fill = palette_.changed});
    }
}

/// "t5"; of two threads "t5 t9" or, where there is room for one only, "t5+1". In two lines, one
/// above the other.
std::vector<std::string> MemoryCells::threads(const std::vector<int>& list) const {
    const std::string first = fmt::format("t{}", list.front());
    if (list.size() == 1) return {first};
    const bool pair = list.size() == 2;
    const std::string others =
        pair ? fmt::format("t{}", list.back()) : fmt::format("+{}", list.size() - 1);
    switch (thread_style_) {
        case ThreadStyle::pair: return {pair ? first + ' ' + others : first + others};
        case ThreadStyle::lines: return {first, others};
        case ThreadStyle::count: break;
    }
    return {fmt::format("{}+{}", first, list.size() - 1)};
}

/// Threads are told everywhere in the same style and type, or nowhere until they are zoomed to.
void MemoryCells::choose_thread_style() {
    const float width = layout_.readers_box(layout_.cell(0), false).w;
    for (const auto style : {ThreadStyle::pair, ThreadStyle::lines, ThreadStyle::count}) {
        thread_style_ = style;
        float longest = 0;
        for (const WordUse& used : state_.uses()) {
            for (const std::vector<int>* list : {&used.readers, &used.writers}) {
                if (list->empty()) continue;
                for (const std::string& line : threads(*list)) {
                    longest = std::max(longest, text_extent(line));
                }
            }
        }
        const float most = layout_.most_thread_size(style == ThreadStyle::lines ? 2 : 1);
        thread_size_ = type_for(longest, width, most);
        if (thread_size_ >= 8) return;
    }
}

void MemoryCells::label(const Box& box, std::string text, Rgba color, float size, Align align,
                        bool bold) {
    add_label(marks(), box, std::move(text), color, size, align, bold);
}

void MemoryCells::add_threads(const Box& place, const std::vector<int>& list, Rgba color,
                              Align align) {
    std::vector<std::string> lines = threads(list);
    Box line = place;
    line.h /= static_cast<float>(lines.size());
    for (std::string& text : lines) {
        const float own = place.w / (static_cast<float>(text.size()) * 0.62F);
        const float size = in_room_ ? thread_size_ : std::min(layout_.most_thread_size(), own);
        label(line, std::move(text), mix(color, palette_.text, 0.35F), size, align, false);
        line.y += line.h;
    }
}

void MemoryCells::add_value(int word, const Box& box, int step) {
    const Box place = layout_.value_box(box);
    const Trace& trace = state_.trace();
    const Cursor cursor = state_.cursor();
    std::string text = short_number(trace.value_number(cursor.block, step, word),
                                    is_integer(trace.type_of_cell(step, word)), value_.chars);
    const float own = in_room_ ? type_for(text_extent(text, true), place.w, value_.size)
                               : (box.w - 4) / (static_cast<float>(text.size()) * 0.64F);
    label(place, std::move(text), palette_.text, std::min(value_.size, own), Align::center,
          state_.shows_change(word));
}

/// Value, threads and element of a word.
void MemoryCells::add_words_of(int word, const Box& box) {
    const WordUse& use = state_.use(word);
    const bool read = state_.read(word), written = state_.written(word);
    const Align first = layout_.stacked ? Align::center : Align::left;
    const Align second = layout_.stacked   ? Align::center
                         : read && written ? Align::right
                                           : Align::left;
    // Threads of other blocks have no room here: the tip names them.
    if (!use.readers.empty())
        add_threads(layout_.readers_box(box, written), use.readers, palette_.read, first);
    if (!use.writers.empty())
        add_threads(layout_.writers_box(box, read), use.writers, palette_.write, second);
    if (const auto step = state_.value_step(word)) add_value(word, box, *step);
    if (!state_.permuted() || state_.element(word) < 0) return;
    const Box place = layout_.element_box(box);
    std::string text = fmt::format("[{}]", state_.element(word));
    const float most = layout_.most_element_size();
    const float size = in_room_ ? type_for(text_extent(text), place.w, most) : most;
    label(place, std::move(text), palette_.faint_text, size,
          layout_.stacked ? Align::center : Align::right, false);
}

bool MemoryCells::small() const {
    return std::min(layout_.cell_w, layout_.cell_h) < 8;
}

void MemoryCells::add_ring(Layer& layer, const Box& box) const {
    const float cell = std::min(box.w, box.h);
    const float width = std::clamp(cell * 0.08F, 1.0F, 2.5F);
    layer.rects.push_back({.box = box,
                           .fill = {0, 0, 0, 0},
                           .border = palette_.wrong,
                           .border_width = width,
                           .radius = std::min(4.0F, cell * 0.2F)});
}

void MemoryCells::add_all() {
    if (layout_.flat) add_flat();
    scene_.crowded = true;
    const int step = state_.cursor().step;
    for (int word = 0; word < state_.trace().words(); ++word) {
        const Box box = layout_.cell(word);
        if (!layout_.flat) add_full(word, box);
        add_words_of(word, box);
        if (state_.race(word) != nullptr && !small()) add_ring(marks(), box);
        scene_.hotspots.push_back({.box = box,
                                   .name = {"word", word},
                                   .step = step,
                                   .means = {.word = word},
                                   .click = click::GoToStep{step},
                                   .tip = state_.tip(word)});
    }
}

void MemoryCells::add_swatch(Swatch swatch, const Box& box) {
    const bool read = swatch == Swatch::read || swatch == Swatch::both;
    const bool written = swatch == Swatch::written || swatch == Swatch::both;
    Rect rect{.box = box, .fill = palette_.node, .border = palette_.rule, .border_width = 1};
    if (read || written) {
        rect.fill = tint(written ? palette_.write : palette_.read);
        rect.border = written ? palette_.write : palette_.read;
        rect.border_width = 1.5F;
    }
    if (swatch == Swatch::padding) rect = padding_rect(box);
    if (layout_.flat) rect.border_width = 0;
    if (swatch == Swatch::busy) {
        rect = {.box = box, .fill = mix(palette_.background, palette_.accent, 0.22F)};
    }
    cells().rects.push_back(rect);
    if (swatch == Swatch::raced) add_ring(cells(), box);
    if (read && written) {
        const float in = rect.border_width;
        Box half{box.x + in, box.y + in, box.w - 2 * in, box.h - 2 * in};
        (layout_.stacked ? half.h : half.w) = (layout_.stacked ? box.h : box.w) / 2 - in;
        cells().rects.push_back({.box = half, .fill = tint(palette_.read)});
    }
    if (swatch == Swatch::changed) {
        cells().rects.push_back(
            {.box = {box.x + 1.5F, box.y + box.h - 4.5F, box.w - 3, 3}, .fill = palette_.changed});
    }
}

}  // namespace stridescope::scene_parts
