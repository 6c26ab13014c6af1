// Where no tree can be drawn: what one element of the output is made of. Internal to app/scene.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/analysis/cone.h"
#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// `why`: why there is no tree, a sentence's end; empty where the element was asked for.
Scene cone_scene(const Trace& trace, const ViewState& view, std::shared_ptr<const Cone> cone,
                 const std::string& why, const Palette& palette, Room room);

/// "C[3][5] = 5 is made of 16 elements of A and 16 of B: 16 × fma."
std::string cone_text(const Trace& trace, const Cone& cone);

// Where its parts stand.

/// The nodes of one depth of a step, side by side; or what is left out in their place.
struct ConeRow {
    int step = -1;       ///< -1: steps that are left out
    bool first = false;  ///< of its step's rows
    std::vector<int> nodes{};
    int left_out = 0;  ///< nodes that have no room
    int steps_left_out = 0;
    std::string note{};  ///< "16 of A, 16 of B"
    float y = 0;         ///< the nodes' middle
};

/// One row for each depth of each step, the inputs above, the element below. What is handed on in a
/// register from step to step stands in a column of its own at the left. Of more steps than there
/// is room for those around the cursor are shown, and the element itself.
struct ConeLayout {
    ConeLayout(const Trace& trace, const Cone& cone, int cursor, Room room);

    float width = 0, height = 0, margin = 10;
    float title_y = 8, title_size = 15, note_size = 11;
    float names_x = 0, names_w = 0;
    float pitch = 0, row_pitch = 0, node_w = 0, node_h = 0, top = 0;
    std::vector<ConeRow> rows{};
    std::vector<int> row_of{};  ///< [node]: -1: it is not shown
    std::vector<float> x_of{};  ///< [node]: its middle
    float more_x = 0;           ///< of the place for "… 40 more" in rows that have it

    bool shows(int node) const { return row_of[static_cast<std::size_t>(node)] >= 0; }
    float x(int node) const { return x_of[static_cast<std::size_t>(node)]; }
    float y(int node) const {
        return rows[static_cast<std::size_t>(row_of[static_cast<std::size_t>(node)])].y;
    }
    Box box(int node) const { return {x(node) - node_w / 2, y(node) - node_h / 2, node_w, node_h}; }
};

}  // namespace stridescope::scene_parts
