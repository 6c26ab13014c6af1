#include "app/engine/cuda/plain_kernels.cuh"

#include <cstdint>
#include <vector>

#include "kernels/simt.h"

namespace stridescope::cuda {
namespace {

template <class Kernel, class T, Op op, Padding padding, int coarsening, Accesses accesses>
__global__ void __launch_bounds__(1024) plain(T* input, T* output, int n, int section) {
    using Lane = PlainLane<T, op, padding, coarsening, accesses>;
    using Value = typename Lane::Value;
    Lane lane{section};
    Kernel::scan(lane, reinterpret_cast<Value*>(input), reinterpret_cast<Value*>(output), n);
}

struct Built {
    PlainBuild build;
    const void* function;
};
std::vector<Built>& list() {
    static std::vector<Built> kernels;
    return kernels;
}

template <class Kernel, class T, Op op, Padding padding, int coarsening>
void add(ElementType type) {
    // One thread scans a section of its own length, which is no multiple of the threads.
    constexpr int constant = Kernel::info.one_thread ? 0 : coarsening;
    const PlainBuild build{Kernel::info.id, type, op, padding, coarsening, false};
    list().push_back({build, reinterpret_cast<const void*>(
                                 &plain<Kernel, T, op, padding, constant, Accesses::optimized>)});
    PlainBuild as_written = build;
    as_written.as_written = true;
    list().push_back(
        {as_written, reinterpret_cast<const void*>(
                         &plain<Kernel, T, op, padding, constant, Accesses::as_written>)});
}

template <class Kernel, class T, int coarsening>
void add_paddings(ElementType type) {
    if constexpr (coarsening <= Kernel::info.max_coarsen) {
        add<Kernel, T, Op::add, Padding::none, coarsening>(type);
        add<Kernel, T, Op::add, Padding::every32, coarsening>(type);
        add<Kernel, T, Op::add, Padding::two_level, coarsening>(type);
        add<Kernel, T, Op::add, Padding::xor_swizzle, coarsening>(type);
    }
}

template <class Kernel, class T>
void add_type(ElementType type) {
    add_paddings<Kernel, T, 1>(type);
    add_paddings<Kernel, T, 2>(type);
    add_paddings<Kernel, T, 4>(type);
    add_paddings<Kernel, T, 8>(type);
    add_paddings<Kernel, T, 16>(type);
}

template <class Kernel>
bool enter() {
    add_type<Kernel, std::int32_t>(ElementType::i32);
    add_type<Kernel, std::uint32_t>(ElementType::u32);
    add_type<Kernel, float>(ElementType::f32);
    add_type<Kernel, double>(ElementType::f64);
    add_type<Kernel, std::int64_t>(ElementType::i64);
    // The operator changes no access: one type shows that the others compile and run.
    add<Kernel, float, Op::max, Padding::none, 1>(ElementType::f32);
    add<Kernel, float, Op::min, Padding::none, 1>(ElementType::f32);
    return true;
}

}  // namespace
}  // namespace stridescope::cuda

#undef CATALOGUE_ENTRY
#define CATALOGUE_ENTRY(KERNEL) \
    static const bool KERNEL##_entered = stridescope::cuda::enter<stridescope::kernels::KERNEL>();
#include "kernels/catalog_list.h"

namespace stridescope::cuda {

const void* find_plain_kernel(const PlainBuild& build) {
    for (const Built& built : list()) {
        if (built.build == build) return built.function;
    }
    return nullptr;
}

}  // namespace stridescope::cuda
