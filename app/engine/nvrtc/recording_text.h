// What a text that records calls, as CUDA: stands before the printed text (language/print_tree.h).
// Also C++ for a test that runs it on the CPU.
#pragma once

#include <string_view>

namespace stridescope::nvrtc {

/// The launch's blocks stand in a row; where they are in the text's own grid an ss_Recorder knows.
/// Each thread of the blocks that are recorded has one, which functions hand on. Lanes that are at
/// one place together write their events side by side, behind what their warp has written before,
/// as many as ss_Warp has room for; all are counted. How far the warp is stands in shared memory,
/// behind the text's own.
/// An event's `where` is
///     site << 53 | lane << 48 | shared << 47 | address,
/// of a shuffle the lane it takes from in place of the address. Three numbers of sites mean
/// something else: what the lane's event before has in its upper eight bytes, how often it came
/// again (waits look at the same word in vain), and a barrier: which lanes passed it together, in
/// the lower half of the value, and how many they have passed, in the upper. Where there are
/// `spans`, each event has its time in `times`: of a load after it, of a store and an atomic
/// before, so that whoever sees what is written comes later; and of a barrier when its lanes came
/// there. Without times a barrier is told only before the next event of its lanes in global memory;
/// one in shared memory has how many its lane has passed in the address's upper 29 bits.
///
/// All lanes of a warp together write what has at most 4 bytes, in shared memory, in half the room,
/// from a line of memory on; each lane, in order,
///     3 << 62 | odd << 61 | site << 50 | address << 32 | value,
/// `odd` if it has passed an odd number of barriers: one more than it told last, if it is not as
/// many. Only where there are neither times nor repeats.
///
/// What a launch has no need of is left out by macros before the text: SS_TIMES, SS_REPEATS (what
/// came again is then an event each time), SS_GRID (its grid is a row).
inline constexpr std::string_view recording_text = R"(
#ifndef SS_TIMES
#define SS_TIMES 1
#define SS_REPEATS 1
#define SS_GRID 1
#endif
#if !SS_TIMES && !SS_REPEATS && defined(__CUDACC__)
#define SS_WARPS 1
#else
#define SS_WARPS 0
#endif
struct __align__(16) ss_Event {
    unsigned long long where, value;
};
struct __align__(16) ss_Warp {  // its k-th event is events[first + k]
    unsigned long long first;
    unsigned room, nothing;
};
struct ss_Span {  // of a block
    unsigned long long not_start, end, multiprocessor;
};
struct ss_Log {
    ss_Event* events;
    const ss_Warp* warps;
    unsigned* counts;  // [warp]
    unsigned long long blocks;
    unsigned long long* times;
    ss_Span* spans;
    uint3 grid;
    unsigned beyond;  // words of the text's own dynamic shared memory
};
__constant__ ss_Log ss_log;
static __device__ inline unsigned ss_thread() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

#ifdef __CUDACC__
static __device__ inline volatile unsigned* ss_far() {
    extern __shared__ __align__(16) unsigned ss_beyond[];
    return ss_beyond + ss_log.beyond + ss_thread() / 32;
}
static __device__ inline void ss_begin() {
    if (ss_thread() % 32 == 0) *ss_far() = 0;
    __syncwarp();
}
// The lanes that are here together.
static __device__ __forceinline__ unsigned ss_together() {
    return __activemask();
}
// How many of them come before this one.
static __device__ __forceinline__ unsigned ss_before(unsigned lanes) {
    unsigned before;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
    return __popc(lanes & before);
}
// The next place.
static __device__ __forceinline__ unsigned ss_place() {
    return atomicAdd((unsigned*)ss_far(), 1);
}
// Each of the lanes gets one of the next places.
static __device__ __forceinline__ unsigned ss_next(unsigned lanes) {
    if (lanes != 0xffffffff) return ss_place();
    const unsigned first = *ss_far(), before = ss_before(lanes);  // nobody else writes meanwhile
    __syncwarp();
    if (before == 0) *ss_far() = first + 32;
    __syncwarp();
    return first + before;
}
// All lanes of a warp are here: so many places for them, from a line of memory on.
static __device__ __forceinline__ unsigned ss_next_lines(unsigned places, bool leads) {
    const unsigned first = (*ss_far() + 7) & ~7u;
    __syncwarp();
    if (leads) *ss_far() = first + places;
    __syncwarp();
    return first;
}
static __device__ __forceinline__ void ss_meet() {
    __syncwarp();
}
// Blocks that are not recorded may begin: see ss_elsewhere.
static __device__ __forceinline__ void ss_let_rest_begin() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}
static __device__ inline unsigned ss_written() {
    return *ss_far();
}
static __device__ inline unsigned long long ss_now() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now) : : "memory");
    return now;
}
// Behind a load a clock need not wait for the value: so the value says which instruction reads it.
static __device__ inline unsigned long long ss_now_with(unsigned value) {
    unsigned long long now;
    asm volatile(
        "{ .reg .pred zero; setp.eq.u32 zero, %1, 0;"
        " @zero mov.u64 %0, %%globaltimer; @!zero mov.u64 %0, %%globaltimer; }"
        : "=l"(now) : "r"(value) : "memory");
    return now;
}
static __device__ inline unsigned ss_multiprocessor() {
    unsigned number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
}
#endif

