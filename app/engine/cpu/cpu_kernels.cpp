#include "app/engine/cpu/cpu_kernels.h"

#include <array>
#include <vector>

#include "app/engine/cpu/block_scheduler.h"
#include "app/engine/cpu/host_lane.h"
#include "kernels/simt.h"

namespace stridescope {
namespace {

struct CpuKernel {
    std::string_view id;
    std::array<RunBlock, element_types.size()> run, run_uncoarsened;
};

std::vector<CpuKernel>& kernels_list() {
    static std::vector<CpuKernel> list;
    return list;
}

template <class Kernel, class T, int max_coarsen>
void run_block(BlockRun& run, std::byte* memory, TypedArray& input, TypedArray& output) {
    const std::span<T> shared{reinterpret_cast<T*>(memory),
                              static_cast<std::size_t>(run.launch().words)};
    BlockScheduler<Kernel, T, max_coarsen>{run, shared, input.as<T>(), output.as<T>()}.run();
}

template <class Kernel>
bool enter() {
    CpuKernel kernel{Kernel::info.id, {}, {}};
    for (const ElementType type : element_types) {
        const auto index = static_cast<std::size_t>(type);
        with_element_type(type, [&]<class T>(T) {
            kernel.run[index] = &run_block<Kernel, T, Kernel::info.max_coarsen>;
            kernel.run_uncoarsened[index] = &run_block<Kernel, T, 1>;
        });
    }
    kernels_list().push_back(kernel);
    return true;
}

}  // namespace
}  // namespace stridescope

#undef CATALOGUE_ENTRY
#define CATALOGUE_ENTRY(KERNEL) \
    static const bool KERNEL##_entered = stridescope::enter<stridescope::kernels::KERNEL>();
#include "kernels/catalog_list.h"

namespace stridescope {

RunBlock find_cpu_kernel(std::string_view id, ElementType type, int coarsen) {
    for (const CpuKernel& kernel : kernels_list()) {
        const auto& run = coarsen == 1 ? kernel.run_uncoarsened : kernel.run;
        if (kernel.id == id) return run[static_cast<std::size_t>(type)];
    }
    return nullptr;
}

}  // namespace stridescope
