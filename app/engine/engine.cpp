#include "app/engine/engine.h"

#include "app/engine/machine/text_engine.h"
#include "app/engine/text_on_gpu.h"

namespace stridescope {

std::shared_ptr<const Trace> record(const Experiment& experiment, const RunOptions& options) {
    if (const std::string why = why_impossible(experiment); !why.empty()) throw UsageError(why);
    if (experiment.engine == EngineChoice::cuda) return record_on_gpu(experiment, options).trace;
    return record_text(experiment, options);
}

}  // namespace stridescope
