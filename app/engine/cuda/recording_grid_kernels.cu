#include <cstdint>
#include <vector>

#include "app/engine/cuda/recording_kernels.cuh"

#define STRIDESCOPE_RECORDING
#include "kernels/simt.h"

namespace stridescope::cuda {
namespace {

template <class Kernel, class T, int coarsening>
__global__ void __launch_bounds__(1024)
    recording(T* input, T* output, int n, int section, int words, Op op, Padding padding, Scan scan,
              const __grid_constant__ DeviceLog log, const __grid_constant__ DeviceGrid grid) {
    using Lane =
        RecordingLane<T, coarsening, Kernel::info.recording.adds_registers,
                      Kernel::info.recording.barrier_begins_step,
                      Kernel::info.recording.lanes_take_turns, Kernel::info.memory.storage, true>;
    Lane lane{log, section, words, n, op, padding, scan, grid};
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

/// One element per thread as a constant, and one build for any other number: what is recorded here
/// is who waits for whom, which takes no less time for a faster scan.
template <class Kernel, class T>
void add_type(ElementType type) {
    list().push_back(
        {Kernel::info.id, type, 1, reinterpret_cast<const void*>(&recording<Kernel, T, 1>)});
    list().push_back(
        {Kernel::info.id, type, 0, reinterpret_cast<const void*>(&recording<Kernel, T, 0>)});
}

template <class Kernel>
bool enter() {
    if constexpr (Kernel::info.blocks_cooperate()) {
        add_type<Kernel, std::int32_t>(ElementType::i32);
        add_type<Kernel, std::uint32_t>(ElementType::u32);
        add_type<Kernel, float>(ElementType::f32);
        add_type<Kernel, double>(ElementType::f64);
        add_type<Kernel, std::int64_t>(ElementType::i64);
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

const void* find_recording_grid_kernel(std::string_view id, ElementType type, int coarsen) {
    const void* any = nullptr;
    for (const Built& built : list()) {
        if (built.id != id || built.type != type) continue;
        if (built.coarsening == coarsen) return built.function;
        if (built.coarsening == 0) any = built.function;
    }
    return any;
}

}  // namespace stridescope::cuda
