// Builds the heatmap's scene: the maps and their cells, and the words around them. Internal to
// app/scene.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/heat.h"
#include "app/analysis/work.h"
#include "app/scene/heatmap/heatmap_layout.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/heatmap/heatmap_words.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/side_by_side.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

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
