#include "app/engine/nvrtc/main_on_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/engine/machine/text_launches.h"
#include "app/io/errors.h"

namespace stridescope {
namespace {

/// Makes the pointer one into an array.
void lead(TextArgument& argument, machine::GlobalMemory& memory,
          const std::vector<std::size_t>& allocations, const language::Function& kernel) {
    const std::uint64_t address = argument.leaves[0];
    const machine::Allocation* to = memory.find(address);
    for (std::size_t k = 0; k < allocations.size() && to != nullptr; ++k) {
        if (&memory[allocations[k]] != to) continue;
        argument.array = static_cast<int>(k);
        argument.offset = address - to->address;
        argument.leaves.clear();
        return;
    }
    throw UsageError(fmt::format(
        "{} is given a pointer that is not into memory from cudaMalloc: such a text runs on the "
        "warp machine only (--engine cpu).",
        kernel.name));
}

}  // namespace

TextLaunch text_launch(language::Function& kernel, const language::Launch& launch,
                       machine::GlobalMemory& memory, const std::vector<std::size_t>& allocations) {
    TextLaunch made{&kernel, launch.grid, launch.block, launch.dynamic_shared, {}};
    for (std::size_t k = 0; k < launch.arguments.size(); ++k) {
        const language::Type* type = kernel.parameters[k]->type;
        TextArgument& argument = made.arguments.emplace_back();
        argument.leaves = launch.arguments[k].leaves;
        if (type->is_pointer() && argument.leaves[0] != 0) {
            lead(argument, memory, allocations, kernel);
        } else if (type->is_struct()) {
            const auto& leaves = type->structure->leaves;
            for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
                if (leaves[leaf].type->is_pointer() && argument.leaves[leaf] != 0) {
                    throw UsageError(fmt::format(
                        "{} is given a struct with pointers: such a text runs on the warp machine "
                        "only (--engine cpu).",
                        kernel.name));
                }
            }
        }
    }
    return made;
}

LaunchedByMain launched_by_main(const TextRun& text) {
    LaunchedByMain made;
    made.run = text;
    machine::GlobalMemory memory;
    std::vector<TextLaunch> launches;
    const auto note_arrays = [&] {
        for (std::size_t k = 0; k < memory.size(); ++k) {
            if (memory[k].reach == machine::Reach::host || memory[k].variable != nullptr ||
                std::ranges::find(made.allocations, k) != made.allocations.end())
                continue;
            made.allocations.push_back(k);
            TextArray& array = made.run.arrays.emplace_back();
            array.name = memory[k].name;
            array.type = ElementType::u8;
            array.extents = {static_cast<std::int64_t>(memory[k].bytes)};
            array.before = TypedArray{array.type, static_cast<std::size_t>(memory[k].bytes)};
        }
    };
    const machine::Launcher launcher = [&](language::Function& kernel,
                                           const language::Launch& launch) {
        note_arrays();
        launches.push_back(text_launch(kernel, launch, memory, made.allocations));
        machine::Settings settings;
        settings.record = settings.origins = false;
        return machine::run(*text.unit, kernel, launch, memory, settings);
    };
    try {
        machine::allocate_globals(*text.unit, memory);
        const auto record = machine::run_main(*text.unit, memory, {}, launcher);
        if (record.stopped) throw language::FaultError(*record.stopped);
    } catch (const language::FaultError& error) {
        throw UsageError(fmt::format("line {}: {}.", error.fault().place.line, error.what()));
    }
    if (launches.empty()) return made;
    TextLaunch& first = launches.front();
    made.run.kernel = first.kernel;
    made.run.grid = first.grid;
    made.run.block = first.block;
    made.run.dynamic_shared = first.dynamic_shared;
    made.run.arguments = std::move(first.arguments);
    made.run.further.assign(std::make_move_iterator(launches.begin() + 1),
                            std::make_move_iterator(launches.end()));
    return made;
}

}  // namespace stridescope

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
