#include "app/engine/nvrtc/main_on_gpu.h"

#include <fmt/format.h>

#include <utility>

#include "app/engine/machine/text_launches.h"
#include "app/io/errors.h"

namespace stridescope::nvrtc {

MainOnGpu::MainOnGpu(const TextRun& text) : launched_{launched_by_main(text)} {
    for (const std::size_t allocation : launched_.allocations) {
        MachineArray& array = places_.arrays.emplace_back();
        array.allocation = allocation;
    }
}

machine::HostRecord MainOnGpu::run(GpuText& gpu, machine::GlobalMemory& memory,
                                   const CarryOut& carry_out) const {
    std::size_t k = 0;
    const std::vector<TextLaunch> known = launches_of(launched());
    const machine::Launcher launcher = [&](language::Function& kernel,
                                           const language::Launch& launch) {
        if (k == known.size() || known[k].kernel != &kernel) {
            throw RunError(
                fmt::format("What {}'s main launches depends on what it has computed, and is not "
                            "the same on the GPU as on the machine.",
                            launched().title));
        }
        gpu.replace(k, text_launch(kernel, launch, memory, launched_.allocations));
        machine::LaunchRecord record = carry_out(k++, launch);
        gpu.read_arrays(memory, places_);
        return record;
    };
    machine::allocate_globals(*launched().unit, memory);
    return machine::run_main(*launched().unit, memory, {}, launcher);
}

}  // namespace stridescope::nvrtc
