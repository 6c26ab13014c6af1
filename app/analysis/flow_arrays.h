// The arrays in global memory that a flow comes from and goes to. Internal to app/analysis.
#pragma once

#include <string>

#include "app/analysis/flow.h"

namespace stridescope {

/// The one that most edges of the flow come from, or go to, and where its elements stand.
FlowArray flow_array(const Flow& flow, bool input);

/// Why there is no tree where the block itself keeps nothing in its shared memory.
std::string nothing_kept(const Trace& trace);

/// Of outputs into which the input goes straight: which columns they are. Says why_not where they
/// are no row of elements made of another one.
void take_outputs_as_columns(const Trace& trace, Flow& flow);

}  // namespace stridescope
