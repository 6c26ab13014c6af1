// Lines of the text that is edited at which playback stops, and the steps in which lines run.
#pragma once

#include <optional>
#include <set>

#include "app/session/app_state.h"
#include "app/session/document.h"

namespace stridescope {

/// Whether one of the lines of the text, from 1, does anything in the step; what a line includes is
/// done in that line.
bool runs_in_step(const Recording& run, int step, const std::set<int>& lines);

/// The next step behind `step` in which one of them does (`by` 1), or the last one before (−1).
std::optional<int> next_step_of(const Recording& run, int step, const std::set<int>& lines, int by);

/// Where playback stops for breakpoints in these lines. Of a line in which nothing was recorded, as
/// a loop's head, that is the next one below it in which something was.
std::set<int> stopping_lines(const Recording& run, const std::set<int>& lines);

/// Where a run to a line goes: the same, but to no line where nothing runs up to it yet.
std::set<int> lines_run_to(const Recording& run, int line);

/// The line that is meant, from 1: the cursor's, or the first one that is selected.
int line_meant(const Document& document);

/// The lines go along with what stands there: behind `line`, from 1, `added` lines have come, or
/// gone, if it is negative, and what stood there with them.
void move_lines(std::set<int>& lines, int line, int added);

}  // namespace stridescope
