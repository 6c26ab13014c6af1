#include "app/scene/memory/memory_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {

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
                                    is_integer(trace.type_of_cell(word)), value_.chars);
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
