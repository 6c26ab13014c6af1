// Races on shared and on global memory: two threads access one place, at least one of them writes,
// and nothing orders the two. What then stands there is a matter of luck.
#pragma once

#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

enum class RaceSpace { everywhere, shared };

/// All races of a recorded block that matter, as they were judged while it ran; one example of two
/// accesses for each place and interval. In a file of 1.0, or a GPU's recording, where nobody
/// judged then: as a walk along the rows finds them, by interval, place and kind. That knows
/// barriers of the whole block only, and is silent where a block's threads may keep order
/// otherwise.
std::vector<Race> races_of_block(const Trace& trace, int block,
                                 RaceSpace space = RaceSpace::everywhere);

/// Those for shared memory in which one of the two accesses was made in that step.
std::vector<Race> races_of_step(const Trace& trace, int block, int step);

/// The races of all blocks, recorded or not, and those between blocks.
std::vector<Race> races_of(const Trace& trace);

/// How many there are: a trace does not list all of very many.
std::int64_t count_of_races(const Trace& trace);

/// What is a race by the rules, but usual, and does no harm as it stands: several threads write the
/// same value; a compare-and-swap checks what was read.
std::vector<Race> harmless_races_of(const Trace& trace);

/// "Threads 5 and 3 race on word 3 (element 3): line 49 reads it in scan 2 while line 55 writes
/// it."; in global memory "… race on P[3]: …".
std::string sentence(const Trace& trace, const Race& race);

/// More blocks than that are not judged: what each knows of each is too much to keep.
inline constexpr int most_blocks_judged = 1024;

/// All races between blocks, by array, element and kind; one example of two accesses for each: two
/// blocks reach one element of an array of values that is the kernel's own, at least one writes it,
/// and nothing that happened orders the two. What a block did before it wrote an integer (a flag, a
/// counter) happened before what a block does that read this very number there; an atomic reads
/// what the last one left; and a launch happens after all of the launch before it. Integers
/// themselves are volatile and do not race. Blocks are taken as one: that a thread passed by its
/// own block's barrier is what `races_of_block` looks at. Needs grid events; A and P, of which they
/// tell nothing, are not judged, nor are events in a GPU's time, whose order is not exact.
std::vector<Race> races_between_blocks(const Trace& trace);

}  // namespace stridescope
