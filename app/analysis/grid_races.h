// Races between blocks: two of them reach one element of an array of values that is the kernel's
// own, at least one writes it, and nothing that happened orders the two.
#pragma once

#include <vector>

#include "app/analysis/races.h"
#include "app/trace/trace.h"

namespace stridescope {

/// More blocks than that are not judged: what each knows of each is too much to keep.
inline constexpr int most_blocks_judged = 1024;

/// All such races by array, element and kind; one example of two accesses for each. What a block
/// did before it wrote an integer (a flag, a counter) happened before what a block does that read
/// this very number there; an atomic reads what the last one left; and a launch happens after all
/// of the launch before it. Integers themselves are volatile and do not race. Blocks are taken as
/// one: that a thread passed by its own block's barrier is what `races_of_block` looks at. Needs
/// grid events; A and P, of which they tell nothing, are not judged, nor are events in a GPU's
/// time, whose order is not exact.
std::vector<Race> races_between_blocks(const Trace& trace);

}  // namespace stridescope
