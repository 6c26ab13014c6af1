// Blocks that do the same, each with elements of its own: what is found of one holds of the other.
#pragma once

#include <vector>

#include "app/language/program.h"
#include "app/machine/rows.h"

namespace stridescope {

/// Whether two blocks of a launch went the same way: the same sites in the same rounds with the
/// same lanes, barrier by barrier, and from lane to lane and through local arrays values went the
/// same way, too. Where they reached in memory, and what they stored there, may be another.
bool went_alike(const language::Program& program, const machine::BlockRecord& one,
                const machine::BlockRecord& other);

/// [block]: it went the same way as the one before it.
std::vector<bool> alike_blocks(const machine::LaunchRecord& launch);

}  // namespace stridescope
