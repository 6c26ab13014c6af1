#include "app/engine/cuda/recording_kernels.cuh"

#include <cstdint>
#include <string_view>
#include <vector>

#define STRIDESCOPE_RECORDING
#include "kernels/simt.h"

namespace stridescope::cuda {
namespace {

template <class Kernel, class T>
__global__ void recording(T* input, T* output, int n, int section, int words, Op op,
                          Padding padding, const DeviceLog* logs, int recorded) {
    using Lane = RecordingLane<T>;
    const int block = blockIdx.x;
    Lane lane{block < recorded ? logs[block] : DeviceLog{}, section, words, op, padding};
    Kernel::scan(lane, typename Lane::Global{&lane, input}, typename Lane::Global{&lane, output},
                 n);
    lane.finish();
}

std::vector<RecordingKernel>& list() {
    static std::vector<RecordingKernel> kernels;
    return kernels;
}

template <class Kernel, class T>
void add(ElementType type) {
    list().push_back(
        {Kernel::info.id.data(), type, reinterpret_cast<const void*>(&recording<Kernel, T>)});
}

template <class Kernel>
bool enter() {
    add<Kernel, std::int32_t>(ElementType::i32);
    add<Kernel, std::uint32_t>(ElementType::u32);
    add<Kernel, float>(ElementType::f32);
    add<Kernel, double>(ElementType::f64);
    add<Kernel, std::int64_t>(ElementType::i64);
    return true;
}

}  // namespace
}  // namespace stridescope::cuda

#undef CATALOGUE_ENTRY
#define CATALOGUE_ENTRY(KERNEL) \
    static const bool KERNEL##_entered = stridescope::cuda::enter<stridescope::kernels::KERNEL>();
#include "kernels/catalog_list.h"

namespace stridescope::cuda {

const RecordingKernel* find_recording_kernel(const char* id, ElementType type) {
    for (const RecordingKernel& kernel : list()) {
        if (std::string_view{kernel.id} == id && kernel.type == type) return &kernel;
    }
    return nullptr;
}

}  // namespace stridescope::cuda
