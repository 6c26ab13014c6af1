// The cells of the picture of shared memory: where they stand, and what stands in them. Internal to
// app/scene.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/scene/memory/memory_state.h"
#include "app/scene/scene.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {

/// What the memory's picture has to hold.
struct MemoryContents {
    int words = 0;
    int bank_columns = 32;   ///< 16 for 8-byte elements
    int cells_of_bank = 1;   ///< columns that are one bank
    bool conflicts = false;  ///< some step has some: room for their marks
    bool permuted = false;   ///< words are not simply the elements in order
    float names = 0;         ///< extent of the longest name of a row
    /// Extents of the legend's entries; of those where each word is flat.
    std::vector<float> legend{}, flat_legend{};
};

/// Words in rows below their banks.
struct MemoryLayout {
    MemoryLayout(const MemoryContents& contents, Room room);

    int columns = 0, rows = 0;
    float margin = 12;
    float left = 0, top = 0;  ///< upper left corner of word 0
    float cell_w = 0, cell_h = 0;
    float width = 0, height = 0;

    /// Each word in one flat colour, or two: there is no room for borders and marks.
    bool flat = false;
    /// Whether a flat cell has room for two colours. Below that, screens would show one of them at
    /// random: a word that is read and written has what the two come to together.
    bool halved() const { return cell_h >= 2; }
    /// What was read stands above and what was written below; else left and right.
    bool stacked = false;

    float title_y = 0, title_h = 0, title_size = 0;
    float names_w = 0, names_size = 0;  ///< words' numbers at the left, from `margin` on
    float banks_y = 0, banks_h = 0, banks_size = 0;
    int bank_every = 1, name_every = 1;  ///< which banks and rows are numbered
    float chips_y = 0, chips_h = 0;      ///< marks of conflicts; no height: none
    float legend_x = 0, legend_y = 0, legend_line = 0, legend_size = 0;  ///< size 0: none

    Box cell(int word) const {
        return {left + static_cast<float>(word % columns) * cell_w,
                top + static_cast<float>(word / columns) * cell_h, cell_w, cell_h};
    }
    /// Parts of a cell, for what stands in it.
    Box value_box(const Box& cell) const;
    Box element_box(const Box& cell) const;
    Box readers_box(const Box& cell, bool written_too) const;
    Box writers_box(const Box& cell, bool read_too) const;
    float most_value_size() const {
        return stacked ? std::min(value_box({0, 0, cell_w, cell_h}).h * 0.9F, 56.0F) : 15;
    }
    /// Type of threads when so many lines of them stand in their part of a cell.
    float most_thread_size(int lines = 1) const {
        return stacked ? std::min(thread_line() * 0.9F / static_cast<float>(lines), 13.0F) : 9;
    }
    float most_element_size() const { return stacked ? element_line() * 0.9F : 7.5F; }

    /// Height of the mark of a changed value, at the cell's lower edge.
    float bar() const { return flat ? 0 : 3; }

    static constexpr float swatch_w = 22, words_after = 7, entry_gap = 12;
    /// Width of an entry of the legend whose words have this extent.
    float entry_width(float extent) const;

  private:
    void take_natural_size(int bank_columns);
    void fill(const MemoryContents& contents, Room room);
    /// Where a legend of such entries ends that begins at `legend_y`.
    float legend_end(const std::vector<float>& extents) const;
    float thread_line() const { return cell_h * (cell_h > 2.5F * cell_w ? 0.28F : 0.22F); }
    float element_line() const { return permuted_ ? cell_h * 0.16F : 0; }

    bool permuted_;
};

/// What a swatch of the legend shows.
enum class Swatch { read, written, both, changed, padding, blank, raced, busy };

/// Draws words, in full or flat, into two layers: cells and, above them, marks.
class MemoryCells {
  public:
    MemoryCells(const MemoryState& state, const MemoryLayout& layout, const Palette& palette,
                bool in_room, Scene& scene);

    /// Every word with its values, threads and marks.
    void add_all();
    void add_swatch(Swatch swatch, const Box& box);

  private:
    /// How several threads of a word are told.
    enum class ThreadStyle { pair, lines, count };

    Layer& cells() { return scene_.layers[0]; }
    Layer& marks() { return scene_.layers[1]; }
    Rgba tint(Rgba color) const { return mix(palette_.node, color, layout_.flat ? 0.5F : 0.3F); }
    Rect padding_rect(const Box& box) const;
    /// A word's colour in a flat cell; of a cell's two halves, the upper or the lower.
    Rgba flat_color(int word, bool lower) const;
    void add_flat();
    void add_full(int word, const Box& box);
    bool small() const;
    /// Rings a word that threads raced on.
    void add_ring(Layer& layer, const Box& box) const;
    void add_halves(const Box& box, bool read, bool written);

    std::vector<std::string> threads(const std::vector<int>& list) const;
    void choose_thread_style();
    void add_threads(const Box& place, const std::vector<int>& list, Rgba color, Align align);
    void add_value(int word, const Box& box, int step);
    void add_words_of(int word, const Box& box);
    void label(const Box& box, std::string text, Rgba color, float size, Align align, bool bold);

    const MemoryState& state_;
    const MemoryLayout& layout_;
    const Palette& palette_;
    bool in_room_;
    Scene& scene_;
    ValueType value_;
    ThreadStyle thread_style_ = ThreadStyle::count;
    float thread_size_ = 0;
};

}  // namespace stridescope::scene_parts
