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
            return "The GPU if one can be used, otherwise the CPU emulator";
        case EngineChoice::cpu: return "The CPU emulator runs the same kernels, thread by thread";
        case EngineChoice::cuda: break;
    }
    return "The GPU runs the kernels and records what they do";
}

std::string_view padding_tip(Padding padding) {
    switch (padding) {
        case Padding::none: return "Element i lives at word i";
        case Padding::every32: return "One unused word after every 32: element i at i + i/32";
        case Padding::two_level:
            return "The same, and one more after every 1,024: element i at i + i/32 + i/1024";
        case Padding::xor_swizzle: break;
    }
    return "No extra space, rows of 32 permuted: element i at i ^ (i/32 mod 32)";
}

std::string_view type_tip(ElementType type) {
    switch (type) {
        case ElementType::i32: return "4-byte integers; addition wraps";
        case ElementType::u32: return "4-byte unsigned integers; addition wraps";
        case ElementType::f32: return "4-byte floating-point numbers";
        case ElementType::f64: return "8-byte floating-point numbers: two banks each";
        default: break;
    }
    return "8-byte integers: two banks each";
}

std::string_view op_tip(Op op) {
    switch (op) {
        case Op::add: return "Running sums";
        case Op::max: return "The largest so far";
        case Op::min: return "The smallest so far";
        case Op::last: break;
    }
    return "The last non-zero number so far: fills gaps from the left. Operands in the wrong order "
           "give a different result";
}

std::string_view scan_tip(Scan scan) {
    return scan == Scan::inclusive ? "Each result includes its own element"
                                   : "Each result is what comes before its element; the first is "
                                     "the operator's identity";
}

std::string terminal_line(const Experiment& experiment) {
    return "stridescope-cli record " + command_line(experiment) + " -o trace.npz";
}

}  // namespace stridescope
