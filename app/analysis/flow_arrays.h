// The arrays in global memory that a flow comes from and goes to. Internal to app/analysis.
#pragma once

#include "app/analysis/flow.h"

namespace stridescope {

/// The one that most edges of the flow come from, or go to, and where its elements stand.
FlowArray flow_array(const Flow& flow, bool input);

}  // namespace stridescope
