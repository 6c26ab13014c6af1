// What single threads did, as a table: what a program reads that wants no masks.
#pragma once

#include <optional>

#include "app/io/table.h"
#include "app/trace/trace.h"

namespace stridescope {

/// One line for each thread's part in a row, by block, row and thread: block, row, thread, step,
/// phase, stride, interval (barriers that the block had passed), iteration, event, operation, file
/// and line of the text, array, word of shared memory, address (its element in global memory),
/// from_thread (whose register was read), part (which element of a load of several). Of one block
/// or step, where one is given. The trace must outlive it.
Table events_table(const Trace& trace, std::optional<int> block, std::optional<int> step);

}  // namespace stridescope
