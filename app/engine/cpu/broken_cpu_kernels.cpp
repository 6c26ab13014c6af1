// Apart from the right ones: these need no speed, and the compiler is done with them sooner so.
#include "app/engine/cpu/enter_kernel.h"

namespace stridescope {
namespace {

std::vector<CpuKernel>& kernels_list() {
    static std::vector<CpuKernel> list;
    return list;
}

template <class Kernel>
bool enter() {
    if constexpr (Kernel::info.is_broken()) {
        kernels_list().push_back(cpu_kernel<Kernel, false>());
    }
    return true;
}

}  // namespace
}  // namespace stridescope

#undef CATALOGUE_ENTRY
#define CATALOGUE_ENTRY(KERNEL) \
    static const bool KERNEL##_entered = stridescope::enter<stridescope::kernels::KERNEL>();
#include "kernels/catalog_list.h"

namespace stridescope {

StartBlock find_broken_cpu_kernel(std::string_view id, ElementType type, int coarsen) {
    return find_in(kernels_list(), id, type, coarsen);
}

}  // namespace stridescope
