// The words of a trace, fit to be shown wherever it goes.
#pragma once

#include "app/trace/trace.h"

namespace stridescope {

/// Makes every name and sentence that is shown of the run printable, and cuts what is far longer
/// than any kernel's. What it takes to run it again stays as it is.
void make_printable(TraceData& data);

}  // namespace stridescope