struct ss_Recorder {
    static constexpr unsigned long long upper = 0x7fdull << 53, again = 0x7feull << 53,
                                        barriers = 0x7ffull << 53, none = ~0ull;
    bool on, timed;
    uint3 block;
    unsigned room = 0, warp = 0, repeats = 0, interval = 0, told = 0;
    unsigned long long first = 0, lane = 0, where = none, low = 0, high = 0;

    __device__ __forceinline__ ss_Recorder() {
        ss_let_rest_begin();
        const unsigned long long number = blockIdx.x;
        block.x = SS_GRID ? blockIdx.x % ss_log.grid.x : blockIdx.x;
        block.y = SS_GRID ? blockIdx.x / ss_log.grid.x % ss_log.grid.y : 0;
        block.z = SS_GRID ? blockIdx.x / ss_log.grid.x / ss_log.grid.y : 0;
        on = number < ss_log.blocks;
        timed = SS_TIMES && on && ss_log.spans != 0;
        if (!on) return;
        warp = number * ((blockDim.x * blockDim.y * blockDim.z + 31) / 32) + ss_thread() / 32;
        lane = (unsigned long long)(ss_thread() % 32) << 48;
        first = ss_log.warps[warp].first;
        room = ss_log.warps[warp].room;
        ss_begin();
        if (!timed || ss_thread() % 32 != 0) return;
        ss_Span& span = ss_log.spans[number];
        span.multiprocessor = ss_multiprocessor();
        atomicMax(&span.not_start, ~ss_now());
    }
    __device__ __forceinline__ ~ss_Recorder() {
        if (!on) return;
        tell_repeats();
        if (ss_before(ss_together()) == 0) atomicMax(&ss_log.counts[warp], ss_written());
        if (timed) atomicMax(&ss_log.spans[blockIdx.x].end, ss_now());
    }
    __device__ __forceinline__ void write(unsigned long long to, unsigned long long value,
                                          unsigned long long time, unsigned at) {
        if (at >= room) return;
        ss_Event event;
        event.where = to;
        event.value = value;
        ss_log.events[first + at] = event;
        if (timed) ss_log.times[first + at] = time;
    }
    __device__ __forceinline__ void write_barrier(unsigned lanes, unsigned long long time) {
        write(barriers, (unsigned long long)interval << 32 | lanes, time, ss_place());
    }
    __device__ __forceinline__ void tell_barriers() {
        const bool all = ss_together() == 0xffffffff;
        if (!all || lane == 0) write_barrier(all ? 0xffffffff : 1u << (lane >> 48), 0);
        if (all) ss_meet();  // or one's next event came before it
    }
    // All lanes of the warp are here.
    __device__ __forceinline__ void write_as_warp(unsigned long long to, unsigned value) {
#if SS_WARPS
        constexpr unsigned places = 16;
        const unsigned own = (unsigned)(lane >> 48), at = ss_next_lines(places, own == 0);
        if (at + places > room) return;
        const unsigned where = 3u << 30 | (interval & 1) << 29 | (unsigned)(to >> 53) << 18 |
                               ((unsigned)to & 0x3ffff);
        ((unsigned long long*)(ss_log.events + first + at))[own] = (unsigned long long)where << 32 | value;
#endif
    }
    __device__ __forceinline__ void tell_repeats() {
        if (SS_REPEATS && repeats != 0) write(again | lane, repeats, 0, ss_next(ss_together()));
        repeats = 0;
    }
    __device__ __forceinline__ void put(unsigned long long to, unsigned long long value,
                                        unsigned long long second, unsigned size, bool joins,
                                        unsigned long long time) {
        const bool shared = to >> 47 & 1, wide = size > 8, narrow = shared && size <= 4;
        if (SS_REPEATS && joins && to == where && value == low && second == high) {
            repeats += 1;
            return;
        }
        tell_repeats();
        const bool as_warp = SS_WARPS && narrow && ss_together() == 0xffffffff;
        if (!SS_TIMES && (as_warp ? interval - told > 1 : !shared && interval != told)) tell_barriers();
        told = interval;
        if (as_warp) return write_as_warp(to, (unsigned)value);
        if (!SS_TIMES && shared) to |= (unsigned long long)interval << 18;
        const unsigned at = SS_WARPS && narrow ? ss_place() : ss_next(ss_together());
        write(to | lane, value, time, at);
        if (wide) write(upper | lane, second, 0, ss_next(ss_together()));
        where = to;
        low = value;
        high = second;
    }
    __device__ __forceinline__ void barrier() {
        if (!on) return;
        interval += 1;
        where = none;
        const unsigned lanes = ss_together();
        if (SS_TIMES && ss_before(lanes) == 0) write_barrier(lanes, timed ? ss_now() : 0);
    }
};
static __device__ __forceinline__ unsigned long long ss_time(const ss_Recorder& own) {
    return own.timed ? ss_now() : 0;
}
template <class T>
static __device__ __forceinline__ unsigned long long ss_time_with(const ss_Recorder& own, const T& value) {
    if (!own.timed) return 0;
    unsigned first = 0;
    memcpy(&first, &value, sizeof(T) < 4 ? sizeof(T) : 4);
    return ss_now_with(first);
}
template <class T>
static __device__ __forceinline__ void ss_access(ss_Recorder& own, unsigned site, const volatile void* to,
                                                 const T& value, bool joins, unsigned long long time) {
    if (!own.on) return;
    const void* p = (const void*)to;
    unsigned long long bits[2] = {0, 0};
    memcpy(bits, &value, sizeof(T) < 16 ? sizeof(T) : 16);
    unsigned long long where = (unsigned long long)site << 53;
    if (__isShared(p)) {
        where |= 1ull << 47 | (unsigned)__cvta_generic_to_shared(p);
        own.put(where, bits[0], bits[1], sizeof(T), joins, time);
    } else if (__isGlobal(p)) {
        where |= (unsigned long long)p & 0x7fffffffffffull;
        own.put(where, bits[0], bits[1], sizeof(T), joins, time);
    }
}
static __device__ __forceinline__ void ss_barrier(ss_Recorder& own) {
    own.barrier();
}
static __device__ inline void ss_place(const ss_Recorder& own, volatile unsigned* to,
                                       const volatile void* shared) {
    if (!own.on) return;
    const unsigned at = (unsigned)__cvta_generic_to_shared((const void*)shared) + 1;
    if (*to != at) *to = at;
}
template <typename T>
static __device__ inline T& ss_unnamed(T&& object) { return object; }
static __device__ inline void ss_assert(bool holds) {
    if (!holds) __trap();
}

