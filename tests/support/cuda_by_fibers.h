// CUDA for one thread of the host: a printed text (language/print_tree.h) is compiled behind this
// header into a library, and each of the kernel's threads is a fiber. All blocks are resident.
// Fibers take turns where they wait and at every so many accesses, so that blocks may wait for each
// other.
#pragma once

#include <ucontext.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#define __device__
#define __global__
#define __constant__
#define __forceinline__ inline
#define __align__(n) alignas(n)

struct uint3 {
    unsigned x, y, z;
};
struct float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
struct int2 {
    int x, y;
};
struct alignas(16) int4 {
    int x, y, z, w;
};

namespace fibers {

struct WarpMeeting {
    unsigned mask = 0, arrived = 0, round = 0;
};
struct Warp {
    unsigned alive = 0, written = 0;
    unsigned long long value[32] = {};
    std::vector<WarpMeeting> meetings;
};
struct Block {
    uint3 index{};
    unsigned alive = 0, arrived = 0, round = 0, voted = 0, votes = 0;
    std::vector<Warp> warps;
    char* shared = nullptr;
};
struct Fiber {
    ucontext_t context{};
    std::unique_ptr<char[]> stack;
    Block* block = nullptr;
    uint3 thread{};
    unsigned lane = 0, warp = 0;
    bool done = false;
};

inline uint3 grid, block;
inline std::vector<Fiber> all;
inline Fiber* now = nullptr;
inline ucontext_t scheduler;
inline unsigned long long turns = 0, accesses = 0, clock = 0, clock_step = 1;
inline bool last_first = false;  ///< the last block goes first
inline char* shared_begin = nullptr;
inline unsigned long long shared_bytes = 0, shared_all = 0;
struct Range {
    const char* begin;
    unsigned long long bytes;
};
inline std::vector<Range> globals;
inline void (*kernel)(void**) = nullptr;
inline void** arguments = nullptr;

inline void yield() {
    Fiber* own = now;
    swapcontext(&own->context, &scheduler);
    now = own;
}
inline void run_fiber() {
    kernel(arguments);
    now->done = true;
    --now->block->alive;
    now->block->warps[now->warp].alive &= ~(1U << now->lane);
    swapcontext(&now->context, &scheduler);
}
inline void meet_block() {
    Block& b = *now->block;
    const unsigned round = b.round;
    ++b.arrived;
    while (b.round == round) {
        if (b.arrived >= b.alive) {
            b.arrived = 0;
            ++b.round;
            return;
        }
        yield();
    }
}
inline void meet_warp(unsigned mask) {
    Warp& w = now->block->warps[now->warp];
    std::size_t k = 0;
    while (k < w.meetings.size() && w.meetings[k].mask != mask) ++k;
    if (k == w.meetings.size()) w.meetings.push_back({mask});
    const unsigned round = w.meetings[k].round;
    w.meetings[k].arrived |= 1U << now->lane;
    while (w.meetings[k].round == round) {
        const unsigned wanted = mask & w.alive;
        if ((w.meetings[k].arrived & wanted) == wanted) {
            w.meetings[k].arrived = 0;
            ++w.meetings[k].round;
            return;
        }
        yield();
    }
}
/// What each lane of the mask gave; handed back: which lanes of the warp were there then.
template <class T>
unsigned exchange(unsigned mask, T value, T* of_lane) {
    Warp& w = now->block->warps[now->warp];
    std::memcpy(&w.value[now->lane], &value, sizeof value);
    meet_warp(mask);
    for (int lane = 0; lane < 32; ++lane) std::memcpy(&of_lane[lane], &w.value[lane], sizeof value);
    const unsigned alive = w.alive;
    meet_warp(mask);
    return alive;
}

}  // namespace fibers

#define threadIdx (fibers::now->thread)
#define blockIdx (fibers::now->block->index)
#define blockDim (fibers::block)
#define gridDim (fibers::grid)

