#include "app/engine/engine.h"

#include "app/engine/cpu/cpu_engine.h"
#include "app/engine/machine/text_engine.h"
#include "app/engine/recording_cost.h"
#include "app/engine/text_on_gpu.h"
#ifdef STRIDESCOPE_HAS_CUDA
#include "app/engine/cuda/cuda_engine.h"
#endif
#include "kernels/catalog.h"

namespace stridescope {

#ifdef STRIDESCOPE_HAS_CUDA

std::string why_unavailable(EngineChoice choice) {
    return choice == EngineChoice::cuda ? why_no_gpu() : std::string{};
}

std::unique_ptr<Engine> make_engine(EngineChoice choice) {
    if (choice == EngineChoice::cpu) return std::make_unique<CpuEngine>();
    const std::string why = why_no_gpu();
    if (why.empty()) return std::make_unique<CudaEngine>();
    if (choice == EngineChoice::cuda) throw RunError(why);
    return std::make_unique<CpuEngine>();
}

#else

std::string why_unavailable(EngineChoice choice) {
    if (choice != EngineChoice::cuda) return {};
    return "This build has no GPU engine: build with -DSTRIDESCOPE_CUDA=ON (needs the CUDA "
           "Toolkit), or use --engine cpu (the emulator runs the same kernels).";
}

std::unique_ptr<Engine> make_engine(EngineChoice choice) {
    if (choice == EngineChoice::cuda) throw RunError(why_unavailable(choice));
    return std::make_unique<CpuEngine>();
}

RecordingCost measure_recording(const Experiment& /*experiment*/, int /*some_blocks*/) {
    throw RunError(why_unavailable(EngineChoice::cuda));
}

#endif

std::shared_ptr<const Trace> record(const Experiment& experiment, const RunOptions& options) {
    if (experiment.text) {
        if (const std::string why = why_impossible(experiment); !why.empty()) throw UsageError(why);
        if (experiment.engine == EngineChoice::cuda)
            return record_on_gpu(experiment, options).trace;
        return record_text(experiment, options);
    }
    // A GPU schedules its own warps.
    const bool scheduled = experiment.schedule != Schedule{};
    if (scheduled && experiment.engine == EngineChoice::cuda) {
        throw UsageError("--schedule needs the emulator: omit it, or use --engine cpu.");
    }
    const KernelInfo& info = kernel_of(experiment).info;
    const Experiment usual;
    const bool machine = experiment.sms != usual.sms || experiment.resident != usual.resident;
    const bool emulated = scheduled || info.is_broken() || (info.blocks_cooperate() && machine);
    if (emulated && experiment.engine == EngineChoice::cuda) {
        throw UsageError(why_impossible(experiment));
    }
    return make_engine(emulated ? EngineChoice::cpu : experiment.engine)->run(experiment, options);
}

}  // namespace stridescope
