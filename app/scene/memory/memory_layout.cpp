#include "app/scene/memory/memory_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

}  // namespace stridescope::scene_parts
