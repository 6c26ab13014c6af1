#include "app/engine/engine.h"

#include "app/engine/cpu/cpu_engine.h"

namespace stridescope {

std::unique_ptr<Engine> make_engine(EngineChoice choice) {
    if (choice == EngineChoice::cuda) {
        throw RunError(
            "This build has no GPU engine: use --engine cpu (the emulator runs the same kernels).");
    }
    return std::make_unique<CpuEngine>();
}

std::shared_ptr<const Trace> record(const Experiment& experiment, const RunOptions& options) {
    return make_engine(experiment.engine)->run(experiment, options);
}

}  // namespace stridescope
