// What a text that records calls, as CUDA: stands before the printed text (language/print.h). Also
// C++ for a test that runs it on the CPU.
#pragma once

#include <string_view>

namespace stridescope::nvrtc {

/// The events of a thread lie behind one another, as many as `first` leaves room for; all are
/// counted. Waits that look at the same word in vain are one event. Where there are `spans`, each
/// event has its time in `times`: of a load after it, of a store and an atomic before, so that
/// whoever sees what is written comes later; and the first lane of each warp tells when it came to
/// which barrier.
inline constexpr std::string_view recording_text = R"(
struct ss_Event {
    unsigned long long where;  // site << 49 | shared << 48 | address, of a shuffle the lane
    unsigned long long value[2];
    unsigned count, interval;
};
struct ss_Thread {
    unsigned long long where;
    unsigned long long value[2];
    unsigned count, interval;
};
struct ss_Span {  // of a block
    unsigned long long not_start, end, multiprocessor;
};
struct ss_Log {
    ss_Event* events;
    const unsigned long long* first;
    ss_Thread* threads;
    unsigned long long blocks;
    unsigned long long* times;
    ss_Span* spans;
};
__constant__ ss_Log ss_log;

#ifdef __CUDACC__
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
static __device__ inline unsigned long long ss_time() { return ss_log.spans != 0 ? ss_now() : 0; }
template <class T>
static __device__ inline unsigned long long ss_time_with(const T& value) {
    if (ss_log.spans == 0) return 0;
    unsigned first = 0;
    memcpy(&first, &value, sizeof(T) < 4 ? sizeof(T) : 4);
    return ss_now_with(first);
}

static __device__ inline unsigned ss_thread() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
static __device__ inline unsigned long long ss_block() {
    return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
}
struct ss_Running {
    __device__ ss_Running() {
        if (ss_log.spans == 0 || ss_thread() % 32 != 0) return;
        ss_Span& span = ss_log.spans[ss_block()];
        span.multiprocessor = ss_multiprocessor();
        atomicMax(&span.not_start, ~ss_now());
    }
    __device__ ~ss_Running() {
        if (ss_log.spans != 0) atomicMax(&ss_log.spans[ss_block()].end, ss_now());
    }
};
static __device__ inline bool ss_recorded(unsigned long long& thread) {
    const unsigned long long block = ss_block();
    thread = block * (blockDim.x * blockDim.y * blockDim.z) + ss_thread();
    return block < ss_log.blocks;
}
static __device__ __noinline__ void ss_put(unsigned long long where, unsigned long long low,
                                           unsigned long long high, bool joins,
                                           unsigned long long time) {
    unsigned long long thread;
    if (!ss_recorded(thread)) return;
    ss_Thread& own = ss_log.threads[thread];
    const unsigned long long first = ss_log.first[thread], room = ss_log.first[thread + 1] - first;
    if (joins && own.count > 0 && own.where == where && own.value[0] == low && own.value[1] == high) {
        if (own.count <= room) ss_log.events[first + own.count - 1].count += 1;
        return;
    }
    if (own.count < room) {
        ss_Event& event = ss_log.events[first + own.count];
        event.where = where;
        event.value[0] = low;
        event.value[1] = high;
        event.count = 1;
        event.interval = own.interval;
        if (ss_log.spans != 0) ss_log.times[first + own.count] = time;
    }
    own.count += 1;
    own.where = where;
    own.value[0] = low;
    own.value[1] = high;
}
template <class T>
static __device__ inline void ss_access(unsigned site, const volatile void* to, const T& value, bool joins,
                                        unsigned long long time) {
    const void* p = (const void*)to;
    unsigned long long where = (unsigned long long)site << 49;
    if (__isShared(p)) {
        where |= 1ull << 48 | (unsigned long long)__cvta_generic_to_shared(p);
    } else if (__isGlobal(p)) {
        where |= (unsigned long long)p & 0xffffffffffffull;
    } else {
        return;
    }
    unsigned long long bits[2] = {0, 0};
    memcpy(bits, &value, sizeof(T) < 16 ? sizeof(T) : 16);
    ss_put(where, bits[0], bits[1], joins, time);
}
static __device__ inline void ss_barrier() {
    unsigned long long thread;
    if (!ss_recorded(thread)) return;
    ss_log.threads[thread].interval += 1;
    ss_log.threads[thread].where = ~0ull;
    if (ss_log.spans != 0 && ss_thread() % 32 == 0) ss_put(~0ull, 0, 0, false, ss_now());
}
static __device__ inline void ss_place(volatile unsigned* to, const volatile void* shared) {
    const unsigned at = (unsigned)__cvta_generic_to_shared((const void*)shared) + 1;
    if (*to != at) *to = at;
}
static __device__ inline void ss_assert(bool holds) {
    if (!holds) __trap();
}

template <class T> struct ss_Plain { typedef T type; };
template <class T> struct ss_Plain<volatile T> { typedef T type; };

template <class T>
static __device__ inline T ss_load(unsigned site, const T* p) {
    T value = *p;
    ss_access(site, p, value, true, ss_time_with(value));
    return value;
}
template <class T>
static __device__ inline T ss_load(unsigned site, const volatile T* p) {
    T value = *p;
    ss_access(site, p, value, true, ss_time_with(value));
    return value;
}
template <class T, class U>
static __device__ inline typename ss_Plain<T>::type ss_store(unsigned site, T* p, U given) {
    typename ss_Plain<T>::type value = (typename ss_Plain<T>::type)given;
    ss_access(site, p, value, false, ss_time());
    *p = value;
    return value;
}
template <class T, class F>
static __device__ inline typename ss_Plain<T>::type ss_update(unsigned load, unsigned store, T* p, F change) {
    typename ss_Plain<T>::type old = *p;
    ss_access(load, p, old, false, ss_time_with(old));
    typename ss_Plain<T>::type value = change(old);
    ss_access(store, p, value, false, ss_time());
    *p = value;
    return value;
}
template <class T, class F>
static __device__ inline typename ss_Plain<T>::type ss_step(unsigned load, unsigned store, T* p, F change) {
    typename ss_Plain<T>::type old = *p;
    ss_access(load, p, old, false, ss_time_with(old));
    typename ss_Plain<T>::type value = change(old);
    ss_access(store, p, value, false, ss_time());
    *p = value;
    return old;
}
template <class T, class F>
static __device__ inline typename ss_Plain<T>::type ss_atomic(unsigned site, T* p, F change) {
    const unsigned long long time = ss_time();
    typename ss_Plain<T>::type old = change(p);
    ss_access(site, p, old, true, time);
    return old;
}
template <class T>
static __device__ inline T ss_taken(unsigned site, int lane, T value) {
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof(T));
    ss_put((unsigned long long)site << 49 | (unsigned)(lane & 31), bits, 0, false, 0);
    return value;
}
template <class T>
static __device__ inline T ss_shfl(unsigned site, unsigned mask, T value, int from, int width) {
    const int lane = ss_thread() % 32, first = lane & ~(width - 1);
    return ss_taken(site, first | (from & (width - 1)), __shfl_sync(mask, value, from, width));
}
template <class T>
static __device__ inline T ss_shfl_up(unsigned site, unsigned mask, T value, int by, int width) {
    const int lane = ss_thread() % 32, first = lane & ~(width - 1);
    const bool none = by < 0 || lane - by < first;
    return ss_taken(site, none ? lane : lane - by, __shfl_up_sync(mask, value, by, width));
}
template <class T>
static __device__ inline T ss_shfl_down(unsigned site, unsigned mask, T value, int by, int width) {
    const int lane = ss_thread() % 32, last = (lane & ~(width - 1)) + width - 1;
    const bool none = by < 0 || by > 32 || lane + by > last;
    return ss_taken(site, none ? lane : lane + by, __shfl_down_sync(mask, value, by, width));
}
template <class T>
static __device__ inline T ss_shfl_xor(unsigned site, unsigned mask, T value, int by, int width) {
    const int lane = ss_thread() % 32, last = (lane & ~(width - 1)) + width - 1, to = lane ^ by;
    return ss_taken(site, to < 0 || to > last ? lane : to, __shfl_xor_sync(mask, value, by, width));
}
)";

}  // namespace stridescope::nvrtc
