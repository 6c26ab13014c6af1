#include "app/engine/machine/text_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "app/io/errors.h"
#include "app/machine/grid_watch.h"

namespace stridescope {
namespace {

/// Where a variable of the text's own lies.
std::size_t allocation_of(const language::Variable* variable, const machine::GlobalMemory& memory) {
    for (std::size_t k = 0; k < memory.size(); ++k) {
        if (memory[k].variable == variable) return k;
    }
    throw RunError(fmt::format("{} has no memory.", variable->name));
}

}  // namespace

void place_arrays(const TextRun& text, machine::GlobalMemory& memory, MachineRun& run) {
    for (const TextArray& array : text.arrays) {
        const std::size_t index = array.variable != nullptr
                                      ? allocation_of(array.variable, memory)
                                      : memory.allocate(array.name, array.before.size_bytes());
        std::memcpy(memory[index].data, array.before.bytes(),
                    std::min<std::size_t>(memory[index].bytes, array.before.size_bytes()));
        MachineArray made;
        made.facts = {.name = array.name, .type = array.type, .extents = array.extents};
        made.allocation = index;
        made.contents.before = array.before;
        if (array.expected) {
            made.contents.expected = array.expected->values;
            made.contents.expected_name = array.expected->name;
            made.contents.tolerance = array.expected->tolerance;
        }
        run.arrays.push_back(std::move(made));
    }
}

language::Launch launch_of(const TextLaunch& text, const machine::GlobalMemory& memory,
                           const MachineRun& run) {
    language::Launch launch;
    launch.grid = text.grid;
    launch.block = text.block;
    launch.dynamic_shared = text.dynamic_shared;
    for (const TextArgument& argument : text.arguments) {
        if (argument.array < 0) {
            launch.arguments.push_back({argument.leaves});
            for (std::size_t k = 0; k < argument.arrays_of_leaves.size(); ++k) {
                if (argument.arrays_of_leaves[k] < 0) continue;
                const auto array = static_cast<std::size_t>(argument.arrays_of_leaves[k]);
                launch.arguments.back().leaves[k] = memory[run.arrays[array].allocation].address;
            }
        } else {
            const auto array = static_cast<std::size_t>(argument.array);
            launch.arguments.push_back(
                {{memory[run.arrays[array].allocation].address + argument.offset}});
        }
    }
    launch.memory = memory.layout();
    return launch;
}

std::vector<TextLaunch> launches_of(const TextRun& text) {
    if (text.kernel == nullptr) return {};
    std::vector<TextLaunch> launches{
        {text.kernel, text.grid, text.block, text.dynamic_shared, text.arguments}};
    launches.insert(launches.end(), text.further.begin(), text.further.end());
    return launches;
}

std::vector<std::int32_t> handed_on(const TextRun& text, const std::vector<TextLaunch>& launches,
                                    const machine::GlobalMemory& memory, const MachineRun& run) {
    if (launches.size() < 2) return {};
    language::CompileOptions options;
    options.record = options.origins = false;
    std::vector<std::shared_ptr<const language::Program>> programs;
    for (const TextLaunch& launch : launches) {
        programs.push_back(
            language::compile(*text.unit, *launch.kernel, launch_of(launch, memory, run), options));
    }
    return machine::handed_on(programs);
}

}  // namespace stridescope
