// The values of nodes that no snapshot holds: what threads had in registers, or for a while in
// global memory. Internal to app/analysis.
#pragma once

#include <vector>

#include "app/analysis/flow.h"
#include "app/analysis/value_origins.h"

namespace stridescope {

/// What was made for a node; several of one place in a level stand in the order of the text.
struct NodeMade {
    int level = 0, place = 0;
    Made made{};
};

/// Follows the recorded operations from elements that are known: what arrays held before the run,
/// all of one type of numbers. Nothing is said of values that constants, conversions or races have
/// a part in. All of it counts only if it leads to what the run left in global memory, to the last
/// bit.
FlowValues values_of_nodes(const Origins& origins, const Flow& flow,
                           const std::vector<NodeMade>& nodes);

}  // namespace stridescope
