// What each warp's request to memory cost, as a table: what a notebook or a script reads.
#pragma once

#include <optional>

#include "app/io/table.h"
#include "app/trace/trace.h"

namespace stridescope {

/// One line for each request to shared or global memory, by block, step and the order of the
/// program: block, step, phase, stride, row (its first), interval (barriers that the block had
/// passed), iteration, warp, event, file and line of the text, array, bytes (that each lane moves);
/// of the lanes that took part the lists lanes, places (words of shared memory, or elements of the
/// array), addresses (in bytes, from the begin of that) and banks (of shared memory, the first of
/// each); then wavefronts, ideal_wavefronts, excess and degree of shared memory, sectors,
/// ideal_sectors and memory_lines of global memory; not_counted says why a copy has none of these
/// numbers. Of one block or step, where one is given. The
/// trace must outlive it.
Table requests_table(const Trace& trace, std::optional<int> block, std::optional<int> step);

}  // namespace stridescope
