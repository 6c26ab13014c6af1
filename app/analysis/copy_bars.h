// Asynchronous copies of a block as bars over its steps: from where they were begun to where they
// were waited for.
#pragma once

#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// Copies that are on their way in the same steps.
struct CopyBar {
    int from = 0;        ///< the step in which they were begun
    int to = -1;         ///< in which they were waited for; -1: never
    int committed = -1;  ///< in which all of them were; -1: they were not, or not in the same step
    int lane = 0;        ///< bars that share a step lie in lanes of their own, from 0
    std::vector<const CopyGroup*> groups{};

    bool too_early(int step) const;
};

/// Those of the block, by the step in which they begin. They point into the trace.
std::vector<CopyBar> copy_bars(const Trace& trace, int block);
/// How many lanes they take; 0: the block copies nothing.
int lanes_of(const std::vector<CopyBar>& bars);

/// "group 2: 16,384 bytes by 128 threads, begun in step 5 (line 24), committed in step 5 (line 46),
/// waited for in step 7 (line 47)".
std::string copy_text(const Trace& trace, const CopyGroup& copies);
/// The same of all groups of a bar, a line each.
std::string copy_text(const Trace& trace, const CopyBar& bar);
/// What becomes of asynchronous copies in the step: "Of asynchronous copies group 2 is begun and
/// committed, group 1 is waited for." Of none: nothing.
std::string copies_of_step(const Trace& trace, int block, int step);
/// "group 2", "3 groups", "copies for a barrier": what a bar is called.
std::string copy_name(const CopyBar& bar);

}  // namespace stridescope
