#include "app/engine/cpu/cpu_kernels.h"

#include "app/engine/cpu/kernel_slice.h"

namespace stridescope {

StartBlock find_cpu_kernel(std::string_view id, ElementType type, int coarsen) {
    const StartBlock found = find_right_cpu_kernel(id, type, coarsen);
    return found != nullptr ? found : find_broken_cpu_kernel(id, type, coarsen);
}

}  // namespace stridescope