template <class T> struct ss_Plain { typedef T type; };
template <class T> struct ss_Plain<volatile T> { typedef T type; };

template <class T>
static __device__ __forceinline__ T ss_load(ss_Recorder& own, unsigned site, const T* p) {
    T value = *p;
    ss_access(own, site, p, value, true, ss_time_with(own, value));
    return value;
}
template <class T>
static __device__ __forceinline__ T ss_load(ss_Recorder& own, unsigned site, const volatile T* p) {
    T value = *p;
    ss_access(own, site, p, value, true, ss_time_with(own, value));
    return value;
}
template <class T, class U>
static __device__ __forceinline__ typename ss_Plain<T>::type ss_store(ss_Recorder& own, unsigned site, T* p, U given) {
    typename ss_Plain<T>::type value = (typename ss_Plain<T>::type)given;
    ss_access(own, site, p, value, false, ss_time(own));
    *p = value;
    return value;
}
template <class T, class F>
static __device__ __forceinline__ typename ss_Plain<T>::type ss_update(ss_Recorder& own, unsigned load, unsigned store, T* p, F change) {
    typename ss_Plain<T>::type old = *p;
    ss_access(own, load, p, old, false, ss_time_with(own, old));
    typename ss_Plain<T>::type value = change(old);
    ss_access(own, store, p, value, false, ss_time(own));
    *p = value;
    return value;
}
template <class T, class F>
static __device__ __forceinline__ typename ss_Plain<T>::type ss_step(ss_Recorder& own, unsigned load, unsigned store, T* p, F change) {
    typename ss_Plain<T>::type old = *p;
    ss_access(own, load, p, old, false, ss_time_with(own, old));
    typename ss_Plain<T>::type value = change(old);
    ss_access(own, store, p, value, false, ss_time(own));
    *p = value;
    return old;
}
template <class T, class F>
static __device__ __forceinline__ typename ss_Plain<T>::type ss_atomic(ss_Recorder& own, unsigned site, T* p, F change) {
    const unsigned long long time = ss_time(own);
    typename ss_Plain<T>::type old = change(p);
    ss_access(own, site, p, old, true, time);
    return old;
}
template <class T>
static __device__ __forceinline__ T ss_taken(ss_Recorder& own, unsigned site, int lane, T value) {
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof(T));
    if (own.on) own.put((unsigned long long)site << 53 | 1ull << 47 | (unsigned)(lane & 31), bits, 0, sizeof(T), false, 0);
    return value;
}
template <class T>
static __device__ __forceinline__ T ss_shfl(ss_Recorder& own, unsigned site, unsigned mask, T value, int from, int width) {
    const int lane = ss_thread() % 32, first = lane & ~(width - 1);
    return ss_taken(own, site, first | (from & (width - 1)), __shfl_sync(mask, value, from, width));
}
template <class T>
static __device__ __forceinline__ T ss_shfl_up(ss_Recorder& own, unsigned site, unsigned mask, T value, int by, int width) {
    const int lane = ss_thread() % 32, first = lane & ~(width - 1);
    const bool none = by < 0 || lane - by < first;
    return ss_taken(own, site, none ? lane : lane - by, __shfl_up_sync(mask, value, by, width));
}
template <class T>
static __device__ __forceinline__ T ss_shfl_down(ss_Recorder& own, unsigned site, unsigned mask, T value, int by, int width) {
    const int lane = ss_thread() % 32, last = (lane & ~(width - 1)) + width - 1;
    const bool none = by < 0 || by > 32 || lane + by > last;
    return ss_taken(own, site, none ? lane : lane + by, __shfl_down_sync(mask, value, by, width));
}
template <class T>
static __device__ __forceinline__ T ss_shfl_xor(ss_Recorder& own, unsigned site, unsigned mask, T value, int by, int width) {
    const int lane = ss_thread() % 32, last = (lane & ~(width - 1)) + width - 1, to = lane ^ by;
    return ss_taken(own, site, to < 0 || to > last ? lane : to, __shfl_xor_sync(mask, value, by, width));
}
)";

