// Where things stand in the tree: plain geometry, no colours. Internal to app/scene.
#pragma once

#include <algorithm>

#include "app/scene/scene.h"

namespace stridescope::scene_parts {

/// What the tree has to write beside and above its nodes.
struct TreeTexts {
    float names = 0;      ///< extent of the longest step name
    float notes = 0;      ///< and of the longest count of operations
    float index = 0;      ///< extent of the last element's name
    float number = 0;     ///< and of its bare number
    float value = 0;      ///< extent of the longest value; 0: they wait to be zoomed to
    float legend = 0;     ///< extent of the legend's words
    bool remark = false;  ///< a line below the outputs
};

/// What type_for is told of a node's width: it leaves a tenth of that blank, or two units.
inline constexpr float value_share = 1.08F;
inline float room_for_value(float node_width) {
    return std::min(node_width * value_share, node_width * 0.97F + 2);
}

/// Sections of more elements have no values in their nodes before they are zoomed to, and are told
/// in levels of detail.
inline constexpr int most_with_values = 64;

/// One column per element of the section, one row per step below the row of inputs.
///
/// Without a room: a section of 16 gets nodes that can be read from the back row. Larger ones get
/// narrower columns, so that the picture grows with √L only, and rows tall enough to keep it about
/// 3.2 : 1; what belongs to the picture as a whole (titles, step names) then grows with it.
///
/// With one: columns and rows share out the room, and type is as large as fits between them.
struct TreeLayout {
    TreeLayout(int elements, int rows, const TreeTexts& texts, Room room);

    int elements, rows;
    float unit = 1;           ///< size of one pixel when the whole picture is about 1150 wide
    float pitch = 0;          ///< from column to column
    float row_pitch = 0;      ///< from row to row
    float stroke = 0;         ///< what the thickness of lines follows
    float left = 0, top = 0;  ///< centre of column 0, of row 0
    float node_w = 0, node_h = 0;
    float breadth = 0.8F;  ///< of a node where there is height, in columns
    float margin = 0;
    float rim = 0;  ///< between a row's nodes and the band of the row below
    float width = 0, height = 0;

    float x(int element) const { return left + static_cast<float>(element) * pitch; }
    float y(int row) const { return top + static_cast<float>(row) * row_pitch; }
    Box node(int row, int element) const {
        return {x(element) - node_w / 2, y(row) - node_h / 2, node_w, node_h};
    }
    /// Extent of the names at the left, and of the headings.
    float pinned_left() const { return left - pitch / 2 - 2; }
    float pinned_top() const {
        const float name = std::min(y(0), row_bottom(0) + rim - step_size * 0.65F);
        // Nothing is left of headings that slide below the names, down to their brackets' ends; but
        // the inputs' name is whole.
        const float ticks =
            tick > 0 ? std::min(tick_y + tick_size * 1.35F, name - step_size * 0.4F) : 0;
        return std::max(std::min(row_top(0) - 2, name - step_size * 0.6F), ticks);
    }
    float row_top(int row) const { return y(row) - node_h / 2; }
    float row_bottom(int row) const { return y(row) + node_h / 2; }

    /// Names of the steps: a column at the left. `note_size` 0: no room for notes below them.
    float names_x = 0, names_w = 0;
    float step_size = 0, note_size = 0;
    int name_every = 1;  ///< rows are too close to name each

    bool titled = true;
    float title_y = 0, title_size = 0;
    float legend_w = 0;     ///< of the legend right of the title; 0: none
    float value_size = 0;   ///< at most
    float remark_size = 0;  ///< 0: no remark

    /// Indices atop the columns: every column in small type, and, where that is too small to be
    /// read with the whole picture in view, every `tick`-th in large type above it.
    float index_size = 0, tick_size = 0;
    float index_y = 0, tick_y = 0;
    int tick = 0;               ///< 0: none
    bool bare_indices = false;  ///< "5" for "A[5]"

  private:
    void take_natural_size(const TreeTexts& texts);
    void fill(Room room, const TreeTexts& texts);
    void place_names(const TreeTexts& texts);
    void place_columns(const TreeTexts& texts);
};

}  // namespace stridescope::scene_parts
