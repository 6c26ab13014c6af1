// What a text that tells times calls, as CUDA: stands before the printed text
// (language/print_tree.h), behind plain_text. Also C++ for a test that runs it on the CPU.
#pragma once

#include <string_view>

namespace stridescope::nvrtc {

/// Each warp writes where it begins and ends, and for each barrier when it came there and when it
/// went on, by its multiprocessor's clock (the lower half: a run takes less than its 2^32).
///
/// What this costs is most of what matters here. A store before each barrier would cost more than
/// all else, for a barrier waits for stores: so lane k of a warp keeps the times of its k-th
/// barrier, and they are stored 32 at once. Nothing else asks which lane it is: all write the same
/// to one place, in one transaction; of lanes that come apart the last ones stay.
///
/// A clock read right behind a barrier may be read before the others have come there, for the
/// barrier lets the warp go on to what comes next; an instruction between the two that waits for
/// the warp takes care of that. What was recorded shows whether it did.
///
/// All blocks are in one launch, and each takes one of two bodies: what tells times, or the text as
/// it stands, so that blocks which tell nothing do nothing but ask once.
///
/// SS_GRID 0: the grid is a row. SS_BARRIERS 0: only begins and ends are written, so that it can be
/// told what the barriers' clocks cost. SS_KEPT 2: lanes keep the times of 32 barriers to the end,
/// which is so little that the compiler unrolls the loops that it would; 1: they store them behind
/// each 32; 0: behind each barrier, where lanes that have returned could not keep them. SS_COUNTED
/// 1: the clock's reading depends on how many threads the barrier has counted, which costs as much
/// again. SS_ASKED 1: the clock is read behind the question whether this lane keeps it, so that the
/// compiler may put arithmetic behind the barrier, as it does in the plain text: a clock's reading
/// is a wall for it. SS_TURNS: so many turns of a loop with barriers are laid out one behind
/// another, where the plain text's are by the compiler's own will; 0: as it likes. SS_ACCESSES 1:
/// each lane also writes when it issued which access, behind what it has written before. That is a
/// store for each, and nothing waits for it; lanes that are together read the same clock.
inline constexpr std::string_view times_text = R"(
#ifndef SS_GRID
#define SS_GRID 1
#define SS_BARRIERS 1
#define SS_KEPT 2
#define SS_COUNTED 0
#define SS_ASKED 0
#define SS_TURNS 0
#define SS_ACCESSES 0
#endif
struct __align__(16) ss_Edge {  // a warp's begin or end
    unsigned long long timer;   // nanoseconds, of the whole GPU
    unsigned clock;
    unsigned number;  // of a begin multiprocessor and place there; of an end how many barriers it passed
};
struct __align__(8) ss_Passed {
    unsigned arrived, left;
};
struct __align__(8) ss_Issued {
    unsigned clock, site;
};
struct ss_Log {
    ss_Edge* edges;      // [warp][2]
    ss_Passed* barriers; // [warp][room]
    unsigned long long blocks;  // that write; the others do not
    unsigned room;
    unsigned accesses_room;
    ss_Issued* accesses;  // [warp][accesses_room][lane]
    unsigned* counts;     // [warp][lane]: accesses that there were to write
};
__constant__ ss_Log ss_log;

#ifdef __CUDACC__
static __device__ __forceinline__ unsigned ss_clock() {
    unsigned now;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(now) : : "memory");
    return now;
}
// Of the lanes that are here, which need not be all.
static __device__ __forceinline__ unsigned ss_clock_here() {
    return ss_clock();
}
static __device__ __forceinline__ unsigned ss_clock_if(bool wanted, unsigned otherwise) {
    return wanted ? ss_clock() : otherwise;
}
static __device__ __forceinline__ unsigned ss_clock_behind(int counted) {
    unsigned now;
    asm volatile(
        "{ .reg .pred none; setp.eq.s32 none, %1, 0;"
        " @none mov.u32 %0, %%clock; @!none mov.u32 %0, %%clock; }"
        : "=r"(now) : "r"(counted) : "memory");
    return now;
}
static __device__ __forceinline__ void ss_together() {
    __syncwarp();
}
static __device__ __forceinline__ unsigned ss_lane() {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
static __device__ __forceinline__ unsigned long long ss_timer() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now) : : "memory");
    return now;
}
static __device__ __forceinline__ unsigned ss_seat() {
    unsigned multiprocessor, place;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(place));
    return multiprocessor << 16 | place;
}
#endif

static __device__ __forceinline__ unsigned ss_block() {
#if SS_GRID
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
#else
    return blockIdx.x;
#endif
}
static __device__ __forceinline__ bool ss_tells() {
    return ss_block() < ss_log.blocks;
}

struct ss_Bystander {
    static constexpr int turns = 0;
};
struct ss_Recorder {
    static constexpr int turns = SS_TURNS;
    unsigned passed = 0, arrived = 0, left = 0, issued = 0;
    ss_Issued* next = 0;

