// Where two runs of one text part.
#pragma once

#include <optional>
#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// The first step behind which they differ.
struct Parting {
    int step = 0, block = 0;
    int cell = -1;    ///< of shared memory, which holds another value; -1: threads do other things
    int thread = -1;  ///< of the block, which does another thing; -1: a cell, or several
    std::string words{};  ///< "s[3] is 5, not 7": what the second has, and the first
    bool operator==(const Parting&) const = default;
};

/// Of blocks that both have recorded: the first step behind which a block's shared memory holds
/// something else, or in which its threads reach something else. Nothing: they part nowhere that is
/// recorded, as where only global memory differs.
std::optional<Parting> first_parting(const Trace& trace, const Trace& other);

}  // namespace stridescope
