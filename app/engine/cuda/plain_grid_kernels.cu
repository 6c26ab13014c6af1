#include <cstdint>
#include <initializer_list>
#include <vector>

#include "app/engine/cuda/plain_kernels.cuh"
#include "kernels/simt.h"

namespace stridescope::cuda {
namespace {

template <class Kernel, class T, Op op, Padding padding, int coarsening, Accesses accesses>
__global__ void __launch_bounds__(1024)
    plain(T* input, T* output, int n, int section, const __grid_constant__ GridArrays grid) {
    using Lane = PlainGridLane<T, op, padding, coarsening, accesses>;
    using Value = typename Lane::Value;
    Lane lane{section, grid};
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

[[gnu::noinline]] void enter_built(const PlainBuild& build, const void* function) {
    list().push_back({build, function});
}

/// Types that one build serves.
using Types = std::initializer_list<ElementType>;

template <class Kernel, class T, Op op, Padding padding, int coarsening>
void add(Types types) {
    const auto* optimized = reinterpret_cast<const void*>(
        &plain<Kernel, T, op, padding, coarsening, Accesses::optimized>);
    for (const ElementType type : types) {
        enter_built({Kernel::info.id, type, op, padding, coarsening, false}, optimized);
    }
    // Counters of shared memory are compared where sums are made: the operator changes no access.
    if constexpr (op == Op::add) {
        const auto* as_written = reinterpret_cast<const void*>(
            &plain<Kernel, T, op, padding, coarsening, Accesses::as_written>);
        for (const ElementType type : types) {
            enter_built({Kernel::info.id, type, op, padding, coarsening, true}, as_written);
        }
    }
}

template <class Kernel, class T>
void add_type(Types types) {
    add<Kernel, T, Op::add, Padding::none, 1>(types);
    add<Kernel, T, Op::add, Padding::none, 4>(types);
    add<Kernel, T, Op::add, Padding::every32, 4>(types);
}

/// All operators in all types, signed and unsigned apart: they order differently.
template <class Kernel, class T>
void add_operators(ElementType type) {
    add<Kernel, T, Op::max, Padding::none, 1>({type});
    add<Kernel, T, Op::min, Padding::none, 1>({type});
    add<Kernel, T, Op::last, Padding::none, 1>({type});
}

template <class Kernel>
bool enter() {
    if constexpr (Kernel::info.blocks_cooperate()) {
        add_type<Kernel, std::uint32_t>({ElementType::i32, ElementType::u32});
        add_type<Kernel, float>({ElementType::f32});
        add_type<Kernel, double>({ElementType::f64});
        add_type<Kernel, std::int64_t>({ElementType::i64});
        add_operators<Kernel, std::int32_t>(ElementType::i32);
        add_operators<Kernel, std::uint32_t>(ElementType::u32);
        add_operators<Kernel, float>(ElementType::f32);
        add_operators<Kernel, double>(ElementType::f64);
        add_operators<Kernel, std::int64_t>(ElementType::i64);
    }
    return true;
}

}  // namespace
}  // namespace stridescope::cuda

#undef CATALOGUE_ENTRY
#define CATALOGUE_ENTRY(KERNEL) \
    static const bool KERNEL##_entered = stridescope::cuda::enter<stridescope::kernels::KERNEL>();
#include "kernels/catalog_list.h"

namespace stridescope::cuda {

const void* find_plain_grid_kernel(const PlainBuild& build) {
    for (const Built& built : list()) {
        if (built.build == build) return built.function;
    }
    return nullptr;
}

}  // namespace stridescope::cuda
