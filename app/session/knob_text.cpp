#include "app/session/knob_text.h"

namespace stridescope {

std::string why_not_on_gpu(const Experiment& experiment, const GpuAnswer& gpu) {
    if (!gpu.known) return looking_for_gpu;
    if (!gpu.problem.empty()) return gpu.problem;
    Experiment moved = experiment;
    moved.engine = EngineChoice::cuda;
    return why_impossible(moved);
}

std::string_view engine_tip(EngineChoice engine) {
    switch (engine) {
        case EngineChoice::automatic:
            return "The GPU if one can be used, otherwise the warp machine";
        case EngineChoice::cpu: return "The warp machine runs the kernels on the CPU, warp by warp";
        case EngineChoice::cuda: break;
    }
    return "The GPU runs the kernels and records what they do";
}

std::string terminal_line(const Experiment& experiment) {
    return "stridescope-cli record " + command_line(experiment) + " -o trace.npz";
}

}  // namespace stridescope
