// The tree as a scene: a pure function of trace, cursor and options, as all views are.
#pragma once

#include <memory>

#include "app/scene/scene.h"
#include "app/scene/view_state.h"
#include "app/trace/trace.h"

namespace stridescope {

namespace scene_parts {
struct TreeModel;
}
/// What the trees of a block have in common, whatever the step: worth keeping while one steps.
using SharedTreeModel = std::shared_ptr<const scene_parts::TreeModel>;
/// Needs a block and a step.
SharedTreeModel tree_model(const Trace& trace, int block);

struct TreeOptions {
    bool hide_later = false;  ///< steps after the cursor are not there yet, rather than faint
    SharedTreeModel model{};  ///< tree_model of the same trace and block; made where null

    bool operator==(const TreeOptions&) const = default;
};

/// The tree: the inputs on top, one row a step, an edge from each operand to its result; nodes are
/// the greener the more of the input went into them. Steps after the cursor are faint; the
/// cursor's edges are lit and grow with `progress`. Marks the block's first wrong output with both
/// values. Pointing at a node lights all that went into it. In a room, sections too large to be
/// drawn singly have levels of detail (Scene::detail).
Scene tree_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room = {},
                 const TreeOptions& options = {});

}  // namespace stridescope
