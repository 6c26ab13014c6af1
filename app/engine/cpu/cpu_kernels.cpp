#include "app/engine/cpu/cpu_kernels.h"

#include <utility>

#include "app/engine/cpu/kernel_slice.h"

namespace stridescope {
namespace {

template <int... slice>
StartBlock find_in_slices(std::integer_sequence<int, slice...> /*all*/, std::string_view id,
                          ElementType type, int coarsen) {
    StartBlock found = nullptr;
    // Ends at the first slice that knows the kernel.
    static_cast<void>(
        ((found = find_in(kernels_of_slice<slice>(), id, type, coarsen), found != nullptr) || ...));
    return found;
}

}  // namespace

StartBlock find_cpu_kernel(std::string_view id, ElementType type, int coarsen) {
    const StartBlock found =
        find_in_slices(std::make_integer_sequence<int, kernel_slices>{}, id, type, coarsen);
    return found != nullptr ? found : find_broken_cpu_kernel(id, type, coarsen);
}

}  // namespace stridescope
