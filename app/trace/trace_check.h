// Whether the columns of a trace fit together.
#pragma once

#include "app/trace/trace.h"

namespace stridescope {

/// Throws RunError, saying what does not fit: whoever walks along a trace need not look again.
void check_trace(const TraceData& data);

}  // namespace stridescope
