// Tables that belong to no picture: what single threads did, and what single requests cost.
#pragma once

#include <optional>

#include "app/io/table.h"
#include "app/trace/trace.h"

namespace stridescope {

/// For a program that wants no masks. One line for each thread's part in a row, by block, row and
/// thread: block, row, thread, step, phase, stride, interval (barriers that the block had passed),
/// iteration, event, operation, file and line of the text, array, word of shared memory, address
/// (its element in global memory), from_thread (whose register was read), part (which element of a
/// load of several). Of one block or step, where one is given. The trace must outlive it.
Table events_table(const Trace& trace, std::optional<int> block, std::optional<int> step);

/// What each warp's request to memory cost, for a notebook or a script. One line for each request
/// to shared or global memory, by block, step and the order of the program: block, step, phase,
/// stride, row (its first), interval (barriers that the block had passed), iteration, warp, event,
/// file and line of the text, array, bytes (that each lane moves); of the lanes that took part the
/// lists lanes, places (words of shared memory, or elements of the array), addresses (in bytes,
/// from the begin of that) and banks (of shared memory, the first of each); then wavefronts,
/// ideal_wavefronts, excess and degree of shared memory, sectors, ideal_sectors and memory_lines of
/// global memory; not_counted says why a copy has none of these numbers. Of one block or step,
/// where one is given. The trace must outlive it.
Table requests_table(const Trace& trace, std::optional<int> block, std::optional<int> step);

}  // namespace stridescope
