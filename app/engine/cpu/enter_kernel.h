// How a kernel's launchers come about: instantiated for every element type, under its id. Each file
// that includes this has a list of its own.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "app/engine/cpu/block_scheduler.h"
#include "app/engine/cpu/cpu_kernels.h"
#include "app/engine/cpu/host_lane.h"
#include "kernels/simt.h"

namespace stridescope {

/// The launchers of one kernel, by element type.
struct CpuKernel {
    std::string_view id;
    std::array<RunBlock, element_types.size()> run, run_uncoarsened;
};

/// Emulates one block of a kernel whose threads own up to `max_coarsen` elements.
template <class Kernel, class T, int max_coarsen>
void run_block(BlockRun& run, std::byte* memory, TypedArray& input, TypedArray& output) {
    const std::span<T> shared{reinterpret_cast<T*>(memory),
                              static_cast<std::size_t>(run.launch().words)};
    BlockScheduler<Kernel, T, max_coarsen>{run, shared, input.as<T>(), output.as<T>()}.run();
}

/// `few_elements`: threads of one element get launchers of their own, which are faster.
template <class Kernel, bool few_elements>
CpuKernel cpu_kernel() {
    CpuKernel kernel{Kernel::info.id, {}, {}};
    for (const ElementType type : element_types) {
        const auto index = static_cast<std::size_t>(type);
        with_element_type(type, [&]<class T>(T) {
            constexpr int most = Kernel::info.max_coarsen;
            kernel.run[index] = &run_block<Kernel, T, most>;
            kernel.run_uncoarsened[index] = &run_block < Kernel, T, few_elements ? 1 : most > ;
        });
    }
    return kernel;
}

/// The launcher of kernel `id` in that list, or nullptr.
inline RunBlock find_in(const std::vector<CpuKernel>& list, std::string_view id, ElementType type,
                        int coarsen) {
    for (const CpuKernel& kernel : list) {
        const auto& run = coarsen == 1 ? kernel.run_uncoarsened : kernel.run;
        if (kernel.id == id) return run[static_cast<std::size_t>(type)];
    }
    return nullptr;
}

}  // namespace stridescope
