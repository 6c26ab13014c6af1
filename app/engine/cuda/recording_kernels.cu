#include "app/engine/cuda/recording_kernels.cuh"

#include <cstdint>
#include <vector>

#define STRIDESCOPE_RECORDING
#include "kernels/simt.h"

namespace stridescope::cuda {
namespace {

// Where a thread has one element, two blocks of 1,024 threads find room on a multiprocessor that
// holds 2,048 if each thread makes do with 32 registers: many barriers then cost less.
#if defined(__CUDA_ARCH__) && \
    (__CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000)
constexpr int blocks_side_by_side = 2;
#else
constexpr int blocks_side_by_side = 0;  // as the compiler likes
#endif

template <class Kernel, class T, int coarsening>
__global__ void __launch_bounds__(1024, coarsening == 1 ? blocks_side_by_side : 0)
    recording(T* input, T* output, int n, int section, int words, Op op, Padding padding, Scan scan,
              const __grid_constant__ DeviceLog log) {
    using Lane =
        RecordingLane<T, coarsening, Kernel::info.recording.adds_registers,
                      Kernel::info.recording.barrier_begins_step,
                      Kernel::info.recording.lanes_take_turns, Kernel::info.memory.storage>;
    Lane lane{log, section, words, n, op, padding, scan};
    using Global = typename Lane::Global;
    Kernel::scan(lane, Global{&lane, input, DeviceEvent::of_input},
                 Global{&lane, output, DeviceEvent::of_output}, n);
    lane.finish();
}

struct Built {
    std::string_view id;
    ElementType type;
    int coarsening;  ///< 0: any
    const void* function;
};
std::vector<Built>& list() {
    static std::vector<Built> kernels;
    return kernels;
}

template <class Kernel, class T, int coarsening>
void add(ElementType type) {
    list().push_back({Kernel::info.id, type, coarsening,
                      reinterpret_cast<const void*>(&recording<Kernel, T, coarsening>)});
}

/// The usual numbers of elements per thread as constants, and one build for any other.
template <class Kernel, class T>
void add_type(ElementType type) {
    if constexpr (Kernel::info.limits.max_coarsen > 1) {
        add<Kernel, T, 1>(type);
        add<Kernel, T, 2>(type);
        add<Kernel, T, 4>(type);
        add<Kernel, T, 8>(type);
        add<Kernel, T, 16>(type);
    }
    add<Kernel, T, 0>(type);
}

template <class Kernel>
void enter_types() {
    add_type<Kernel, std::int32_t>(ElementType::i32);
    add_type<Kernel, std::uint32_t>(ElementType::u32);
    add_type<Kernel, float>(ElementType::f32);
    add_type<Kernel, double>(ElementType::f64);
    add_type<Kernel, std::int64_t>(ElementType::i64);
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

const void* find_recording_kernel(std::string_view id, ElementType type, int coarsen) {
    const void* any = nullptr;
    for (const Built& built : list()) {
        if (built.id != id || built.type != type) continue;
        if (built.coarsening == coarsen) return built.function;
        if (built.coarsening == 0) any = built.function;
    }
    return any;
}

}  // namespace stridescope::cuda