    static __device__ __forceinline__ unsigned warp() {
        const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        return ss_block() * ((blockDim.x * blockDim.y * blockDim.z + 31) / 32) + thread / 32;
    }
    __device__ __forceinline__ ss_Recorder() {
#if SS_ACCESSES
        next = ss_log.accesses + (unsigned long long)warp() * ss_log.accesses_room * 32 + ss_lane();
#endif
        ss_Edge begin;
        begin.number = ss_seat();
        begin.timer = ss_timer();
        begin.clock = ss_clock();
        ss_log.edges[2 * warp()] = begin;
    }
    __device__ __forceinline__ ~ss_Recorder() {
        ss_Edge last;
        last.clock = ss_clock();
        last.timer = ss_timer();
        last.number = passed;
        ss_log.edges[2 * warp() + 1] = last;
#if SS_ACCESSES
        ss_log.counts[warp() * 32 + ss_lane()] = issued;
#endif
        if (SS_KEPT == 1 && ss_lane() < passed % 32) store(passed / 32 * 32 + ss_lane());
        if (SS_KEPT == 2 && ss_lane() < passed) store(ss_lane());
    }
    __device__ __forceinline__ void store(unsigned number) {
        if (number >= ss_log.room) return;
        ss_Passed both;
        both.arrived = arrived;
        both.left = left;
        ss_log.barriers[warp() * ss_log.room + number] = both;
    }
    __device__ __forceinline__ void issue(unsigned site) {
#if SS_ACCESSES
        ss_Issued now;
        now.clock = ss_clock_here();
        now.site = site;
        if (issued++ >= ss_log.accesses_room) return;
        *next = now;
        next += 32;
#endif
    }
    __device__ __forceinline__ bool keeps() const {
        return SS_KEPT == 0 || (SS_KEPT == 1 ? passed % 32 : passed) == ss_lane();
    }
    __device__ __forceinline__ unsigned came() const {
        return SS_ASKED ? ss_clock_if(keeps(), arrived) : ss_clock();
    }
    __device__ __forceinline__ unsigned went() const {
        return SS_ASKED ? ss_clock_if(keeps(), left) : ss_clock();
    }
    __device__ __forceinline__ unsigned went_behind(int counted) const {
        const unsigned now = ss_clock_behind(counted);
        return SS_ASKED && !keeps() ? left : now;
    }
    __device__ __forceinline__ void pass(unsigned came, unsigned went) {
        const bool own = SS_ASKED || keeps();
        arrived = own ? came : arrived;
        left = own ? went : left;
        if (SS_KEPT == 0) store(passed);
        passed += 1;
        if (SS_KEPT == 1 && passed % 32 == 0) store(passed - 32 + ss_lane());
    }
};
#if SS_BARRIERS
static __device__ __forceinline__ void ss_syncthreads(ss_Recorder& own) {
    ss_together();  // the warp has come when all of its lanes have
    const unsigned arrived = own.came();
#if SS_COUNTED
    own.pass(arrived, own.went_behind(__syncthreads_count(1)));
#else
    __syncthreads();
    ss_together();
    own.pass(arrived, own.went());
#endif
}
static __device__ __forceinline__ int ss_syncthreads_count(ss_Recorder& own, int vote) {
    const unsigned arrived = own.came();
    const int counted = __syncthreads_count(vote);
    own.pass(arrived, own.went_behind(counted));
    return counted;
}
static __device__ __forceinline__ int ss_syncthreads_and(ss_Recorder& own, int vote) {
    const unsigned arrived = own.came();
    const int all = __syncthreads_and(vote);
    own.pass(arrived, own.went_behind(all));
    return all;
}
static __device__ __forceinline__ int ss_syncthreads_or(ss_Recorder& own, int vote) {
    const unsigned arrived = own.came();
    const int any = __syncthreads_or(vote);
    own.pass(arrived, own.went_behind(any));
    return any;
}
#endif
template <class ss_Own>
static __device__ __forceinline__ void ss_syncthreads(ss_Own&) { __syncthreads(); }
template <class ss_Own>
static __device__ __forceinline__ int ss_syncthreads_count(ss_Own&, int vote) { return __syncthreads_count(vote); }
template <class ss_Own>
static __device__ __forceinline__ int ss_syncthreads_and(ss_Own&, int vote) { return __syncthreads_and(vote); }
template <class ss_Own>
static __device__ __forceinline__ int ss_syncthreads_or(ss_Own&, int vote) { return __syncthreads_or(vote); }

#if SS_ACCESSES
static __device__ __forceinline__ void ss_issue(ss_Bystander&, unsigned) {}
static __device__ __forceinline__ void ss_issue(ss_Recorder& own, unsigned site) { own.issue(site); }

template <class T> struct ss_Plain { typedef T type; };
template <class T> struct ss_Plain<volatile T> { typedef T type; };
template <class T> struct ss_Plain<const T> { typedef T type; };
template <class T> struct ss_Plain<const volatile T> { typedef T type; };

template <class ss_Own, class T>
static __device__ __forceinline__ typename ss_Plain<T>::type ss_load(ss_Own& own, unsigned site, T* p) {
    ss_issue(own, site);
    return *p;
}
template <class ss_Own, class T, class U>
static __device__ __forceinline__ typename ss_Plain<T>::type ss_store(ss_Own& own, unsigned site, T* p, U given) {
    typename ss_Plain<T>::type value = (typename ss_Plain<T>::type)given;
    ss_issue(own, site);
    *p = value;
    return value;
}
template <class ss_Own, class T, class F>
static __device__ __forceinline__ typename ss_Plain<T>::type ss_update(ss_Own& own, unsigned load, unsigned store, T* p, F change) {
    ss_issue(own, load);
    typename ss_Plain<T>::type value = change((typename ss_Plain<T>::type)*p);
    ss_issue(own, store);
    *p = value;
    return value;
}
template <class ss_Own, class T, class F>
static __device__ __forceinline__ typename ss_Plain<T>::type ss_step(ss_Own& own, unsigned load, unsigned store, T* p, F change) {
    ss_issue(own, load);
    typename ss_Plain<T>::type old = *p;
    typename ss_Plain<T>::type value = change(old);
    ss_issue(own, store);
    *p = value;
    return old;
}
template <class ss_Own, class F, class... T>
static __device__ __forceinline__ auto ss_issued(ss_Own& own, unsigned site, F function, T... given) {
    ss_issue(own, site);
    return function(given...);
}
#endif
)";

}  // namespace stridescope::nvrtc
