#include "app/engine/cuda/plain_kernels.cuh"

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "kernels/simt.h"

namespace stridescope::cuda {
namespace {

template <class Kernel, class T, Op op, Padding padding, int coarsening, Accesses accesses,
          Scan scan>
__global__ void __launch_bounds__(1024) plain(T* input, T* output, int n, int section) {
    using Lane = PlainLane<T, op, padding, coarsening, accesses, scan>;
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

/// Called for hundreds of kernels: written out at each of them, it took as long to compile as they.
[[gnu::noinline]] void enter_built(const PlainBuild& build, const void* function) {
    list().push_back({build, function});
}

/// Types that one build serves.
using Types = std::initializer_list<ElementType>;

template <class Kernel, class T, Op op, Padding padding, int coarsening,
          Scan scan = Scan::inclusive>
void add(Types types) {
    // One thread scans a section of its own length, which is no multiple of the threads.
    constexpr int constant = Kernel::info.limits.one_thread ? 0 : coarsening;
    const auto* optimized = reinterpret_cast<const void*>(
        &plain<Kernel, T, op, padding, constant, Accesses::optimized, scan>);
    const auto* as_written = reinterpret_cast<const void*>(
        &plain<Kernel, T, op, padding, constant, Accesses::as_written, scan>);
    for (const ElementType type : types) {
        enter_built({Kernel::info.id, type, op, padding, coarsening, false, scan}, optimized);
        enter_built({Kernel::info.id, type, op, padding, coarsening, true, scan}, as_written);
    }
}

template <class Kernel, class T, int coarsening>
void add_paddings(Types types) {
    if constexpr (coarsening <= Kernel::info.limits.max_coarsen) {
        add<Kernel, T, Op::add, Padding::none, coarsening>(types);
        add<Kernel, T, Op::add, Padding::every32, coarsening>(types);
        add<Kernel, T, Op::add, Padding::two_level, coarsening>(types);
        add<Kernel, T, Op::add, Padding::xor_swizzle, coarsening>(types);
    }
}

template <class Kernel, class T>
void add_type(Types types) {
    add_paddings<Kernel, T, 1>(types);
    add_paddings<Kernel, T, 2>(types);
    add_paddings<Kernel, T, 4>(types);
    add_paddings<Kernel, T, 8>(types);
    add_paddings<Kernel, T, 16>(types);
}

template <class Kernel>
void enter_types() {
    // Signed and unsigned sums are the same instructions.
    add_type<Kernel, std::uint32_t>({ElementType::i32, ElementType::u32});
    add_type<Kernel, float>({ElementType::f32});
    add_type<Kernel, double>({ElementType::f64});
    add_type<Kernel, std::int64_t>({ElementType::i64});
    // The operator changes no access, and the exclusive scan but one: one type shows that the
    // others compile and run.
    add<Kernel, float, Op::max, Padding::none, 1>({ElementType::f32});
    add<Kernel, float, Op::min, Padding::none, 1>({ElementType::f32});
    add<Kernel, float, Op::last, Padding::none, 1>({ElementType::f32});
    if constexpr (Kernel::info.takes_exclusive) {
        add<Kernel, float, Op::add, Padding::none, 1, Scan::exclusive>({ElementType::f32});
    }
}

/// Kernels whose blocks cooperate have a file of their own.
template <class Kernel>
bool enter() {
    if constexpr (!Kernel::info.blocks_cooperate()) enter_types<Kernel>();
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
