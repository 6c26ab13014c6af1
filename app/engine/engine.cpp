#include "app/engine/engine.h"

#include "app/engine/machine/text_engine.h"
#include "app/engine/text_on_gpu.h"

namespace stridescope {

std::shared_ptr<const Trace> record(const Experiment& experiment, const RunOptions& options) {
    if (const std::string why = why_impossible(experiment); !why.empty()) throw UsageError(why);
    if (options.times && experiment.engine != EngineChoice::cuda) {
        throw UsageError(
            "The machine has no clock: times are measured on a GPU alone, --times needs --engine "
            "cuda.");
    }
    if (experiment.engine == EngineChoice::cuda) return record_on_gpu(experiment, options).trace;
    return record_text(experiment, options);
}

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