inline bool __isShared(const void* p) {
    if (++fibers::accesses % 64 == 0) fibers::yield();
    return (const char*)p >= fibers::shared_begin &&
           (const char*)p < fibers::shared_begin + fibers::shared_all;
}
inline bool __isGlobal(const void* p) {
    for (const fibers::Range& r : fibers::globals) {
        if ((const char*)p >= r.begin && (const char*)p < r.begin + r.bytes) return true;
    }
    return false;
}
inline unsigned long long __cvta_generic_to_shared(const void* p) {
    return (unsigned long long)((const char*)p - fibers::shared_begin) % fibers::shared_bytes;
}
inline void __trap() {
    std::abort();
}
inline void __syncthreads() {
    fibers::meet_block();
}
inline int __syncthreads_count(int vote) {
    fibers::Block& b = *fibers::now->block;
    b.voted += vote != 0;
    fibers::meet_block();
    const int votes = (int)b.voted;
    fibers::meet_block();
    b.voted = 0;
    fibers::meet_block();
    return votes;
}
inline int __syncthreads_and(int vote) {
    const int missing = __syncthreads_count(vote == 0);
    return missing == 0;
}
inline int __syncthreads_or(int vote) {
    return __syncthreads_count(vote) > 0;
}
inline void __syncwarp(unsigned mask = 0xffffffff) {
    fibers::meet_warp(mask);
}
inline void __threadfence() {
    fibers::yield();
}
inline void __threadfence_block() {}

template <class T>
T __shfl_sync(unsigned mask, T value, int from, int width = 32) {
    T all[32];
    fibers::exchange(mask, value, all);
    return all[(fibers::now->lane & ~(unsigned)(width - 1)) |
               ((unsigned)from & (unsigned)(width - 1))];
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32) {
    T all[32];
    fibers::exchange(mask, value, all);
    const int lane = (int)fibers::now->lane, first = lane & ~(width - 1);
    return lane - (int)by < first ? value : all[lane - (int)by];
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) {
    T all[32];
    fibers::exchange(mask, value, all);
    const int lane = (int)fibers::now->lane, last = (lane & ~(width - 1)) + width - 1;
    return by > 32 || lane + (int)by > last ? value : all[lane + (int)by];
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int by, int width = 32) {
    T all[32];
    fibers::exchange(mask, value, all);
    const int lane = (int)fibers::now->lane, last = (lane & ~(width - 1)) + width - 1;
    return (lane ^ by) > last ? value : all[lane ^ by];
}
inline unsigned __ballot_sync(unsigned mask, int vote) {
    int all[32];
    fibers::exchange(mask, vote, all);
    unsigned bits = 0;
    const unsigned alive = fibers::now->block->warps[fibers::now->warp].alive;
    for (unsigned lane = 0; lane < 32; ++lane)
        bits |= (unsigned)(((mask & alive) >> lane & 1) != 0 && all[lane] != 0) << lane;
    return bits;
}
inline int __any_sync(unsigned mask, int vote) {
    return __ballot_sync(mask, vote) != 0;
}
inline int __popc(unsigned x) {
    return __builtin_popcount(x);
}
inline int __ffs(int x) {
    return __builtin_ffs(x);
}
inline int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz((unsigned)x);
}
inline float __int_as_float(int x) {
    float f;
    std::memcpy(&f, &x, sizeof f);
    return f;
}
inline double __longlong_as_double(long long x) {
    double f;
    std::memcpy(&f, &x, sizeof f);
    return f;
}
template <class T>
T min(T a, T b) {
    return b < a ? b : a;
}
template <class T>
T max(T a, T b) {
    return a < b ? b : a;
}

template <class T, class F>
T changed(T* p, F change) {
    const T old = *p;
    *p = change(old);
    return old;
}
template <class T, class U>
T atomicAdd(T* p, U by) {
    return changed(p, [&](T old) { return (T)(old + by); });
}
template <class T, class U>
T atomicExch(T* p, U to) {
    return changed(p, [&](T) { return (T)to; });
}
template <class T, class U>
T atomicMax(T* p, U by) {
    return changed(p, [&](T old) { return old < (T)by ? (T)by : old; });
}
template <class T, class U>
T atomicMin(T* p, U by) {
    return changed(p, [&](T old) { return (T)by < old ? (T)by : old; });
}
template <class T, class U>
T atomicCAS(T* p, U compare, U to) {
    return changed(p, [&](T old) { return old == (T)compare ? (T)to : old; });
}

