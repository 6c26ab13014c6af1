// What a text's closed forms say of the steps of its run.
#pragma once

#include <vector>

#include "app/experiment/text/step_forms.h"
#include "app/trace/trace.h"

namespace stridescope {

/// [step]; empty where they say nothing of any. Throws FaultError where a formula comes to no
/// count.
std::vector<ExpectedCounts> expected_counts(const TraceData& run,
                                            const std::vector<StepForm>& forms);

}  // namespace stridescope
