// What a launch, a barrier, a hand-over and a wavefront take, each by itself.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/nvrtc/compiler.h"
#include "app/engine/nvrtc/driver.h"
#include "app/engine/nvrtc/hold.h"
#include "app/engine/scan_on_gpu.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/errors.h"

namespace stridescope {

using namespace nvrtc;

namespace {

/// Kernels that do one thing only.
constexpr std::string_view single_text = R"(
extern "C" __global__ void ss_nothing() {}
extern "C" __global__ void ss_barriers(int count) {
    for (int k = 0; k < count; ++k) __syncthreads();
}
// Each lane reads a word `apart` from its neighbour's: 32 apart they are all in one bank.
extern "C" __global__ void ss_wavefronts(int count, int apart, float* out) {
    __shared__ volatile float words[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) words[k] = 0;
    __syncthreads();
    int at = threadIdx.x % 32 * apart;
    float sum = 0;
    for (int k = 0; k < count; ++k) sum += words[at];
    if (sum != 0) out[0] = sum;
}
)";

constexpr std::uint32_t full_block = 1024, lanes = 32;

/// The median of some runs of it, without what warms up.
double median_of(const KernelLaunch& launch) {
    constexpr int runs = 11;
    const Hold hold;
    std::vector<double> all;
    for (int run = 0; run <= runs; ++run) {
        Moment before, after;
        hold.start();
        before.record();
        start(launch, "a single thing was timed");
        after.record();
        wait("a single thing was timed");
        if (run > 0) all.push_back(after.since(before));
    }
    std::ranges::nth_element(all, all.begin() + runs / 2);
    return all[runs / 2];
}

/// The chained scan of so many of the smallest sections, which hardly do anything but hand on.
double chain_of(std::int64_t sections) {
    const auto n = static_cast<std::size_t>(sections * lanes);
    const std::vector<float> zeros(n);
    const LibraryText* chained = find_text("chained");
    if (chained == nullptr) return 0;
    TextSpec text = spec_of(*chained);
    text.defines = {{"N", std::to_string(n)}, {"BLOCK", "32"}, {"COARSEN", "1"}, {"T", "float"}};
    const auto bytes = std::as_bytes(std::span{zeros});
    GpuTiming timing =
        ScanOnGpu{ElementType::f32, bytes, bytes}.time(text, {}, {.runs = 5, .go_on = {}});
    if (timing.ms.empty()) return 0;
    std::ranges::sort(timing.ms);
    return timing.ms[timing.ms.size() / 2];
}

}  // namespace

SingleTimes single_times_on_gpu() {
    if (const std::string why = why_no_text_on_gpu(); !why.empty()) throw RunError(why);
    use_gpu();
    SingleTimes times;
    const Module module{compile_or_recall({.name = "single.cu",
                                           .text = std::string{single_text},
                                           .capability = gpu().capability,
                                           .options = {}})};
    times.launch = median_of({.kernel = module.kernel("ss_nothing")});
    // All multiprocessors full of such blocks.
    KernelLaunch barriers{.kernel = module.kernel("ss_barriers"), .block = {full_block, 1, 1}};
    barriers.grid[0] = static_cast<std::uint32_t>(std::max(1, resident_blocks(barriers)) *
                                                  std::max(1, gpu().multiprocessors));
    const auto barriers_take = [&](int count) {
        barriers.arguments = {bytes_of(count)};
        return median_of(barriers);
    };
    // Differences, so that what every launch takes is not in them.
    constexpr int few = 1000, many = 5000;
    times.barrier = (barriers_take(many) - barriers_take(few)) / (many - few);
    const DeviceMemory out{sizeof(float)};
    KernelLaunch wavefronts{.kernel = module.kernel("ss_wavefronts"), .block = {full_block, 1, 1}};
    wavefronts.grid[0] = barriers.grid[0];
    const auto wavefronts_take = [&](int apart) {
        wavefronts.arguments = {bytes_of(few), bytes_of(apart), bytes_of(out.address())};
        return median_of(wavefronts);
    };
    const double excess = double{few} * (lanes - 1) * (full_block / lanes) * wavefronts.grid[0];
    times.wavefront = (wavefronts_take(lanes) - wavefronts_take(1)) / excess;
    constexpr std::int64_t sections = 1 << 15;
    times.hand_over = (chain_of(2 * sections) - chain_of(sections)) / sections;
    for (double* each : {&times.barrier, &times.wavefront, &times.hand_over})
        *each = std::max(0.0, *each);
    return times;
}

}  // namespace stridescope
