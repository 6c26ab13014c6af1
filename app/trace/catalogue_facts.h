// What the catalogue says of a run, as a trace's facts. The one place of the trace that asks the
// catalogue, and only while a trace is made: when a kernel of it is recorded, and when a file is
// read that was written before files kept their facts (format versions 1 to 4).
#pragma once

#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// The facts of a run with this experiment, shape and n, but for what closed forms say of its
/// steps. A kernel that the catalogue lacks is taken for one that does as usual.
TraceFacts catalogue_facts(const TraceData& run);

/// What its closed forms say of the run's steps.
std::vector<ExpectedCounts> catalogue_counts(const TraceData& run);

/// All of that for a run that was read from a file without facts, and its sites' arrays. What the
/// file knew stays: the arrays in global memory (run.scratch()).
void add_catalogue_facts(TraceData& run);

}  // namespace stridescope
