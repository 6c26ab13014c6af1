// What the recording CUDA header needs of CUDA, by host threads: so that the very text the device
// compiles is compared with the emulator where there is no GPU. Include before kernels/simt.h, and
// nothing of the emulator's beside it: both define a lane.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace stridescope::testing {

struct CudaIndex {
    unsigned x = 0;
};
inline thread_local CudaIndex cuda_thread, cuda_block, cuda_dim;
inline std::barrier<>* cuda_barrier = nullptr;
inline void cuda_wait() {
    cuda_barrier->arrive_and_wait();
}
/// The largest value of a warp's threads. All of the block have to come, as to a barrier.
inline unsigned cuda_most_of_warp(unsigned value) {
    constexpr unsigned warp = 32;
    static std::array<unsigned, 1024> values;
    values[cuda_thread.x] = value;
    cuda_wait();
    const unsigned first = cuda_thread.x / warp * warp;
    const unsigned end = std::min(first + warp, cuda_dim.x);
    const unsigned most = *std::max_element(values.begin() + first, values.begin() + end);
    cuda_wait();
    return most;
}

/// What the lane so far to the left has; without one there, the lane's own. All of the warp have to
/// come, and only they.
inline std::array<std::unique_ptr<std::barrier<>>, 32> cuda_warps;
template <class T>
T cuda_shuffle_up(T value, unsigned distance) {
    constexpr unsigned warp = 32;
    static std::array<T, 1024> values;
    const unsigned t = cuda_thread.x;
    values[t] = value;
    cuda_warps[t / warp]->arrive_and_wait();
    const T got = t % warp >= distance ? values[t - distance] : value;
    cuda_warps[t / warp]->arrive_and_wait();
    return got;
}

/// The device's clock.
inline std::uint64_t cuda_nanoseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

/// Runs `body` as `threads` threads of block `block`, all at once.
template <class Body>
void run_block(int block, int threads, Body&& body) {
    std::barrier<> barrier{threads};
    cuda_barrier = &barrier;
    for (int first = 0; first < threads; first += 32) {
        cuda_warps[static_cast<std::size_t>(first / 32)] =
            std::make_unique<std::barrier<>>(std::min(32, threads - first));
    }
    std::vector<std::jthread> all;
    for (int t = 0; t < threads; ++t) {
        all.emplace_back([&, t] {
            cuda_thread.x = static_cast<unsigned>(t);
            cuda_block.x = static_cast<unsigned>(block);
            cuda_dim.x = static_cast<unsigned>(threads);
            body();
        });
    }
}

}  // namespace stridescope::testing

namespace stridescope {
/// The block's shared memory: what the header declares as extern.
inline double shared_memory[8192];

// CUDA's own functions.
template <class T>
T atomicAdd(T* to, T summand) {
    return std::atomic_ref<T>{*to}.fetch_add(summand);
}
inline std::uint32_t atomicExch(std::uint32_t* to, std::uint32_t value) {
    return std::atomic_ref{*to}.exchange(value);
}
}  // namespace stridescope

// NOLINTBEGIN(bugprone-reserved-identifier): these are CUDA's own names
#define __CUDACC__
#define STRIDESCOPE_RECORDING
#define STRIDESCOPE_CUDA_ON_HOST
#define __host__
#define __device__
#define __shared__
#define __forceinline__
#define threadIdx (::stridescope::testing::cuda_thread)
#define blockIdx (::stridescope::testing::cuda_block)
#define blockDim (::stridescope::testing::cuda_dim)
#define __syncthreads() (::stridescope::testing::cuda_wait())
#define __threadfence() (::std::atomic_thread_fence(::std::memory_order_seq_cst))
#define __activemask() (~0U)
// Each thread finds itself alone: they do not run in step.
#define __match_any_sync(mask, value) \
    ((void)(mask), (void)(value), 1U << ::stridescope::testing::cuda_thread.x % 32)
#define __reduce_max_sync(mask, value) \
    ((void)(mask), ::stridescope::testing::cuda_most_of_warp((value)))
#define __shfl_up_sync(mask, value, distance) \
    ((void)(mask), ::stridescope::testing::cuda_shuffle_up((value), (distance)))
// NOLINTEND(bugprone-reserved-identifier)
