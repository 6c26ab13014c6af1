// A CUDA text: read, compiled for a small launch, and run; its main, if it has one, too.
#include "app/language/compile.h"
#include "app/language/parse.h"
#include "app/machine/machine.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace stridescope;

/// Each size of a text in its own way: as ever, under weak memory, or each lane by itself.
machine::Settings few_steps(std::size_t size) {
    machine::Settings settings;
    settings.budget = 20'000;
    settings.native_rounds = 3;
    settings.most_memory = std::uint64_t{16} << 20;
    settings.workers = static_cast<unsigned>(1 + size / 3 % 2);
    if (size % 3 == 1) settings.memory = machine::MemoryOrder::weak;
    if (size % 3 == 2) settings.order = machine::WarpOrder::lanes;
    return settings;
}

/// Every parameter is an array of a few numbers, or a small one.
void run_kernel(language::Unit& unit, const language::Function& kernel,
                const machine::Settings& settings) {
    machine::GlobalMemory memory;
    allocate_globals(unit, memory);
    language::Launch launch;
    launch.grid = {2, 1, 1};
    launch.block = {40, 1, 1};
    launch.dynamic_shared = 512;
    for (const language::Variable* parameter : kernel.parameters) {
        const language::Type& type = *parameter->type;
        language::Argument argument;
        if (type.is_pointer()) {
            argument.leaves = {memory[memory.allocate("array", 512)].address};
        } else {
            argument.leaves.assign(type.is_struct() ? type.structure->leaves.size() : 1, 7);
        }
        launch.arguments.push_back(std::move(argument));
    }
    launch.memory = memory.layout();
    (void)run(unit, kernel, launch, memory, settings);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::refused_or_fine(fuzz::text_of(data, size), [&] {
        const language::Parsed parsed =
            language::parse("text.cu", std::string{fuzz::text_of(data, size)}, {});
        if (!parsed.faults.empty() || !parsed.unit) return;
        const machine::Settings settings = few_steps(size);
        try {
            for (const language::Function* kernel : parsed.unit->kernels) {
                run_kernel(*parsed.unit, *kernel, settings);
            }
            machine::GlobalMemory memory;
            allocate_globals(*parsed.unit, memory);
            if (parsed.unit->main != nullptr) {
                (void)run_main(*parsed.unit, memory, settings);
            }
        } catch (const language::FaultError&) {
            // Said with its place.
        }
    });
    return 0;
}
