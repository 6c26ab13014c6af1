// The tree's edges: where every operand came from. Internal to app/scene.
#pragma once

#include <cstdint>
#include <vector>

#include "app/scene/scene.h"
#include "app/scene/tree_layout.h"
#include "app/scene/tree_tips.h"

namespace stridescope::scene_parts {

/// How the cursor stands to a step.
enum class When { done, now, later };

/// What the edges are drawn with and where.
struct EdgeInk {
    const Trace& trace;
    const TreeFlow& flow;
    const TreeLayout& layout;
    const Palette& palette;
    int present;  ///< elements that the input has; edges of others are fainter
    Layer& back;  ///< steps before and after the cursor's
    Layer& lit;   ///< the cursor's
    Layer& dots;  ///< where an edge leaves a column between two nodes
};

/// Which elements' values, as they stood in the row above, the step read: one entry per element.
std::vector<std::uint8_t> elements_read(const Trace& trace, int block, int step);

/// The edges of a step: downwards from the row where each operand stood; within its own row where
/// the step itself had written it before.
void add_edges(const EdgeInk& ink, int step, When when);

/// What the cursor's step read without combining it or writing it on: straight down into the row.
/// `read` is what elements_read says.
void add_drops(const EdgeInk& ink, int step, std::vector<std::uint8_t> read);

/// The colour of something that belongs to an element: fainter past the end of the input.
Rgba toned(Rgba color, int element, int present, const Palette& palette);

}  // namespace stridescope::scene_parts
