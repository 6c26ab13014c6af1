// What the pointer is told over a node of the tree. Internal to app/scene.
#pragma once

#include <cstdint>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/scene/tree_layout.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// What the tree shows, gathered once: which elements each step wrote, and from what.
struct TreeFlow {
    int steps = 0, elements = 0;
    std::vector<std::uint8_t> written;     ///< [step][element]
    std::vector<std::vector<Edge>> edges;  ///< [step]
    std::vector<int> operations;           ///< [step]: applications of the operator

    bool wrote(int step, int element) const {
        return written[static_cast<std::size_t>(step) * static_cast<std::size_t>(elements) +
                       static_cast<std::size_t>(element)] != 0;
    }
};

TreeFlow flow_of(const Trace& trace, int block);

/// The field of the tree's nodes, with its own copy of all it tells. Takes the edges over.
HotspotField node_tips(const Trace& trace, int block, int cursor_step, const TreeLayout& layout,
                       TreeFlow flow);

}  // namespace stridescope::scene_parts
