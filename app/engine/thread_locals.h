// What a thread's local variables are at each step: a recording holds accesses, not variables, so
// the same experiment is run once more, with an eye on one thread.
#pragma once

#include <string>
#include <vector>

#include "app/engine/engine.h"

namespace stridescope {

struct LocalVariable {
    std::string name{}, value{};

    bool operator==(const LocalVariable&) const = default;
};

/// The variables of one thread.
struct ThreadLocals {
    int block = 0, thread = 0;
    /// [step]: behind the statement that the thread's last access in the step is part of, in the
    /// text's order; where it has none, what they were before.
    std::vector<std::vector<LocalVariable>> steps{};
    bool cut = false;  ///< the last steps are missing: there is no room for so many

    bool operator==(const ThreadLocals&) const = default;
};

/// Why the trace's run cannot be watched, a sentence; empty: it can. `opened`: from a file.
std::string why_no_locals(const Trace& trace, bool opened);

/// Runs the experiment that the trace is of again and watches the thread of its recorded block.
/// Throws as record() does.
ThreadLocals locals_of(const Experiment& experiment, const Trace& trace, int block, int thread,
                       const RunOptions& options = {});

}  // namespace stridescope
