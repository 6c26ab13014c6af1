// The indices of a line of the kernel's text with a thread's numbers put in. The expressions are
// the recorded text's, the numbers are the launch's, the step's and the thread's; an expression is
// told only if what it comes to is what the thread was recorded to reach.
#pragma once

#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// What the thread does in the step: "Thread 5 at line 50: j = 2 · (5 + 1) · 4 − 1 = 47, j − s = 47
/// − 4 = 43; it loads words 43 and 47 and stores word 47."
std::string narrate_thread(const Trace& trace, int block, int step, int thread);

}  // namespace stridescope
