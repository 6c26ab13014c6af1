// The numbers behind the pictures as CSV: a line of names, then one line per thing, "\n" at the
// ends, numbers in full. An empty field means that there is nothing to tell.
#pragma once

#include <optional>
#include <string>

#include "app/analysis/banks.h"
#include "app/analysis/request_choice.h"
#include "app/scene/heatmap/heatmap_scene.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Every edge of the block's tree: step, phase, stride, thread, from_step, from_word, from_element,
/// from_value, to_word, to_element, to_value (after the step), combined (1, or 0 for a mere copy),
/// from_address (an element of the input, where it came from there), to_address (of the output).
/// from_value is empty where threads race: which value was read is recorded nowhere. Of a text the
/// addresses may be of any array in global memory: from_array and to_array name them.
std::string tree_csv(const Trace& trace, int block);

/// Every word: word, bank, element, before, after, changed (0 or 1), readers, writers (threads,
/// with spaces between). before and after are empty while the word was never written.
std::string memory_csv(const Trace& trace, int block, int step);

/// The request that the banks picture shows: lane, thread, word, bank, element, and the wavefront
/// of the request that serves the lane, from 1; idle lanes left out. `wave`: only the lanes of that
/// wavefront, from 1; 0: of all.
std::string banks_csv(const Trace& trace, int block, int step,
                      const std::optional<RequestChoice>& choice = {}, int wave = 0);

/// The request that the picture of global memory shows: lane, thread, array, element (its number in
/// memory), name ("in[3][5]"), byte (the first, from the array's begin), bytes, sector,
/// memory_line; idle lanes left out.
std::string global_csv(const Trace& trace, int block, int step,
                       const std::optional<RequestChoice>& choice = {});

/// Each line that a warp of the block executed in the step: line, warp, instructions, lanes_used,
/// lane_slots, then lane_0 … lane_31: in how many of the instructions the lane was active. `warp`:
/// only of that one.
std::string divergence_csv(const Trace& trace, int block, int step,
                           const std::optional<int>& warp = {});

/// What happened between blocks: event, time, kind, block, phase, stride, thread, line, array,
/// element, value.
std::string grid_csv(const Trace& trace);

/// The kernel's text: line, then requests, wavefronts, excess, degree, adds, global_requests,
/// sectors and ideal_sectors of the step, the same of all steps (all_requests, …), and text.
std::string source_csv(const Trace& trace, int step);

/// kernel, pad, step, phase, stride, then bank_0 … bank_31 or warp_0 …: what options.measure
/// tells, 0 where not touched. With `compare` its lines come first, and before all stands `run`:
/// "other" or "this".
std::string heatmap_csv(const Trace& trace, const HeatmapOptions& options);

/// One line per step: the counts by the names of the report's JSON, and the closed forms.
std::string work_csv(const Trace& trace);

/// The work table as the picture has it, with totals, in GitHub's Markdown; closed forms stand
/// behind the counts.
std::string work_markdown(const Trace& trace);

}  // namespace stridescope
