// How the parts of a grid's picture share its room. Internal to app/scene/grid.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/scene/grid/grid_run.h"
#include "app/scene/scene.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {

/// Heights in units of the scene.
struct GridLayout {
    float margin = 14;   ///< above and below
    float title_h = 26;  ///< 0: no title, the runs' own words name them
    float legend_line = 24;
    int legend_lines = 1;
    float legend_type = 12;
    float head_h = 22;  ///< a run's words
    float axis_h = 18;
    float gap = 12;          ///< between runs
    bool every_axis = true;  ///< else one below the last run: all have the same clock
    bool arrays = true;
    float row_h = 22;   ///< of a bar
    float cell_h = 22;  ///< of an array's element

    /// Type of what stands in a row, at most: in low rows as high as the row.
    float row_type() const {
        return std::min(13.0F, std::max(row_h * 0.8F, std::min(row_h * 0.95F, least_type)));
    }
    float legend_h() const { return legend_line * static_cast<float>(legend_lines); }
};

/// What the legend tells of; a remark may follow.
using LegendNames = std::vector<std::string>;

/// Where each of them begins, from the left end of a line, and on which line.
struct LegendPlace {
    float x = 0;
    int line = 0;
    float width = 0;  ///< of its words
};
/// All names and at last the remark, in lines of this width.
std::vector<LegendPlace> legend_places(const LegendNames& names, const std::string& remark,
                                       float type, float width);
/// Width of an entry's mark with the blank behind it.
float legend_mark(float type);

/// The roomiest layout in which all of it is in sight. Where there is none, the usual one, which is
/// scrolled. `width`: of the scene between its margins.
GridLayout grid_layout(Room room, float width, std::span<const GridRun> runs,
                       const LegendNames& legend);

/// What takes the place of arrays that there is no room for.
inline constexpr const char* arrays_left_out = "arrays are left out for lack of room";

}  // namespace stridescope::scene_parts
