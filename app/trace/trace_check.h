// What makes a trace of what was recorded or read: its columns fit together, and its words are fit
// to be shown wherever it goes.
#pragma once

#include "app/trace/trace.h"

namespace stridescope {

/// Throws RunError, saying what does not fit: whoever walks along a trace need not look again.
void check_trace(const TraceData& data);

/// Makes every name and sentence that is shown of the run printable, and cuts what is far longer
/// than any kernel's. What it takes to run it again stays as it is.
void make_printable(TraceData& data);

}  // namespace stridescope
