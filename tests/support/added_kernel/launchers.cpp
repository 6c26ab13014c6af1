// The launchers of a catalogue that has one kernel more than the library's, the one of
// docs/adding_a_kernel.md: its own are compiled here, the others' are the library's.
#include "app/engine/cpu/kernel_slice.h"
#include "kernels/han_carlson.h"

namespace stridescope {
namespace {

const std::vector<CpuKernel>& added_kernels() {
    static const std::vector<CpuKernel> list{cpu_kernel<kernels::HanCarlson, true>()};
    return list;
}

}  // namespace

StartBlock find_cpu_kernel(std::string_view id, ElementType type, int coarsen) {
    if (const StartBlock found = find_in(added_kernels(), id, type, coarsen)) return found;
    if (const StartBlock found = find_right_cpu_kernel(id, type, coarsen)) return found;
    return find_broken_cpu_kernel(id, type, coarsen);
}

}  // namespace stridescope
