// What steps are called that no comment names: by what they do.
#pragma once

#include <vector>

#include "app/engine/machine/machine_diagnostics.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Names the steps of all launches. Rows, sites and arrays must be there.
void name_steps(TraceData& data, const std::vector<LaunchPlace>& launches);

}  // namespace stridescope
