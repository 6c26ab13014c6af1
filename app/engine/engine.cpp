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

}  // namespace stridescope
