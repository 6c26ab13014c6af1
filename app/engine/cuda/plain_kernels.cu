#include "app/engine/cuda/plain_kernels.cuh"

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/simt.h"

namespace stridescope::cuda {
namespace {

template <class Kernel, class T, Op op, Padding padding>
__global__ void plain(T* input, T* output, int n, int section) {
    using Lane = PlainLane<T, op, padding>;
    using Value = typename Lane::Value;
    Lane lane{section};
    Kernel::scan(lane, reinterpret_cast<Value*>(input), reinterpret_cast<Value*>(output), n);
}

std::vector<PlainKernel>& list() {
    static std::vector<PlainKernel> kernels;
    return kernels;
}

template <class Kernel, class T, Op op, Padding padding>
void add(ElementType type) {
    list().push_back({Kernel::info.id.data(), type, op, padding,
                      reinterpret_cast<const void*>(&plain<Kernel, T, op, padding>)});
}

template <class Kernel, class T>
void add_type(ElementType type) {
    add<Kernel, T, Op::add, Padding::none>(type);
    add<Kernel, T, Op::add, Padding::every32>(type);
    add<Kernel, T, Op::add, Padding::two_level>(type);
    add<Kernel, T, Op::add, Padding::xor_swizzle>(type);
}

template <class Kernel>
bool enter() {
    add_type<Kernel, std::int32_t>(ElementType::i32);
    add_type<Kernel, std::uint32_t>(ElementType::u32);
    add_type<Kernel, float>(ElementType::f32);
    add_type<Kernel, double>(ElementType::f64);
    add_type<Kernel, std::int64_t>(ElementType::i64);
    // The operator changes no access: one type shows that the others compile and run.
    add<Kernel, float, Op::max, Padding::none>(ElementType::f32);
    add<Kernel, float, Op::min, Padding::none>(ElementType::f32);
    return true;
}

}  // namespace
}  // namespace stridescope::cuda

#undef CATALOGUE_ENTRY
#define CATALOGUE_ENTRY(KERNEL) \
    static const bool KERNEL##_entered = stridescope::cuda::enter<stridescope::kernels::KERNEL>();
#include "kernels/catalog_list.h"

namespace stridescope::cuda {

const PlainKernel* find_plain_kernel(const char* id, ElementType type, Op op, Padding padding) {
    for (const PlainKernel& kernel : list()) {
        if (std::string_view{kernel.id} == id && kernel.type == type && kernel.op == op &&
            kernel.padding == padding) {
            return &kernel;
        }
    }
    return nullptr;
}

}  // namespace stridescope::cuda
