// The tables behind the pictures, as they are written to CSV and JSON. A value that is not there
// means that there is nothing to tell. A table is of the trace that it is given, and is written
// while that is there.
#pragma once

#include <optional>
#include <string>

#include "app/analysis/banks.h"
#include "app/analysis/request_choice.h"
#include "app/io/table.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Every edge of the block's tree: step, phase, stride, thread, from_step, from_word, from_element,
/// from_value, to_word, to_element, to_value (after the step), combined (1, or 0 for a mere copy),
/// from_address (an element of the input, where it came from there), to_address (of the output).
/// from_value is empty where threads race: which value was read is recorded nowhere. Of a text the
/// addresses may be of any array in global memory: from_array and to_array name them.
Table tree_table(const Trace& trace, int block);

/// Every word: word, bank, element, before, after, changed (0 or 1), and the lists of threads
/// readers and writers. before and after are empty while the word was never written.
Table memory_table(const Trace& trace, int block, int step);

/// The request that the banks picture shows: lane, thread, word, bank, element, and the wavefront
/// of the request that serves the lane, from 1; idle lanes left out. `wave`: only the lanes of that
/// wavefront, from 1; 0: of all.
Table banks_table(const Trace& trace, int block, int step,
                  const std::optional<RequestChoice>& choice = {}, int wave = 0);

/// The request that the picture of global memory shows: lane, thread, array, element (its number in
/// memory), name ("in[3][5]"), byte (the first, from the array's begin), bytes, sector,
/// memory_line; idle lanes left out.
Table global_table(const Trace& trace, int block, int step,
                   const std::optional<RequestChoice>& choice = {});

/// Each line that a warp of the block executed in the step: line, warp, instructions, lanes_used,
/// lane_slots, then lane_0 … lane_31: in how many of the instructions the lane was active. `warp`:
/// only of that one.
/// One ldmatrix or stmatrix, element by element: who holds it, and in which wavefront it comes.
Table fragment_table(const Trace& trace, int block, int step,
                     const std::optional<RequestChoice>& choice);
/// When each warp did what; block −1: of all.
Table time_table(const Trace& trace, int block);
Table divergence_table(const Trace& trace, int block, int step,
                       const std::optional<int>& warp = {});

/// What happened between blocks: event, time, kind, block, phase, stride, thread, line, array,
/// element, value.
Table grid_table(const Trace& trace);

/// The kernel's text: line, then what line_counts() counts in the step, the same of all steps
/// (all_requests, …), file and text.
Table source_table(const Trace& trace, int step);

/// kernel, pad, step, phase, stride, then bank_0 … bank_31 or warp_0 …: what options.measure
/// tells, 0 where not touched. With `compare` its lines come first, and before all stands `run`:
/// "other" or "this".
Table heatmap_table(const Trace& trace, const HeatmapOptions& options);

/// One line per step: step, phase, stride, what work_columns() count, and the closed forms.
Table work_steps_table(const Trace& trace);

/// The work table as the picture has it where there is room, with totals; closed forms stand
/// behind the counts. For people.
Table work_table_with_totals(const Trace& trace);

}  // namespace stridescope
