// Builds the heatmap's scene: where the maps stand, their cells, and the words around them.
// Internal to app/scene.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/heat.h"
#include "app/analysis/work.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/heatmap/heatmap_words.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/side_by_side.h"
#include "app/trace/trace.h"

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

/// `trace`, `view`, `options` and `palette` must outlive it.
class HeatmapBuilder {
  public:
    HeatmapBuilder(const Trace& trace, const ViewState& view, const HeatmapOptions& options,
                   const Palette& palette, Room room)
        : trace_{trace}, view_{view}, options_{options}, palette_{palette}, room_{room} {
        scene_.background = palette.background;
        scene_.layers.resize(room.given() ? 5 : 2);
    }
    Scene build();

  private:
    struct Map {
        const Trace* trace;
        WorkCounts totals;
        HeatMap heat;
        std::vector<double> values{};  ///< [step][column]; of a difference, signed
        std::vector<int> own_steps{};  ///< by row: the step of the run at hand; -1: it has none
        HeatmapLayout::Map at{};
        int first = 0;     ///< the step of the first row: those before it have none
        int left_out = 0;  ///< later steps that have no row either, for they are hidden

        float cells_width() const { return static_cast<float>(heat.columns) * at.cell_w; }
        double value(int step, int column) const {
            return values[static_cast<std::size_t>(step) * static_cast<std::size_t>(heat.columns) +
                          static_cast<std::size_t>(column)];
        }
    };

    Map make_map(const Trace& trace) const;
    void lay_out();
    void pin();
    void subtract();
    Rgba color_of(double value) const;
    Rgba difference_color(double value) const;
    std::string value_text(double value) const { return heat_number(value, pair_.has_value()); }
    std::string row_name(const Map& map, int row) const;
    std::vector<std::string> map_names(std::size_t k) const;
    std::vector<std::string> facts(const Map& map) const;
    int cursor(const Map& map) const;
    bool hides(const Map& map, int row) const;
    bool hides_any(const Map& map) const;
    void forget_later(Map& map) const;
    void leave_out_later(Map& map) const;
    void keep_readable(Map& map);
    void keep_both_readable();
    float figures() const;
    static void keep_rows(Map& map, int first, int count);
    void arrange(bool tight = false);
    Rgba hidden_color() const;
    void add_title();
    void size_titles();
    void add_map(const Map& map);
    void add_cells(const Map& map);
    static Hotspot row_spot(const Map& map, int row, Box box);
    void add_rules(const Map& map, const Box& box);
    void add_cursor(const Map& map);
    void add_steps(const Map& map);
    void add_legend();
    std::string tip(const Map& map, int step, int column) const;
    void label(Box box, std::string text, Rgba color, float size, Align align = Align::left,
               bool bold = false, std::size_t layer = plain) {
        add_label(scene_.layers[layer], box, std::move(text), color, size, align, bold);
    }

    /// Layers: of what moves with the picture, and, where they can be pinned, of the names of rows,
    /// the heads of columns, and the titles.
    static constexpr std::size_t plain = 1;
    std::size_t names_layer_ = plain, heads_layer_ = plain, titles_layer_ = plain;

    const Trace& trace_;
    const ViewState& view_;
    const HeatmapOptions& options_;
    const Palette& palette_;
    Room room_;
    std::vector<Map> maps_;  ///< this run's, and the other one's behind it
    HeatmapLayout layout_;
    bool tight_ = false;            ///< the layout
    std::optional<HeatPair> pair_;  ///< of a difference: one map is left
    float title_size_ = 0;          ///< of the maps
    RunNames names_;                ///< of two runs
    WorkCounts other_totals_;
    double most_ = 1;  ///< largest value; of a difference, by size
    int worst_ = 8;    ///< upper end of the scale, for all maps; at least this, of degrees 32
    Scene scene_;
};

}  // namespace stridescope::scene_parts
