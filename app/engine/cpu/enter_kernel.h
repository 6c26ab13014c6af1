// How a kernel's launchers come about: instantiated for every element type, under its id. Each file
// that includes this has a list of its own.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
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
    std::array<StartBlock, element_types.size()> start, start_uncoarsened;
};

/// Starts one block of a kernel whose threads own up to `max_coarsen` elements.
template <class Kernel, class T, int max_coarsen>
std::unique_ptr<BlockThreads> start_block(BlockRun& run, std::byte* memory, TypedArray& input,
                                          TypedArray& output) {
    const std::span<T> shared{reinterpret_cast<T*>(memory),
                              static_cast<std::size_t>(run.launch().cells)};
    return std::make_unique<BlockScheduler<Kernel, T, max_coarsen>>(run, shared, input.as<T>(),
                                                                    output.as<T>());
}

/// `few_elements`: threads of one element get launchers of their own, which are faster.
template <class Kernel, bool few_elements>
CpuKernel cpu_kernel() {
    CpuKernel kernel{Kernel::info.id, {}, {}};
    for (const ElementType type : element_types) {
        const auto index = static_cast<std::size_t>(type);
        with_element_type(type, [&]<class T>(T) {
            constexpr int most = Kernel::info.limits.max_coarsen;
            kernel.start[index] = &start_block<Kernel, T, most>;
            kernel.start_uncoarsened[index] = &start_block<Kernel, T, (few_elements ? 1 : most)>;
        });
    }
    return kernel;
}

/// The launcher of kernel `id` in that list, or nullptr.
inline StartBlock find_in(const std::vector<CpuKernel>& list, std::string_view id, ElementType type,
                          int coarsen) {
    for (const CpuKernel& kernel : list) {
        const auto& start = coarsen == 1 ? kernel.start_uncoarsened : kernel.start;
        if (kernel.id == id) return start[static_cast<std::size_t>(type)];
    }
    return nullptr;
}

}  // namespace stridescope
