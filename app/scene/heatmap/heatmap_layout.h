// Where things stand in the heatmap: plain geometry. Internal to app/scene.
#pragma once

#include <string>
#include <vector>

#include "app/scene/scene.h"

namespace stridescope::scene_parts {

/// What one of the maps has to hold.
struct MapContents {
    int columns = 0, steps = 0;
    float names = 0;      ///< extent of the longest step name
    float heading = 0;    ///< of the word above them
    float digits = 1;     ///< and of the longest number in a cell
    std::string title{};  ///< the layout in shared memory
    std::string totals{};
    bool same_steps = false;  ///< as the first map: side by side they share its names
    bool sentence = false;    ///< a line below the title
};

/// Powers of two.
struct HeatScale {
    int last = 8;     ///< upper end
    int counted = 8;  ///< no cell counts more
};

struct HeatmapLayout {
    HeatmapLayout() = default;
    /// For one map or two, of one scale. `tight`: with nothing but what one cannot do without, for
    /// the numbers in the cells.
    HeatmapLayout(const std::vector<MapContents>& maps, HeatScale scale, float legend_words,
                  Room room, bool tight);

    /// Where one map stands.
    struct Map {
        float x = 0, y = 0;  ///< upper left corner of its cells
        float cell_w = 0, cell_h = 0;
        float wide = 0;  ///< room for the words above it
        bool named = true;
        float names_x = 0, names_w = 0, names_size = 0;
        int name_every = 1, number_every = 1;
        float title_y = 0, title_size = 0, title_w = 0;
        float totals_x = 0, totals_y = 0, totals_size = 0, totals_w = 0;
        float line_h = 0;
        float header_y = 0, header_h = 0, header_size = 0;
        float figures = 0;  ///< type of the numbers in the cells

        float row_y(int step) const { return y + static_cast<float>(step) * cell_h; }
        float column_x(int column) const { return x + static_cast<float>(column) * cell_w; }
    };
    std::vector<Map> maps;

    float margin = 14;
    float title_y = 0, title_h = 0, title_size = 0;
    bool brief = false;  ///< no title, and no totals above the maps
    float sentence_y = 0, sentence_h = 0, sentence_size = 0;
    float legend_x = 0, legend_y = 0, legend_h = 0, legend_size = 0, swatch_w = 0;
    bool legend = true;
    int legend_factor = 2;  ///< its numbers: 1, and each so many times the one before
    int legend_last = 0;    ///< and none beyond this
    float width = 0, height = 0;
    bool still = false;  ///< the room
    bool tight = false;

  private:
    void take_natural_size(const std::vector<MapContents>& contents, HeatScale scale,
                           float legend_words);
    void fill(const std::vector<MapContents>& contents, HeatScale scale, float legend_words,
              Room room);
    /// The maps, in `across` columns of them, between two heights; returns how large the numbers in
    /// the cells come out.
    float place(const std::vector<MapContents>& contents, int across, float top, float bottom);
    /// Stacked maps have the same columns: the first one's numbers are enough where there is little
    /// room.
    bool shares_header(int across) const { return tight && across == 1; }
    bool measure(const std::vector<MapContents>& contents, int across, float block_h, int lines);
};

}  // namespace stridescope::scene_parts
