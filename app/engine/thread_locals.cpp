#include "app/engine/thread_locals.h"

#include "app/engine/engine.h"

namespace stridescope {

std::string why_no_locals(const Trace& trace, bool opened) {
    if (opened) return "Variables are not in a trace's file: run the text itself to see them.";
    if (trace.data().engine != "machine")
        return "A GPU's run records no variables: choose the CPU to see them.";
    return {};
}

ThreadLocals locals_of(const Experiment& experiment, const Trace& trace, int block, int thread,
                       const RunOptions& options) {
    ThreadLocals locals{.block = block, .thread = thread};
    RunOptions watched = options;
    watched.locals = &locals;
    const auto again = record(experiment, watched);
    if (again->steps() != trace.steps())
        throw RunError("The run came to other steps this time: its variables are not those shown.");
    return locals;
}

}  // namespace stridescope
