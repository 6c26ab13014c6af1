#include "app/experiment/experiment.h"

#include <fmt/format.h>

namespace stridescope {
namespace {

std::string why_machine_impossible(const Experiment& experiment) {
    if (experiment.sms < 1 || experiment.sms > most_sms) {
        return fmt::format("The machine cannot have {} multiprocessors: give --sms 1 to {}.",
                           experiment.sms, most_sms);
    }
    if (experiment.resident < 1 || experiment.resident > most_resident) {
        return fmt::format(
            "{} blocks cannot be resident on a multiprocessor: give --resident 1 to "
            "{}.",
            experiment.resident, most_resident);
    }
    const Experiment usual;
    const bool chosen = experiment.sms != usual.sms || experiment.resident != usual.resident;
    if (chosen && experiment.engine == EngineChoice::cuda) {
        return "A GPU has a fixed number of multiprocessors: --sms and --resident need --engine "
               "cpu.";
    }
    return {};
}

}  // namespace

std::string why_impossible(const Experiment& experiment) {
    if (experiment.engine == EngineChoice::cuda && experiment.schedule != Schedule{})
        return "A GPU schedules its own warps: --schedule needs --engine cpu.";
    if (std::string why = why_machine_impossible(experiment); !why.empty()) return why;
    if (experiment.first_blocks && *experiment.first_blocks < 1) {
        return fmt::format("Recording {} blocks shows nothing: give --blocks first:1 or more.",
                           *experiment.first_blocks);
    }
    return {};
}

}  // namespace stridescope
