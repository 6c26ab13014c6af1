// The launchers of the wrong kernels, in the place of app/engine/cpu/cpu_kernels.cpp. For i32
// alone: a mistake is one for every type, and a fifth of the compiling is enough.
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/engine/cpu/block_scheduler.h"
#include "app/engine/cpu/cpu_kernels.h"
#include "kernels/simt.h"

namespace stridescope {
namespace {

std::vector<std::pair<std::string_view, StartBlock>>& launchers() {
    static std::vector<std::pair<std::string_view, StartBlock>> list;
    return list;
}

template <class Kernel>
std::unique_ptr<BlockThreads> start_block(BlockRun& run, std::byte* memory, TypedArray& input,
                                          TypedArray& output) {
    const std::span shared{reinterpret_cast<std::int32_t*>(memory),
                           static_cast<std::size_t>(run.launch().words)};
    return std::make_unique<BlockScheduler<Kernel, std::int32_t>>(
        run, shared, input.as<std::int32_t>(), output.as<std::int32_t>());
}

template <class Kernel>
bool enter() {
    launchers().emplace_back(Kernel::info.id, &start_block<Kernel>);
    return true;
}

}  // namespace
}  // namespace stridescope

#undef CATALOGUE_ENTRY
#define CATALOGUE_ENTRY(KERNEL) \
    static const bool KERNEL##_entered = stridescope::enter<stridescope::kernels::KERNEL>();
#include "kernels/catalog_list.h"

namespace stridescope {

StartBlock find_cpu_kernel(std::string_view id, ElementType type, int /*coarsen*/) {
    for (const auto& [name, launcher] : launchers()) {
        if (name == id && type == ElementType::i32) return launcher;
    }
    return nullptr;
}

}  // namespace stridescope
