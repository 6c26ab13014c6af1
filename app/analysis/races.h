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

}  // namespace stridescope