inline unsigned now_warp() {
    return fibers::now->warp;
}
/// A clock that goes on whenever somebody looks, by steps; each block has a multiprocessor to
/// itself.
inline unsigned long long ss_now() {
    ++fibers::clock;
    return fibers::clock - fibers::clock % fibers::clock_step;
}
inline unsigned long long ss_now_with(unsigned) {
    return ss_now();
}
// What times_text calls: the same clock for all.
inline unsigned ss_clock() {  // a warp's lanes read it together
    unsigned all[32], latest = 0;
    const unsigned alive = fibers::exchange(0xffffffff, (unsigned)ss_now(), all);
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (alive >> lane & 1) latest = latest < all[lane] ? all[lane] : latest;
    }
    return latest;
}
inline unsigned ss_clock_here() {  // each lane by itself
    return (unsigned)ss_now();
}
inline unsigned ss_clock_if(bool wanted, unsigned otherwise) {
    const unsigned now = ss_clock();
    return wanted ? now : otherwise;
}
inline unsigned ss_clock_behind(int) {
    return ss_clock();
}
inline unsigned ss_lane() {
    return fibers::now->lane;
}
inline unsigned long long ss_timer() {
    return ss_now();
}
inline unsigned ss_seat() {
    return blockIdx.x << 16 | now_warp();
}
// What records finds each lane by itself.
inline void ss_begin() {}
inline unsigned ss_together() {
    return 1U << fibers::now->lane;
}
inline unsigned ss_before(unsigned) {
    return 0;
}
inline unsigned ss_place() {
    return fibers::now->block->warps[fibers::now->warp].written++;
}
inline unsigned ss_next(unsigned) {
    return ss_place();
}
inline void ss_meet() {}
inline void ss_let_rest_begin() {}
inline unsigned ss_written() {
    return fibers::now->block->warps[fibers::now->warp].written;
}
inline unsigned ss_multiprocessor() {
    return blockIdx.x;
}

/// Runs the kernel. False: its threads wait forever.
extern "C" inline bool fibers_run(void (*kernel)(void**), void** arguments, const unsigned* grid,
                                  const unsigned* block, unsigned long long shared) {
    using namespace fibers;
    fibers::kernel = kernel;
    fibers::arguments = arguments;
    fibers::grid = {grid[0], grid[1], grid[2]};
    fibers::block = {block[0], block[1], block[2]};
    const unsigned threads = block[0] * block[1] * block[2];
    const unsigned blocks = grid[0] * grid[1] * grid[2];
    shared_bytes = shared == 0 ? 16 : shared;
    shared_all = shared_bytes * blocks;
    std::vector<char> memory(shared_all);
    shared_begin = memory.data();
    std::vector<Block> all_blocks(blocks);
    all = std::vector<Fiber>((std::size_t)threads * blocks);
    constexpr std::size_t stack_bytes = 48 << 10;
    for (unsigned b = 0; b < blocks; ++b) {
        Block& one = all_blocks[b];
        const unsigned number = last_first ? blocks - 1 - b : b;
        one.index = {number % grid[0], number / grid[0] % grid[1], number / (grid[0] * grid[1])};
        one.alive = threads;
        one.warps.resize((threads + 31) / 32);
        one.shared = shared_begin + b * shared_bytes;
        for (unsigned t = 0; t < threads; ++t) {
            Fiber& f = all[(std::size_t)b * threads + t];
            f.block = &one;
            f.thread = {t % block[0], t / block[0] % block[1], t / (block[0] * block[1])};
            f.lane = t % 32;
            f.warp = t / 32;
            one.warps[f.warp].alive |= 1U << f.lane;
            f.stack = std::make_unique<char[]>(stack_bytes);
            getcontext(&f.context);
            f.context.uc_stack.ss_sp = f.stack.get();
            f.context.uc_stack.ss_size = stack_bytes;
            f.context.uc_link = &scheduler;
            makecontext(&f.context, run_fiber, 0);
        }
    }
    bool left = true;
    for (turns = 0; left && turns < 20000; ++turns) {
        left = false;
        for (Fiber& f : all) {
            if (f.done) continue;
            left = true;
            now = &f;
            swapcontext(&scheduler, &f.context);
        }
    }
    all.clear();
    return !left;
}

extern "C" inline void fibers_global(const void* begin, unsigned long long bytes) {
    fibers::globals.push_back({(const char*)begin, bytes});
}

template <class... A, std::size_t... k>
void call_kernel(void (*kernel)(A...), void** a, std::index_sequence<k...>) {
    kernel(*(A*)a[k]...);
}
template <class... A>
void call_kernel(void (*kernel)(A...), void** a) {
    call_kernel(kernel, a, std::index_sequence_for<A...>{});
}
