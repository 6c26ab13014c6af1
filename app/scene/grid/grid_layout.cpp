#include "app/scene/grid/grid_layout.h"

#include <algorithm>

#include "app/scene/type_size.h"

namespace stridescope::scene_parts {
namespace {

constexpr float natural_row_h = 22, least_row_h = 5, largest_row_h = 96;
/// Rows whose blocks can be named.
constexpr float named_row_h = 9.5F;
/// Bars whose hatching and phases are well told apart.
constexpr float clear_row_h = 3;
/// Bars that are still told apart, where all of them are to be seen at once.
constexpr float thinnest_row_h = 1.5F;
/// Bars that are still told apart in front of a class, where a unit is several pixels.
constexpr float thinnest_still_row_h = 0.9F;

struct Counts {
    float runs = 0, rows = 0, arrays = 0;  ///< of arrays: lines of elements, with their numbers
};

Counts counts_of(std::span<const GridRun> runs) {
    Counts counts;
    for (const GridRun& run : runs) {
        counts.runs += 1;
        counts.rows += static_cast<float>(run.timeline.rows.size());
        counts.arrays += static_cast<float>(run.arrays.size()) + 1;
    }
    return counts;
}

/// Height of all but bars and elements.
float chrome_of(const GridLayout& layout, const Counts& counts) {
    const float axes = layout.every_axis ? counts.runs : 1;
    return 2 * layout.margin + layout.title_h + layout.legend_h() + layout.gap / 2 +
           counts.runs * layout.head_h + axes * layout.axis_h + (counts.runs - 1) * layout.gap;
}

/// In a file, which is as high as it takes.
GridLayout layout_of_file(std::span<const GridRun> runs) {
    std::size_t most = 1;
    for (const GridRun& run : runs) most = std::max(most, run.timeline.rows.size());
    GridLayout layout;
    layout.row_h = std::clamp(640 / static_cast<float>(most), 8.0F, natural_row_h);
    return layout;
}

/// Little above and between, words in the smallest type that can be read.
GridLayout tight_layout(bool arrays, const LegendNames& legend, float width) {
    GridLayout layout{.margin = 3,
                      .title_h = 0,
                      .legend_line = 12.5F,
                      .legend_type = 9.5F,
                      .head_h = 12.5F,
                      .axis_h = 14,
                      .gap = 5,
                      .every_axis = arrays,
                      .arrays = arrays};
    const auto places =
        legend_places(legend, arrays ? "" : arrays_left_out, layout.legend_type, width);
    layout.legend_lines = places.back().line + 1;
    return layout;
}

}  // namespace

float legend_mark(float type) {
    return 1.2F * type + 5;
}

std::vector<LegendPlace> legend_places(const LegendNames& names, const std::string& remark,
                                       float type, float width) {
    constexpr float between = 10;
    std::vector<LegendPlace> places;
    float x = 0;
    int line = 0;
    const auto place = [&](const std::string& words, float mark) {
        const float wide = text_extent(words) * type + 2;
        if (x > 0 && x + mark + wide > width) {
            ++line;
            x = 0;
        }
        places.push_back({x, line, wide});
        x += mark + wide + between;
    };
    for (const std::string& name : names) place(name, legend_mark(type));
    place(remark, 0);
    return places;
}

GridLayout grid_layout(Room room, float width, std::span<const GridRun> runs,
                       const LegendNames& legend) {
    if (!room.given()) return layout_of_file(runs);
    const Counts counts = counts_of(runs);
    const auto bars = [&](const GridLayout& layout) {
        const float left = room.height - chrome_of(layout, counts);
        return (left - (layout.arrays ? counts.arrays * layout.cell_h : 0)) /
               std::max(counts.rows, 1.0F);
    };
    // Rows take what arrays and words leave, and arrays little where there is little.
    GridLayout usual;
    usual.legend_lines = legend_places(legend, "", usual.legend_type, width).back().line + 1;
    if (usual.legend_lines > 1) usual.legend_line = 18;
    const float left = room.height - chrome_of(usual, counts);
    usual.cell_h = std::clamp(left * 0.4F / std::max(counts.arrays, 1.0F), 14.0F, 30.0F);
    usual.row_h = std::clamp(bars(usual), least_row_h, largest_row_h);
    if (bars(usual) >= named_row_h) return usual;
    const auto tight = [&](bool arrays) {
        GridLayout layout = tight_layout(arrays, legend, width);
        layout.cell_h = 13;
        layout.row_h = std::min(bars(layout), largest_row_h);
        return layout;
    };
    const GridLayout with_arrays = tight(true);
    // Names are worth a title, which the run's own words replace.
    if (with_arrays.row_h >= named_row_h) return with_arrays;
    if (bars(usual) >= least_row_h) return usual;
    // Arrays that would leave bars thinner than that are left out themselves.
    const GridLayout bars_alone = tight(false);
    const bool names_instead = with_arrays.row_h < least_row_h && bars_alone.row_h >= named_row_h;
    if (with_arrays.row_h >= clear_row_h && !names_instead) return with_arrays;
    if (bars_alone.row_h >= (room.still ? thinnest_still_row_h : thinnest_row_h)) return bars_alone;
    return usual;
}

}  // namespace stridescope::scene_parts
