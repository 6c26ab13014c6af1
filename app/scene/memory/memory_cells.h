// The cells of the picture of shared memory, with what stands in them. Internal to app/scene.
#pragma once

#include <string>
#include <vector>

#include "app/scene/memory/memory_layout.h"
#include "app/scene/memory/memory_state.h"
#include "app/scene/scene.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {

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