/// Stands before a text that records nothing. NVRTC has no <cuda_pipeline.h>.
inline constexpr std::string_view plain_text = R"(
template <typename T>
static __device__ inline T& ss_unnamed(T&& object) { return object; }
static __device__ inline void ss_assert(bool holds) { if (!holds) __trap(); }
template <class T>
static __device__ __forceinline__ void __pipeline_memcpy_async(T* to, const T* from, const unsigned bytes) {
#if __CUDA_ARCH__ >= 800
    const unsigned at = (unsigned)__cvta_generic_to_shared(to);
    if (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(at), "l"(from) : "memory");
    else if (bytes == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(at), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory");
#else
    *to = *from;
#endif
}
static __device__ __forceinline__ void __pipeline_commit() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" : : : "memory");
#endif
}
static __device__ __forceinline__ void __pipeline_wait_prior(const unsigned copies) {
#if __CUDA_ARCH__ >= 800
    switch (copies) {
        case 0: asm volatile("cp.async.wait_group 0;" : : : "memory"); break;
        case 1: asm volatile("cp.async.wait_group 1;" : : : "memory"); break;
        case 2: asm volatile("cp.async.wait_group 2;" : : : "memory"); break;
        default: asm volatile("cp.async.wait_group 3;" : : : "memory"); break;
    }
#endif
}
)";

/// Stands before the text of blocks that are not recorded, beside a launch of those that are.
inline constexpr std::string_view rest_text = R"(
__constant__ unsigned ss_blocks;
static __device__ inline bool ss_elsewhere() {
#if SS_GRID
    const unsigned long long number = blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
#else
    const unsigned number = blockIdx.x;
#endif
    if (number >= ss_blocks) return false;
#if __CUDA_ARCH__ >= 900
    // Launched while those are under way, this launch is over no earlier than they.
    if (number == 0) asm volatile("griddepcontrol.wait;" : : : "memory");
#endif
    return true;
}
)";

}  // namespace stridescope::nvrtc
