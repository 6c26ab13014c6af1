// <cooperative_groups.h>: groups of threads, by what a text could say itself. Sums and scans
// combine in the order in which CUDA's own headers do, so that rounded sums are the same.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

// Groups, and what CUB's names stand for, shuffle structs as well, word by word.
constexpr std::string_view shuffles = R"(
#ifndef __SS_SHUFFLES
#define __SS_SHUFFLES
#define __SS_SHUFFLE(NAME, SHUFFLE)                                                            \
    template <typename T> __device__ T NAME(unsigned lanes, T value, int by, int width) {      \
        if constexpr (__is_struct(T)) {                                                        \
            unsigned words[(sizeof(T) + 3) / 4] = {};                                          \
            memcpy(words, &value, sizeof value);                                               \
            for (int i = 0; i < (sizeof(T) + 3) / 4; ++i) words[i] = SHUFFLE(lanes, words[i], by, width); \
            memcpy(&value, words, sizeof value);                                               \
            return value;                                                                      \
        } else {                                                                               \
            return SHUFFLE(lanes, value, by, width);                                           \
        }                                                                                      \
    }
__SS_SHUFFLE(__shfl_parts, __shfl_sync)
__SS_SHUFFLE(__shfl_parts_down, __shfl_down_sync)
__SS_SHUFFLE(__shfl_parts_up, __shfl_up_sync)
__SS_SHUFFLE(__shfl_parts_xor, __shfl_xor_sync)
#undef __SS_SHUFFLE
#endif
)";

constexpr std::string_view groups = R"(
#ifndef __COOPERATIVE_GROUPS
#define __COOPERATIVE_GROUPS
#include <__ss_shuffles>
namespace cooperative_groups {

__device__ unsigned __rank_in_block() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ unsigned __lane() { return __rank_in_block() % 32; }
// The lane of rank `rank` among `lanes`.
__device__ int __lane_of(unsigned lanes, unsigned rank) {
    if (lanes == 0xffffffffu) return rank;
    for (; rank > 0; --rank) lanes &= lanes - 1;
    return __ffs(lanes) - 1;
}

struct thread_group {
    unsigned lanes;  // of a part of a warp; 0: the whole block
    __device__ void sync() const {
        if (lanes == 0)
            __syncthreads();
        else
            __syncwarp(lanes);
    }
    __device__ unsigned thread_rank() const {
        return lanes == 0 ? __rank_in_block() : __popc(lanes & ((1u << __lane()) - 1u));
    }
    __device__ unsigned size() const {
        return lanes == 0 ? blockDim.x * blockDim.y * blockDim.z : __popc(lanes);
    }
    __device__ unsigned num_threads() const { return size(); }
    __device__ bool is_valid() const { return true; }
};

struct thread_block : public thread_group {
    __device__ thread_block() { lanes = 0; }
    __device__ static void sync() { __syncthreads(); }
    struct arrival_token { char __none; };
    // Who waits waits for all to wait as well.
    __device__ static arrival_token barrier_arrive() { return arrival_token(); }
    __device__ static void barrier_wait(arrival_token &&) { __syncthreads(); }
    __device__ static unsigned thread_rank() { return __rank_in_block(); }
    __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
__device__ thread_block this_thread_block() { return thread_block(); }

// Blocks that wait for each other: how many have come, and how often all had. The last one lets all
// go on.
struct __block_barrier {
    unsigned come, rounds;
};
__device__ unsigned __arrive_at(__block_barrier *at, unsigned blocks) {
    unsigned round = 0;
    __syncthreads();
    if (__rank_in_block() == 0) {
        round = atomicAdd(&at->rounds, 0);
        __threadfence();
        if (atomicAdd(&at->come, 1) == blocks - 1) {
            atomicExch(&at->come, 0);
            __threadfence();
            atomicAdd(&at->rounds, 1);
        }
    }
    return round;
}
__device__ void __wait_at(__block_barrier *at, unsigned round) {
    if (__rank_in_block() == 0) {
        while (atomicAdd(&at->rounds, 0) == round)
            ;
        __threadfence();
    }
    __syncthreads();
}

// All blocks are there at once where a launch is cooperative.
__device__ __block_barrier __grid_barrier;
struct grid_group {
    typedef unsigned arrival_token;
    __device__ static arrival_token barrier_arrive() {
        return __arrive_at(&__grid_barrier, gridDim.x * gridDim.y * gridDim.z);
    }
    __device__ static void barrier_wait(arrival_token round) { __wait_at(&__grid_barrier, round); }
    __device__ static void sync() { barrier_wait(barrier_arrive()); }
    __device__ static unsigned long long block_rank() {
        return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    }
    __device__ static unsigned long long num_blocks() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    __device__ static unsigned long long thread_rank() {
        return block_rank() * thread_block::size() + __rank_in_block();
    }
    __device__ static unsigned long long size() { return num_blocks() * thread_block::size(); }
    __device__ static unsigned long long num_threads() { return size(); }
    __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 dim_clusters() {
        return dim3(gridDim.x / __clusterDim.x, gridDim.y / __clusterDim.y, gridDim.z / __clusterDim.z);
    }
    __device__ static dim3 cluster_index() {
        return dim3(blockIdx.x / __clusterDim.x, blockIdx.y / __clusterDim.y, blockIdx.z / __clusterDim.z);
    }
    __device__ static unsigned long long num_clusters() {
        return num_blocks() / (__clusterDim.x * __clusterDim.y * __clusterDim.z);
    }
    __device__ static unsigned long long cluster_rank() {
        dim3 all = dim_clusters(), at = cluster_index();
        return at.x + (unsigned long long)all.x * (at.y + all.y * at.z);
    }
    __device__ static bool is_valid() { return true; }
};
__device__ grid_group this_grid() { return grid_group(); }

// Where a launch says nothing of clusters each block is one, as on a GPU.
struct cluster_group {
    struct arrival_token {
        char __none;
    };
    __device__ static arrival_token barrier_arrive() {
        __cluster_barrier_arrive();
        return arrival_token();
    }
    __device__ static void barrier_wait(arrival_token &&) { __cluster_barrier_wait(); }
    __device__ static void barrier_wait() { __cluster_barrier_wait(); }
    __device__ static void sync() { __ss_cluster_sync(); }
    __device__ static dim3 block_index() {
        return dim3(blockIdx.x % __clusterDim.x, blockIdx.y % __clusterDim.y, blockIdx.z % __clusterDim.z);
    }
    __device__ static unsigned block_rank() {
        return blockIdx.x % __clusterDim.x +
               __clusterDim.x * (blockIdx.y % __clusterDim.y + __clusterDim.y * (blockIdx.z % __clusterDim.z));
    }
    __device__ static unsigned num_blocks() { return __clusterDim.x * __clusterDim.y * __clusterDim.z; }
    __device__ static dim3 dim_blocks() { return dim3(__clusterDim.x, __clusterDim.y, __clusterDim.z); }
    __device__ static unsigned thread_rank() { return block_rank() * thread_block::size() + __rank_in_block(); }
    __device__ static unsigned num_threads() { return num_blocks() * thread_block::size(); }
    __device__ static unsigned size() { return num_threads(); }
    __device__ static dim3 thread_index() {
        return dim3(blockIdx.x % __clusterDim.x * blockDim.x + threadIdx.x,
                    blockIdx.y % __clusterDim.y * blockDim.y + threadIdx.y,
                    blockIdx.z % __clusterDim.z * blockDim.z + threadIdx.z);
    }
    __device__ static dim3 dim_threads() {
        return dim3(__clusterDim.x * blockDim.x, __clusterDim.y * blockDim.y, __clusterDim.z * blockDim.z);
    }
    __device__ static bool is_valid() { return true; }
    // The same place of the block of that rank: see addresses::shared_of_cluster.
    template <typename T> __device__ static T *map_shared_rank(T *p, int rank) {
        if (num_blocks() == 1 && rank == 0) return p;
        return (T *)((unsigned long long)p + ((0x3fffffull + rank) << 40));
    }
    template <typename T> __device__ static unsigned query_shared_rank(const T *p) {
        unsigned long long number = (unsigned long long)p >> 40;
        return number < 0x400000 ? block_rank() : (unsigned)(number - 0x400000);
    }
};
__device__ cluster_group this_cluster() { return cluster_group(); }

template <unsigned N, typename Parent = void> struct thread_block_tile;
// Which part of its parent a group is, and of how many. It is kept where it does not follow from N.
template <unsigned N> struct thread_block_tile<N, void> : public thread_group {
    unsigned __meta_rank, __meta_size;
    __device__ thread_block_tile() : __meta_rank(0), __meta_size(1) {
        lanes = N == 32 ? 0xffffffffu : ((1u << N % 32) - 1u) << (__lane() / N * N);
    }
    __device__ unsigned meta_group_rank() const { return __meta_rank; }
    __device__ unsigned meta_group_size() const { return __meta_size; }
    __device__ void sync() const { __syncwarp(lanes); }
    __device__ static unsigned thread_rank() { return __rank_in_block() % N; }
    __device__ static unsigned size() { return N; }
    __device__ static unsigned num_threads() { return N; }
    template <typename T> __device__ T shfl(T value, int rank) const {
        return __shfl_parts(lanes, value, rank, N);
    }
    template <typename T> __device__ T shfl_down(T value, unsigned by) const {
        return __shfl_parts_down(lanes, value, by, N);
    }
    template <typename T> __device__ T shfl_up(T value, unsigned by) const {
        return __shfl_parts_up(lanes, value, by, N);
    }
    template <typename T> __device__ T shfl_xor(T value, unsigned by) const {
        return __shfl_parts_xor(lanes, value, by, N);
    }
    __device__ int any(int wanted) const { return __any_sync(lanes, wanted); }
    __device__ int all(int wanted) const { return __all_sync(lanes, wanted); }
    __device__ unsigned ballot(int wanted) const {
        return __ballot_sync(lanes, wanted) >> (__lane() / N * N);
    }
    template <typename T> __device__ unsigned match_any(T value) const {
        return __match_any_sync(lanes, value) >> (__lane() / N * N);
    }
    template <typename T> __device__ unsigned match_all(T value, int &all) const {
        return __match_all_sync(lanes, value, &all) >> (__lane() / N * N);
    }
};
template <unsigned N, typename Parent>
struct thread_block_tile : public thread_block_tile<N, void> {
    __device__ thread_block_tile() {
        __meta_rank = Parent::thread_rank() / N;
        __meta_size = (Parent::size() + N - 1) / N;
    }
    __device__ static unsigned meta_group_rank() { return Parent::thread_rank() / N; }
    __device__ static unsigned meta_group_size() { return (Parent::size() + N - 1) / N; }
};

// Tiles of several warps meet, and hand on what they have, by shared memory. From 8.0 on a GPU has it
// aside, and what a text gives of its own is not used.
template <unsigned Threads = 1024> struct __align__(8) block_tile_memory {
    char __none[8];
};
template <unsigned Threads> __device__ thread_block this_thread_block(block_tile_memory<Threads> &) {
    return thread_block();
}
struct __tile_memory {
    unsigned long long words[32];    // of each warp
    unsigned come[32], rounds[32];  // of each tile: of 64 threads, of 128, of 256, of 512
};
static __device__ __tile_memory *__tiles() {
    __shared__ __tile_memory tiles;
    return &tiles;
}
template <unsigned N> __device__ unsigned __tile_number() { return 32 - 2048 / N + __rank_in_block() / N; }
template <unsigned N> __device__ void __meet_in_tile() {
    __syncwarp();
    if (__lane() == 0) {
        __ss_tile_note(255);
        unsigned *come = &__tiles()->come[__tile_number<N>()];
        volatile unsigned *rounds = &__tiles()->rounds[__tile_number<N>()];
        unsigned round = *rounds;
        __threadfence_block();
        if (atomicAdd(come, 1) == N / 32 - 1) {
            atomicExch(come, 0);
            __threadfence_block();
            *rounds = round + 1;
        } else {
            while (*rounds == round)
                ;
        }
        __threadfence_block();
        __ss_tile_note(0);
    }
    __syncwarp();
}
template <unsigned N> struct __tile_of_warps : public thread_group {
    unsigned __meta_rank, __meta_size;
    __device__ __tile_of_warps() : __meta_rank(0), __meta_size(1) { lanes = 0; }
    __device__ unsigned meta_group_rank() const { return __meta_rank; }
    __device__ unsigned meta_group_size() const { return __meta_size; }
    __device__ void sync() const { __meet_in_tile<N>(); }
    __device__ static unsigned thread_rank() { return __rank_in_block() % N; }
    __device__ static unsigned size() { return N; }
    __device__ static unsigned num_threads() { return N; }
    template <typename T> __device__ static T *__word(unsigned warp) {
        static_assert(sizeof(T) <= 8, "tiles of several warps hand on types of up to 8 bytes");
        return (T *)&__tiles()->words[__rank_in_block() / N * (N / 32) + warp];
    }
    template <typename T> __device__ T shfl(T value, unsigned rank) const {
        if (thread_rank() == rank) *__word<T>(rank / 32) = value;
        sync();
        T got = *__word<T>(rank / 32);
        sync();
        return got;
    }
    // What each warp gives; lane i has that of warp i, and those behind the last one begin again.
    template <typename T> __device__ T __of_warps(T value, unsigned giver) const {
        if (__lane() == giver) *__word<T>(thread_rank() / 32) = value;
        sync();
        T got = *__word<T>(__lane() % (N / 32));
        sync();
        return got;
    }
    __device__ int any(int wanted) const {
        return __any_sync(0xffffffffu, __of_warps(__any_sync(0xffffffffu, wanted), 0));
    }
    __device__ int all(int wanted) const {
        return __all_sync(0xffffffffu, __of_warps(__all_sync(0xffffffffu, wanted), 0));
    }
};
#define __SS_TILE_OF_WARPS(N)                                                                        \
    template <> struct thread_block_tile<N, void> : public __tile_of_warps<N> {};                    \
    template <typename Parent> struct thread_block_tile<N, Parent> : public thread_block_tile<N, void> { \
        __device__ thread_block_tile() {                                                             \
            this->__meta_rank = Parent::thread_rank() / N;                                                 \
            this->__meta_size = (Parent::size() + N - 1) / N;                                              \
        }                                                                                            \
        __device__ static unsigned meta_group_rank() { return Parent::thread_rank() / N; }           \
        __device__ static unsigned meta_group_size() { return (Parent::size() + N - 1) / N; }        \
    };
__SS_TILE_OF_WARPS(64)
__SS_TILE_OF_WARPS(128)
__SS_TILE_OF_WARPS(256)
__SS_TILE_OF_WARPS(512)
#undef __SS_TILE_OF_WARPS

template <unsigned N, typename Group>
__device__ thread_block_tile<N, Group> tiled_partition(const Group &group) {
    static_assert(N <= 512, "a tile has at most 512 threads");
    if constexpr (N > 32) {
        // All of the group come here together.
        if (Group::thread_rank() % N == 0) {
            __ss_tile_note(255);
            __tiles()->come[__tile_number<N>()] = 0;
            __tiles()->rounds[__tile_number<N>()] = 0;
            __ss_tile_note(0);
        }
        group.sync();
    }
    return thread_block_tile<N, Group>();
}
__device__ thread_block_tile<1> this_thread() { return thread_block_tile<1>(); }
__device__ thread_group tiled_partition(const thread_group &group, unsigned n) {
    thread_group part;
    part.lanes = n >= 32 ? 0xffffffffu : ((1u << n) - 1u) << (__lane() / n * n);
    return part;
}

struct coalesced_group : public thread_group {
    unsigned __meta_rank, __meta_size;
    __device__ coalesced_group(unsigned all) : __meta_rank(0), __meta_size(1) { lanes = all; }
    __device__ unsigned meta_group_rank() const { return __meta_rank; }
    __device__ unsigned meta_group_size() const { return __meta_size; }
    // The bits of lanes as bits of ranks.
    __device__ unsigned __packed(unsigned all) const {
        unsigned bits = 0, rank = 0;
        for (unsigned left = lanes; left; left &= left - 1, ++rank)
            if (all & (left & (0u - left))) bits |= 1u << rank;
        return bits;
    }
    template <typename T> __device__ unsigned match_any(T value) const {
        return __packed(__match_any_sync(lanes, value));
    }
    template <typename T> __device__ unsigned match_all(T value, int &all) const {
        return __packed(__match_all_sync(lanes, value, &all));
    }
    __device__ void sync() const { __syncwarp(lanes); }
    __device__ unsigned thread_rank() const { return __popc(lanes & ((1u << __lane()) - 1u)); }
    __device__ unsigned size() const { return __popc(lanes); }
    __device__ unsigned num_threads() const { return __popc(lanes); }
    __device__ unsigned ballot(int predicate) const { return __packed(__ballot_sync(lanes, predicate)); }
    template <typename T> __device__ T shfl(T value, unsigned rank) const {
        return __shfl_parts(lanes, value, __lane_of(lanes, rank % size()), 32);
    }
    template <typename T> __device__ T shfl_down(T value, unsigned by) const {
        unsigned rank = thread_rank() + by;
        return __shfl_parts(lanes, value, rank < size() ? __lane_of(lanes, rank) : __lane(), 32);
    }
    template <typename T> __device__ T shfl_up(T value, unsigned by) const {
        unsigned rank = thread_rank();
        return __shfl_parts(lanes, value, rank >= by ? __lane_of(lanes, rank - by) : __lane(), 32);
    }
    __device__ int any(int wanted) const { return __any_sync(lanes, wanted); }
    __device__ int all(int wanted) const { return __all_sync(lanes, wanted); }
};
__device__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
// n ranks each.
__device__ coalesced_group tiled_partition(const coalesced_group &group, unsigned n) {
    if (group.size() <= n) return group;
    unsigned first = group.thread_rank() / n * n, all = 0, rank = 0;
    for (unsigned left = group.lanes; left; left &= left - 1, ++rank)
        if (rank >= first && rank < first + n) all |= left & (0u - left);
    coalesced_group part(all);
    part.__meta_rank = group.thread_rank() / n;
    part.__meta_size = (group.size() + n - 1) / n;
    return part;
}

template <typename Group> __device__ void sync(const Group &group) { group.sync(); }
template <typename Group> __device__ auto thread_rank(const Group &group) { return group.thread_rank(); }
template <typename Group> __device__ auto group_size(const Group &group) { return group.num_threads(); }

// Rank 0 of a group does it for all.
template <typename Group, typename F, typename... Args>
__device__ void invoke_one(const Group &group, F f, Args... args) {
    if (group.thread_rank() == 0) f(args...);
}
template <typename Group, typename F, typename... Args>
__device__ auto invoke_one_broadcast(const Group &group, F f, Args... args) {
    decltype(f(args...)) result{};
    if (group.thread_rank() == 0) result = f(args...);
    return group.shfl(result, 0);
}

template <typename T> struct plus {
    __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct less {
    __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct greater {
    __device__ T operator()(T a, T b) const { return b > a ? b : a; }
};
template <typename T> struct bit_and {
    __device__ T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct bit_or {
    __device__ T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct bit_xor {
    __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <unsigned N, typename Parent, typename T, typename Op>
__device__ T reduce(const thread_block_tile<N, Parent> &group, T value, Op op) {
    if constexpr (N > 32) {
        T sums = reduce(thread_block_tile<N / 32>(), group.__of_warps(reduce(thread_block_tile<32>(), value, op), 0), op);
        return __shfl_sync(0xffffffffu, sums, group.thread_rank() / 32);
    } else {
        for (unsigned by = N / 2; by > 0; by /= 2) value = op(value, group.shfl_xor(value, by));
        return value;
    }
}
template <unsigned N, typename Parent, typename T, typename Op>
__device__ T inclusive_scan(const thread_block_tile<N, Parent> &group, T value, Op op);
// First each warp for itself; what the warps before come to is added to that.
template <bool Exclusive, unsigned N, typename Parent, typename T, typename Op>
__device__ T __scan_warps(const thread_block_tile<N, Parent> &group, T value, Op op) {
    thread_block_tile<32> warp;
    T own = inclusive_scan(warp, value, op);
    T sum = group.__of_warps(own, 31);
    if (Exclusive) own = warp.shfl_up(own, 1);
    thread_block_tile<N / 32> warps;
    T before = warps.shfl_up(inclusive_scan(warps, sum, op), 1);
    if (warps.thread_rank() == 0) before = T();
    unsigned number = group.thread_rank() / 32;
    before = __shfl_sync(0xffffffffu, before, number);
    if (Exclusive && warp.thread_rank() == 0) return before;
    return number == 0 ? own : op(own, before);
}
template <unsigned N, typename Parent, typename T, typename Op>
__device__ T inclusive_scan(const thread_block_tile<N, Parent> &group, T value, Op op) {
    if constexpr (N > 32) {
        return __scan_warps<false>(group, value, op);
    } else {
        for (unsigned by = 1; by < N; by *= 2) {
            T before = group.shfl_up(value, by);
            if (by <= group.thread_rank()) value = op(value, before);
        }
        return value;
    }
}
template <typename T, typename Op>
__device__ T inclusive_scan(const coalesced_group &group, T value, Op op) {
    for (unsigned by = 1; by < group.size(); by *= 2) {
        T before = group.shfl_up(value, by);
        if (by <= group.thread_rank()) value = op(value, before);
    }
    return value;
}
template <typename T, typename Op>
__device__ T reduce(const coalesced_group &group, T value, Op op) {
    if (group.size() == 32) return reduce(thread_block_tile<32, void>(), value, op);
    return group.shfl(inclusive_scan(group, value, op), group.size() - 1);
}
template <typename Group, typename T>
__device__ T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}
template <typename Group> struct __has_warps { static const bool value = false; };
template <unsigned N, typename Parent> struct __has_warps<thread_block_tile<N, Parent>> {
    static const bool value = N > 32;
};
template <typename Group, typename T, typename Op>
__device__ T exclusive_scan(const Group &group, T value, Op op) {
    if constexpr (__has_warps<Group>::value) {
        return __scan_warps<true>(group, value, op);
    } else {
        T before = group.shfl_up(inclusive_scan(group, value, op), 1);
        return group.thread_rank() == 0 ? T() : before;
    }
}
template <typename Group, typename T>
__device__ T exclusive_scan(const Group &group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

// What an atomic of <cuda/atomic> becomes by an operator; what it was.
template <typename A, typename T> __device__ T __updated(A &atomic, T value, plus<T> op) { return atomic.fetch_add(value, 0); }
template <typename A, typename T> __device__ T __updated(A &atomic, T value, less<T> op) { return atomic.fetch_min(value, 0); }
template <typename A, typename T> __device__ T __updated(A &atomic, T value, greater<T> op) { return atomic.fetch_max(value, 0); }
template <typename A, typename T> __device__ T __updated(A &atomic, T value, bit_and<T> op) { return atomic.fetch_and(value, 0); }
template <typename A, typename T> __device__ T __updated(A &atomic, T value, bit_or<T> op) { return atomic.fetch_or(value, 0); }
template <typename A, typename T> __device__ T __updated(A &atomic, T value, bit_xor<T> op) { return atomic.fetch_xor(value, 0); }
template <typename A, typename T, typename Op> __device__ T __updated(A &atomic, T value, Op op) {
    T old = atomic.load(0);
    while (!atomic.compare_exchange_weak(old, op(old, value), 0, 0)) {}
    return old;
}
template <typename Group, typename A, typename T, typename Op>
__device__ void reduce_update_async(const Group &group, A &atomic, T value, Op op) {
    T all = reduce(group, value, op);
    if (group.thread_rank() == 0) __updated(atomic, all, op);
}
template <typename Group, typename A, typename T, typename Op>
__device__ void reduce_store_async(const Group &group, A &atomic, T value, Op op) {
    T all = reduce(group, value, op);
    if (group.thread_rank() == 0) atomic.store(all, 0);
}
// The last of the group adds what all come to; what was there before stands before each.
template <typename Group, typename A, typename T, typename Op>
__device__ T __scan_base(const Group &group, A &atomic, T with, Op op) {
    T old = T();
    if (group.thread_rank() + 1 == group.size()) old = __updated(atomic, with, op);
    return group.shfl(old, group.size() - 1);
}
template <typename Group, typename A, typename T, typename Op>
__device__ T inclusive_scan_update(const Group &group, A &atomic, T value, Op op) {
    T with = inclusive_scan(group, value, op);
    return op(__scan_base(group, atomic, with, op), with);
}
template <typename Group, typename A, typename T, typename Op>
__device__ T exclusive_scan_update(const Group &group, A &atomic, T value, Op op) {
    T with = inclusive_scan(group, value, op), base = __scan_base(group, atomic, with, op);
    T before = group.shfl_up(with, 1);
    return group.thread_rank() == 0 ? base : op(base, before);
}
template <typename Group, typename A, typename T>
__device__ T inclusive_scan_update(const Group &group, A &atomic, T value) {
    return inclusive_scan_update(group, atomic, value, plus<T>());
}
template <typename Group, typename A, typename T>
__device__ T exclusive_scan_update(const Group &group, A &atomic, T value) {
    return exclusive_scan_update(group, atomic, value, plus<T>());
}

template <typename Group> __device__ coalesced_group binary_partition(const Group &group, bool value) {
    unsigned chosen = __ballot_sync(group.lanes, value);
    bool is_whole = chosen == group.lanes || chosen == 0;
    coalesced_group part(is_whole ? group.lanes : value ? chosen : group.lanes & ~chosen);
    part.__meta_rank = is_whole ? 0 : value;
    part.__meta_size = is_whole ? 1 : 2;
    return part;
}
// Groups are numbered by their first lanes.
template <typename Group, typename L>
__device__ coalesced_group labeled_partition(const Group &group, L label) {
    coalesced_group part(__match_any_sync(group.lanes, label));
    unsigned first = __ffs(part.lanes) - 1;
    unsigned leaders = __ballot_sync(group.lanes, first == __lane());
    part.__meta_rank = __popc(leaders & ((1u << first) - 1u));
    part.__meta_size = __popc(leaders);
    return part;
}
template <typename Group> __device__ coalesced_group labeled_partition(const Group &group, bool label) {
    return binary_partition(group, label);
}
// Each thread of the group copies elements in turns, at once; but they are on their way until the
// group has waited for them. Each call is a stage of its own.
template <typename Group, typename T>
__device__ void __copy_stage(const Group &group, T *to, const T *from, size_t count) {
    for (size_t i = group.thread_rank(); i < count; i += group.size()) {
        __ss_tile_note(100);
        to[i] = from[i];
        __ss_tile_note(0);
        __ss_copying(to + i, (int)sizeof(T));
    }
    __pipeline_commit();
}
template <typename Group, typename T>
__device__ void memcpy_async(const Group &group, T *to, const T *from, size_t bytes) {
    __copy_stage(group, to, from, bytes / sizeof(T));
}
template <typename Group, typename T>
__device__ void memcpy_async(const Group &group, T *to, size_t room, const T *from, size_t given) {
    __copy_stage(group, to, from, room < given ? room : given);
}
// Copies of __pipeline_memcpy_async are waited for, too.
template <typename Group> __device__ void wait(const Group &group) {
    __pipeline_wait_prior(0);
    group.sync();
}
template <unsigned N, typename Group> __device__ void wait_prior(const Group &group) {
    __pipeline_wait_prior(N);
    group.sync();
}

}  // namespace cooperative_groups
#endif
)";

// What <cuda/barrier> and <cuda/pipeline> share.
constexpr std::string_view cuda_scopes = R"(
#ifndef __SS_CUDA_SCOPES
#define __SS_CUDA_SCOPES
namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
template <size_t Alignment> struct aligned_size_t {
    size_t value;
    __host__ __device__ aligned_size_t(size_t n) { value = n; }
    __host__ __device__ operator size_t() const { return value; }
};
// A copy is made at once, but on its way until it was waited for.
__device__ void __copy(char *to, const char *from, size_t bytes) {
    size_t both = (size_t)to | (size_t)from | bytes;
    __ss_tile_note(100);
    if (both % 16 == 0)
        for (size_t i = 0; i < bytes; i += 16) *(uint4 *)(to + i) = *(const uint4 *)(from + i);
    else if (both % 8 == 0)
        for (size_t i = 0; i < bytes; i += 8) *(uint2 *)(to + i) = *(const uint2 *)(from + i);
    else if (both % 4 == 0)
        for (size_t i = 0; i < bytes; i += 4) *(uchar4 *)(to + i) = *(const uchar4 *)(from + i);
    else
        for (size_t i = 0; i < bytes; ++i) to[i] = from[i];
    __ss_tile_note(0);
    __ss_copying(to, (int)bytes);
}
// The same, where the threads of a group take turns.
template <typename Group>
__device__ void __copy_together(const Group &group, char *to, const char *from, size_t bytes) {
    size_t both = (size_t)to | (size_t)from | bytes;
    size_t each = both % 16 == 0 ? 16 : both % 8 == 0 ? 8 : both % 4 == 0 ? 4 : 1;
    for (size_t i = group.thread_rank() * each; i < bytes; i += group.size() * each)
        __copy(to + i, from + i, each);
}
}  // namespace cuda
#endif
)";

// <cuda/atomic>: volatile accesses of the library are atomic ones (see Codegen::load_memory).
constexpr std::string_view atomics =
    "#include <cuda/__scopes>\n"
    R"(
#ifndef __SS_CUDA_ATOMIC
#define __SS_CUDA_ATOMIC
namespace cuda {
enum memory_order {
    memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release,
    memory_order_acq_rel, memory_order_seq_cst
};
__host__ __device__ void atomic_thread_fence(int order, thread_scope scope = thread_scope_system) {
    if (!__on_device() || order == memory_order_relaxed || scope == thread_scope_thread) return;
    if (scope == thread_scope_block) __threadfence_block();
    else __threadfence();
}
// What others of the scope are to see before what the order belongs to, or not before it.
template <thread_scope Scope> __host__ __device__ void __before(int order) {
    if (order >= memory_order_release) atomic_thread_fence(order, Scope);
}
template <thread_scope Scope> __host__ __device__ void __behind(int order) {
    if (order != memory_order_release) atomic_thread_fence(order, Scope);
}
// Narrower than a word it is kept in one.
template <typename T> struct __kept { typedef T type; typedef T bits; };
template <> struct __kept<bool> { typedef int type; typedef int bits; };
template <> struct __kept<char> { typedef int type; typedef int bits; };
template <> struct __kept<signed char> { typedef int type; typedef int bits; };
template <> struct __kept<unsigned char> { typedef int type; typedef int bits; };
template <> struct __kept<short> { typedef int type; typedef int bits; };
template <> struct __kept<unsigned short> { typedef int type; typedef int bits; };
template <> struct __kept<long> { typedef long type; typedef unsigned long long bits; };
template <> struct __kept<long long> { typedef long long type; typedef unsigned long long bits; };
template <> struct __kept<unsigned long> { typedef unsigned long type; typedef unsigned long long bits; };
template <typename T, thread_scope Scope> struct __atomic_access {
    typedef typename __kept<T>::bits __bits;
    __host__ __device__ static T load(const volatile typename __kept<T>::type *at, int order) {
        // One that is sequentially consistent comes behind what its thread did before.
        if (order == memory_order_seq_cst) __before<Scope>(order);
        T value = (T)*at;
        __behind<Scope>(order);
        return value;
    }
    __host__ __device__ static void store(volatile typename __kept<T>::type *at, T value, int order) {
        __before<Scope>(order);
        *at = value;
        if (order == memory_order_seq_cst) __behind<Scope>(order);
    }
    __host__ __device__ static T exchange(__bits *at, T with, int order) {
        T before;
        if (__on_device()) {
            __before<Scope>(order);
            before = Scope == thread_scope_block ? (T)atomicExch_block(at, (__bits)with) : (T)atomicExch(at, (__bits)with);
            __behind<Scope>(order);
        } else {
            before = (T)*at;
            *at = (__bits)(with);
        }
        return before;
    }
    __host__ __device__ static T add(__bits *at, T with, int order) {
        T before;
        if (__on_device()) {
            __before<Scope>(order);
            before = Scope == thread_scope_block ? (T)atomicAdd_block(at, (__bits)with) : (T)atomicAdd(at, (__bits)with);
            __behind<Scope>(order);
        } else {
            before = (T)*at;
            *at = (__bits)(before + with);
        }
        return before;
    }
    __host__ __device__ static T both(__bits *at, T with, int order) {
        T before;
        if (__on_device()) {
            __before<Scope>(order);
            before = Scope == thread_scope_block ? (T)atomicAnd_block(at, (__bits)with) : (T)atomicAnd(at, (__bits)with);
            __behind<Scope>(order);
        } else {
            before = (T)*at;
            *at = (__bits)(before & with);
        }
        return before;
    }
    __host__ __device__ static T either(__bits *at, T with, int order) {
        T before;
        if (__on_device()) {
            __before<Scope>(order);
            before = Scope == thread_scope_block ? (T)atomicOr_block(at, (__bits)with) : (T)atomicOr(at, (__bits)with);
            __behind<Scope>(order);
        } else {
            before = (T)*at;
            *at = (__bits)(before | with);
        }
        return before;
    }
    __host__ __device__ static T one(__bits *at, T with, int order) {
        T before;
        if (__on_device()) {
            __before<Scope>(order);
            before = Scope == thread_scope_block ? (T)atomicXor_block(at, (__bits)with) : (T)atomicXor(at, (__bits)with);
            __behind<Scope>(order);
        } else {
            before = (T)*at;
            *at = (__bits)(before ^ with);
        }
        return before;
    }
    __host__ __device__ static T least(typename __kept<T>::type *at, T with, int order) {
        T before;
        if (__on_device()) {
            __before<Scope>(order);
            before = Scope == thread_scope_block ? (T)atomicMin_block(at, with) : (T)atomicMin(at, with);
            __behind<Scope>(order);
        } else {
            before = (T)*at;
            *at = before < with ? before : with;
        }
        return before;
    }
    __host__ __device__ static T most(typename __kept<T>::type *at, T with, int order) {
        T before;
        if (__on_device()) {
            __before<Scope>(order);
            before = Scope == thread_scope_block ? (T)atomicMax_block(at, with) : (T)atomicMax(at, with);
            __behind<Scope>(order);
        } else {
            before = (T)*at;
            *at = before > with ? before : with;
        }
        return before;
    }
    __host__ __device__ static bool compare_exchange(__bits *at, T &expected, T value, int order, int other) {
        T old;
        if (__on_device()) {
            __before<Scope>(order);
            bool is_done;
            if constexpr ((T)0.5 != 0 && sizeof(T) == 4) {
                // By its bits: of 0 and -0 one is not the other, of what is no number it may be.
                unsigned want = __float_as_uint(expected), with = __float_as_uint(value);
                unsigned was = Scope == thread_scope_block ? atomicCAS_block((unsigned *)at, want, with)
                                                           : atomicCAS((unsigned *)at, want, with);
                old = __uint_as_float(was);
                is_done = was == want;
            } else if constexpr ((T)0.5 != 0) {
                unsigned long long want = __double_as_longlong(expected), with = __double_as_longlong(value);
                unsigned long long was = Scope == thread_scope_block
                                             ? atomicCAS_block((unsigned long long *)at, want, with)
                                             : atomicCAS((unsigned long long *)at, want, with);
                old = __longlong_as_double(was);
                is_done = was == want;
            } else {
                old = Scope == thread_scope_block ? (T)atomicCAS_block(at, (__bits)expected, (__bits)value)
                                                  : (T)atomicCAS(at, (__bits)expected, (__bits)value);
                is_done = old == expected;
            }
            expected = old;
            if (is_done) __behind<Scope>(order);
            else __behind<Scope>(other);
            return is_done;
        }
        old = (T)*at;
        bool is_done = old == expected;
        if (is_done) *at = (__bits)value;
        expected = old;
        return is_done;
    }
};
template <typename T, thread_scope Scope = thread_scope_system> struct atomic {
    typedef T value_type;
    typedef typename __kept<T>::bits __bits;
    typename __kept<T>::type __value;
    atomic() = default;
    __host__ __device__ atomic(T value) : __value(value) {}
    __host__ __device__ T load(int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::load(&__value, order); }
    __host__ __device__ void store(T value, int order = memory_order_seq_cst) { __atomic_access<T, Scope>::store(&__value, value, order); }
    __host__ __device__ T exchange(T value, int order = memory_order_seq_cst) { return __atomic_access<T, Scope>::exchange((__bits *)&__value, value, order); }
    __host__ __device__ bool compare_exchange_strong(T &expected, T value, int order, int other) {
        return __atomic_access<T, Scope>::compare_exchange((__bits *)&__value, expected, value, order, other);
    }
    __host__ __device__ bool compare_exchange_strong(T &expected, T value, int order = memory_order_seq_cst) {
        return __atomic_access<T, Scope>::compare_exchange((__bits *)&__value, expected, value, order, order == memory_order_release ? memory_order_relaxed : order);
    }
    __host__ __device__ bool compare_exchange_weak(T &expected, T value, int order, int other) {
        return compare_exchange_strong(expected, value, order, other);
    }
    __host__ __device__ bool compare_exchange_weak(T &expected, T value, int order = memory_order_seq_cst) {
        return compare_exchange_strong(expected, value, order);
    }
    __host__ __device__ T fetch_add(T by, int order = memory_order_seq_cst) { return __atomic_access<T, Scope>::add((__bits *)&__value, by, order); }
    __host__ __device__ T fetch_sub(T by, int order = memory_order_seq_cst) { return __atomic_access<T, Scope>::add((__bits *)&__value, (T)-by, order); }
    __host__ __device__ T fetch_and(T with, int order = memory_order_seq_cst) { return __atomic_access<T, Scope>::both((__bits *)&__value, with, order); }
    __host__ __device__ T fetch_or(T with, int order = memory_order_seq_cst) { return __atomic_access<T, Scope>::either((__bits *)&__value, with, order); }
    __host__ __device__ T fetch_xor(T with, int order = memory_order_seq_cst) { return __atomic_access<T, Scope>::one((__bits *)&__value, with, order); }
    __host__ __device__ T fetch_min(T with, int order = memory_order_seq_cst) { return __atomic_access<T, Scope>::least(&__value, with, order); }
    __host__ __device__ T fetch_max(T with, int order = memory_order_seq_cst) { return __atomic_access<T, Scope>::most(&__value, with, order); }
    __host__ __device__ operator T() const { return load(); }
    __host__ __device__ T operator=(T value) { store(value); return value; }
    __host__ __device__ T operator++() { return (T)(fetch_add(1) + 1); }
    __host__ __device__ T operator--() { return (T)(fetch_sub(1) - 1); }
    __host__ __device__ T operator++(int) { return fetch_add(1); }
    __host__ __device__ T operator--(int) { return fetch_sub(1); }
    __host__ __device__ T operator+=(T by) { return (T)(fetch_add(by) + by); }
    __host__ __device__ T operator-=(T by) { return (T)(fetch_sub(by) - by); }
    __host__ __device__ T operator&=(T with) { return (T)(fetch_and(with) & with); }
    __host__ __device__ T operator|=(T with) { return (T)(fetch_or(with) | with); }
    __host__ __device__ T operator^=(T with) { return (T)(fetch_xor(with) ^ with); }
    __host__ __device__ bool is_lock_free() const { return true; }
    __host__ __device__ void wait(T old, int order = memory_order_seq_cst) const {
        while (load(memory_order_relaxed) == old) {}
        __behind<Scope>(order);
    }
    __host__ __device__ void notify_one() {}
    __host__ __device__ void notify_all() {}
};
template <typename T, thread_scope Scope = thread_scope_system> struct atomic_ref {
    typedef T value_type;
    typedef typename __kept<T>::bits __bits;
    T *__at;
    __host__ __device__ atomic_ref(T &of) : __at(&of) {}
    __host__ __device__ T load(int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::load(__at, order); }
    __host__ __device__ void store(T value, int order = memory_order_seq_cst) const { __atomic_access<T, Scope>::store(__at, value, order); }
    __host__ __device__ T exchange(T value, int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::exchange((__bits *)__at, value, order); }
    __host__ __device__ bool compare_exchange_strong(T &expected, T value, int order, int other) const {
        return __atomic_access<T, Scope>::compare_exchange((__bits *)__at, expected, value, order, other);
    }
    __host__ __device__ bool compare_exchange_strong(T &expected, T value, int order = memory_order_seq_cst) const {
        return __atomic_access<T, Scope>::compare_exchange((__bits *)__at, expected, value, order, order == memory_order_release ? memory_order_relaxed : order);
    }
    __host__ __device__ bool compare_exchange_weak(T &expected, T value, int order, int other) const {
        return compare_exchange_strong(expected, value, order, other);
    }
    __host__ __device__ bool compare_exchange_weak(T &expected, T value, int order = memory_order_seq_cst) const {
        return compare_exchange_strong(expected, value, order);
    }
    __host__ __device__ T fetch_add(T by, int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::add((__bits *)__at, by, order); }
    __host__ __device__ T fetch_sub(T by, int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::add((__bits *)__at, (T)-by, order); }
    __host__ __device__ T fetch_and(T with, int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::both((__bits *)__at, with, order); }
    __host__ __device__ T fetch_or(T with, int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::either((__bits *)__at, with, order); }
    __host__ __device__ T fetch_xor(T with, int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::one((__bits *)__at, with, order); }
    __host__ __device__ T fetch_min(T with, int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::least(__at, with, order); }
    __host__ __device__ T fetch_max(T with, int order = memory_order_seq_cst) const { return __atomic_access<T, Scope>::most(__at, with, order); }
    __host__ __device__ operator T() const { return load(); }
    __host__ __device__ T operator=(T value) const { store(value); return value; }
    __host__ __device__ T operator++() const { return (T)(fetch_add(1) + 1); }
    __host__ __device__ T operator--() const { return (T)(fetch_sub(1) - 1); }
    __host__ __device__ T operator++(int) const { return fetch_add(1); }
    __host__ __device__ T operator--(int) const { return fetch_sub(1); }
    __host__ __device__ T operator+=(T by) const { return (T)(fetch_add(by) + by); }
    __host__ __device__ T operator-=(T by) const { return (T)(fetch_sub(by) - by); }
    __host__ __device__ T operator&=(T with) const { return (T)(fetch_and(with) & with); }
    __host__ __device__ T operator|=(T with) const { return (T)(fetch_or(with) | with); }
    __host__ __device__ T operator^=(T with) const { return (T)(fetch_xor(with) ^ with); }
    __host__ __device__ bool is_lock_free() const { return true; }
    __host__ __device__ void wait(T old, int order = memory_order_seq_cst) const {
        while (load(memory_order_relaxed) == old) {}
        __behind<Scope>(order);
    }
    __host__ __device__ void notify_one() const {}
    __host__ __device__ void notify_all() const {}
};
}  // namespace cuda
#endif
)";

// <cuda/barrier>: a counter of who is still to come, and a number of the round, which those who
// wait look at.
constexpr std::string_view barriers =
    "#include <cuda/__scopes>\n"
    R"(
#ifndef __SS_CUDA_BARRIER
#define __SS_CUDA_BARRIER
namespace cuda {
template <thread_scope Scope = thread_scope_system> struct barrier {
    typedef unsigned arrival_token;
    int __expected, __pending;
    // Who waits for a round knows what was done before that, and nothing of later ones: of each
    // fourth one there is a word, which says one more than the last that is over.
    unsigned __round, __over[4];
    int __bytes;  // of copies that are counted, and have not come
    barrier() = default;
    __device__ barrier(int expected) { __begin(expected); }
    __device__ void __begin(int expected) {
        __expected = __pending = expected;
        __round = 0;
        __ss_tile_note(255);
        __bytes = 0;
        for (int i = 0; i < 4; ++i) __over[i] = 0;
        __ss_tile_note(0);
    }
    __device__ unsigned __now() const { return *(const volatile unsigned *)&__round; }
    __device__ void __come(unsigned round, int count) {
        __threadfence();
        if (atomicSub(&__pending, count) == count && __awaited() == 0) __finish(round);
    }
    __device__ void __finish(unsigned round) {
        atomicExch(&__pending, *(volatile int *)&__expected);
        __threadfence();
        *(volatile unsigned *)&__round = round + 1;
        __threadfence();
        __ss_tile_note(255);
        *(volatile unsigned *)&__over[round % 4] = round + 1;
        __ss_tile_note(0);
    }
    __device__ int __awaited() const {
        __ss_tile_note(255);
        int bytes = *(const volatile int *)&__bytes;
        __ss_tile_note(0);
        return bytes;
    }
    // So many bytes more are awaited, or, below 0, have come.
    __device__ void __count_bytes(int bytes) {
        __threadfence();
        __ss_tile_note(255);
        bool is_last = atomicAdd(&__bytes, bytes) == -bytes && *(volatile int *)&__pending == 0;
        __ss_tile_note(0);
        if (is_last) __finish(__now());
    }
    __device__ arrival_token arrive(int count = 1) {
        unsigned round = __now();
        __come(round, count);
        return round;
    }
    __device__ void wait(arrival_token round) const {
        while ((int)(*(const volatile unsigned *)&__over[round % 4] - round) <= 0)
            ;
        __threadfence();
        __ss_copies_arrived(this);
    }
    __device__ void wait_parity(bool parity) const {
        while ((*(const volatile unsigned *)&__round & 1) == parity)
            ;
        __threadfence();
        __ss_copies_arrived(this);
    }
    __device__ void arrive_and_wait() { wait(arrive()); }
    // One look, however long it may take: who is told no asks again. By an atomic, since loops that
    // ask so are known to wait (see Codegen::loop); how often is of no weight, as of mbarrier.
    __device__ unsigned __looked(const unsigned &at) const {
        __ss_tile_note(255);
        unsigned seen = atomicOr((unsigned *)&at, 0u);
        __ss_tile_note(0);
        return seen;
    }
    __device__ bool __has_ended(unsigned round) const { return (int)(__looked(__over[round % 4]) - round) > 0; }
    __device__ bool __is_over(bool over) const {
        if (over) {
            __threadfence();
            __ss_copies_arrived(this);
        }
        return over;
    }
    template <typename D> __device__ bool try_wait_for(arrival_token round, const D &time) const {
        return __is_over(__has_ended(round));
    }
    template <typename P> __device__ bool try_wait_until(arrival_token round, const P &then) const {
        return __is_over(__has_ended(round));
    }
    template <typename D> __device__ bool try_wait_parity_for(bool parity, const D &time) const {
        return __is_over((__looked(__round) & 1) != parity);
    }
    template <typename P> __device__ bool try_wait_parity_until(bool parity, const P &then) const {
        return __is_over((__looked(__round) & 1) != parity);
    }
    __device__ void arrive_and_drop() {
        unsigned round = __now();
        atomicSub(&__expected, 1);
        __come(round, 1);
    }
};
template <thread_scope Scope> __device__ void init(barrier<Scope> *what, int expected) {
    what->__begin(expected);
}
template <typename T, typename Shape, thread_scope Scope>
__device__ void memcpy_async(T *to, const T *from, Shape bytes, barrier<Scope> &when) {
    __copy((char *)to, (const char *)from, (size_t)bytes);
    __ss_copies_bind(&when);
}
template <typename Group, typename T, typename Shape, thread_scope Scope>
__device__ void memcpy_async(const Group &group, T *to, const T *from, Shape bytes, barrier<Scope> &when) {
    __copy_together(group, (char *)to, (const char *)from, (size_t)bytes);
    __ss_copies_bind(&when);
}
namespace device {
template <thread_scope Scope> __device__ void barrier_expect_tx(barrier<Scope> &when, int bytes) {
    when.__count_bytes(bytes);
}
template <thread_scope Scope>
__device__ unsigned barrier_arrive_tx(barrier<Scope> &when, int count, int bytes) {
    when.__count_bytes(bytes);
    return when.arrive(count);
}
template <typename T, typename Shape, thread_scope Scope>
__device__ void memcpy_async_tx(T *to, const T *from, Shape shape, barrier<Scope> &when) {
    unsigned bytes = (unsigned)(size_t)shape;
    if ((((size_t)to | (size_t)from | bytes) & 15) != 0) __ss_bad_row();
    __ss_tile_note(98);
    for (unsigned i = 0; i < bytes; i += 16) *(uint4 *)((char *)to + i) = *(const uint4 *)((const char *)from + i);
    __ss_tile_note(0);
    __ss_copying(to, (int)bytes);
    __ss_copies_bind(&when);
    when.__count_bytes(-(int)bytes);
}
namespace experimental {
template <typename T, thread_scope Scope>
__device__ void cp_async_bulk_global_to_shared(T *to, const T *from, unsigned bytes, barrier<Scope> &when) {
    memcpy_async_tx(to, from, bytes, when);
}
template <typename T> __device__ void cp_async_bulk_shared_to_global(T *to, const T *from, unsigned bytes) {
    __ss_bulk_copy((char *)to, (const char *)from, bytes);
    __ss_copying_out((char *)from, (int)bytes);
}
__device__ void cp_async_bulk_commit_group() { __ss_bulk_commit(); }
template <int Pending> __device__ void cp_async_bulk_wait_group_read() { __ss_bulk_wait(Pending); }
__device__ void fence_proxy_async_shared_cta() { __threadfence_block(); }
}  // namespace experimental
}  // namespace device
}  // namespace cuda
#endif
)";

// <cuda/ptx>: instructions by name, with what they are told as arguments that are types.
constexpr std::string_view instructions =
    "#include <cuda/barrier>\n"
    R"(
#ifndef __SS_CUDA_PTX
#define __SS_CUDA_PTX
namespace cuda {
namespace ptx {
enum space_global_t { space_global };
enum space_shared_t { space_shared };
enum space_cluster_t { space_cluster };
enum sem_acquire_t { sem_acquire };
enum sem_release_t { sem_release };
enum sem_relaxed_t { sem_relaxed };
enum scope_cta_t { scope_cta };
enum scope_cluster_t { scope_cluster };
template <int N> struct n32_t {};
__device__ void mbarrier_init(unsigned long long *at, unsigned count) { __ss_mbarrier_init(at, count); }
__device__ void mbarrier_inval(unsigned long long *at) {}
__device__ unsigned long long mbarrier_arrive(unsigned long long *at) { return __ss_mbarrier_count(at, 1, 0, 0); }
__device__ unsigned long long mbarrier_arrive(unsigned long long *at, unsigned count) {
    return __ss_mbarrier_count(at, count, 0, 0);
}
template <typename Scope>
__device__ unsigned long long mbarrier_arrive(sem_release_t sem, Scope scope, space_shared_t space,
                                              unsigned long long *at) {
    return __ss_mbarrier_count(at, 1, 0, 0);
}
template <typename Scope>
__device__ unsigned long long mbarrier_arrive(sem_release_t sem, Scope scope, space_shared_t space,
                                              unsigned long long *at, unsigned count) {
    return __ss_mbarrier_count(at, count, 0, 0);
}
template <typename Scope>
__device__ unsigned long long mbarrier_arrive_expect_tx(sem_release_t sem, Scope scope, space_shared_t space,
                                                        unsigned long long *at, unsigned bytes) {
    return __ss_mbarrier_count(at, 1, (int)bytes, 0);
}
template <typename Scope>
__device__ void mbarrier_expect_tx(sem_relaxed_t sem, Scope scope, space_shared_t space, unsigned long long *at,
                                   unsigned bytes) {
    __ss_mbarrier_count(at, 0, (int)bytes, 0);
}
__device__ bool mbarrier_test_wait(unsigned long long *at, unsigned long long state) {
    return __ss_mbarrier_done(at, state);
}
__device__ bool mbarrier_try_wait(unsigned long long *at, unsigned long long state) {
    return __ss_mbarrier_done(at, state);
}
template <typename Scope>
__device__ bool mbarrier_test_wait(sem_acquire_t sem, Scope scope, unsigned long long *at, unsigned long long state) {
    return __ss_mbarrier_done(at, state);
}
template <typename Scope>
__device__ bool mbarrier_try_wait(sem_acquire_t sem, Scope scope, unsigned long long *at, unsigned long long state) {
    return __ss_mbarrier_done(at, state);
}
__device__ bool mbarrier_test_wait_parity(unsigned long long *at, unsigned parity) {
    return __ss_mbarrier_parity(at, parity);
}
__device__ bool mbarrier_try_wait_parity(unsigned long long *at, unsigned parity) {
    return __ss_mbarrier_parity(at, parity);
}
template <typename Scope>
__device__ bool mbarrier_test_wait_parity(sem_acquire_t sem, Scope scope, unsigned long long *at, unsigned parity) {
    return __ss_mbarrier_parity(at, parity);
}
template <typename Scope>
__device__ bool mbarrier_try_wait_parity(sem_acquire_t sem, Scope scope, unsigned long long *at, unsigned parity) {
    return __ss_mbarrier_parity(at, parity);
}
__device__ void cp_async_bulk(space_cluster_t to_space, space_global_t from_space, void *to, const void *from,
                              unsigned bytes, unsigned long long *at) {
    __ss_bulk_load((char *)to, (const char *)from, bytes, at);
}
__device__ void cp_async_bulk(space_shared_t to_space, space_global_t from_space, void *to, const void *from,
                              unsigned bytes, unsigned long long *at) {
    __ss_bulk_load((char *)to, (const char *)from, bytes, at);
}
__device__ void cp_async_bulk(space_global_t to_space, space_shared_t from_space, void *to, const void *from,
                              unsigned bytes) {
    __ss_bulk_copy((char *)to, (const char *)from, bytes);
    __ss_copying_out((char *)from, (int)bytes);
}
__device__ void cp_async_bulk_commit_group() { __ss_bulk_commit(); }
template <int N> __device__ void cp_async_bulk_wait_group(n32_t<N> pending) { __ss_bulk_wait(N); }
template <int N> __device__ void cp_async_bulk_wait_group_read(n32_t<N> pending) { __ss_bulk_wait(N); }
__device__ void fence_proxy_async() { __threadfence_block(); }
template <typename Space> __device__ void fence_proxy_async(Space space) { __threadfence_block(); }
__device__ void fence_mbarrier_init(sem_release_t sem, scope_cluster_t scope) { __threadfence(); }
__device__ unsigned get_sreg_tid_x() { return threadIdx.x; }
__device__ unsigned get_sreg_tid_y() { return threadIdx.y; }
__device__ unsigned get_sreg_tid_z() { return threadIdx.z; }
__device__ unsigned get_sreg_ntid_x() { return blockDim.x; }
__device__ unsigned get_sreg_ntid_y() { return blockDim.y; }
__device__ unsigned get_sreg_ntid_z() { return blockDim.z; }
__device__ unsigned get_sreg_ctaid_x() { return blockIdx.x; }
__device__ unsigned get_sreg_ctaid_y() { return blockIdx.y; }
__device__ unsigned get_sreg_ctaid_z() { return blockIdx.z; }
__device__ unsigned get_sreg_nctaid_x() { return gridDim.x; }
__device__ unsigned get_sreg_nctaid_y() { return gridDim.y; }
__device__ unsigned get_sreg_nctaid_z() { return gridDim.z; }
__device__ unsigned get_sreg_laneid() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
}
__device__ unsigned get_sreg_warpid() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}
__device__ unsigned get_sreg_lanemask_eq() { return 1u << get_sreg_laneid(); }
__device__ unsigned get_sreg_lanemask_lt() { return (1u << get_sreg_laneid()) - 1; }
__device__ unsigned get_sreg_lanemask_le() { return (2u << get_sreg_laneid()) - 1; }
__device__ unsigned get_sreg_lanemask_gt() { return ~((2u << get_sreg_laneid()) - 1); }
__device__ unsigned get_sreg_lanemask_ge() { return ~((1u << get_sreg_laneid()) - 1); }
__device__ unsigned get_sreg_clock() { return (unsigned)clock(); }
__device__ unsigned long long get_sreg_clock64() { return clock64(); }
}  // namespace ptx
}  // namespace cuda
#endif
)";

// <cuda/pipeline>: a thread's own needs to wait for nothing; of one that a block shares each stage
// is filled, and given back, by all who take part.
constexpr std::string_view pipelines =
    "#include <cuda/barrier>\n"
    R"(
#ifndef __SS_CUDA_PIPELINE
#define __SS_CUDA_PIPELINE
namespace cuda {
enum class pipeline_role { producer, consumer };
template <thread_scope Scope, unsigned Stages> struct pipeline_shared_state {
    barrier<Scope> __filled[Stages], __empty[Stages];
};
template <thread_scope Scope> struct pipeline {
    barrier<Scope> *__filled, *__empty;
    unsigned __stages, __head, __tail, __head_round, __tail_round;
    __device__ void __bind() { __ss_copies_bind(&__filled[__head]); }
    __device__ void producer_acquire() {
        if (__head_round > 0) __empty[__head].wait(__head_round - 1);
    }
    __device__ void producer_commit() {
        __filled[__head].arrive();
        if (++__head == __stages) {
            __head = 0;
            ++__head_round;
        }
    }
    __device__ void consumer_wait() { __filled[__tail].wait(__tail_round); }
    __device__ void consumer_release() {
        __empty[__tail].arrive();
        if (++__tail == __stages) {
            __tail = 0;
            ++__tail_round;
        }
    }
    __device__ void quit() {}
};
template <> struct pipeline<thread_scope_thread> {
    unsigned __head, __tail;  // stages given, and waited for
    __device__ void __bind() {}
    __device__ void producer_acquire() {}
    __device__ void producer_commit() {
        __pipeline_commit();
        ++__head;
    }
    __device__ void consumer_wait() {
        if (__head == __tail) return;
        __pipeline_wait_prior((int)(__head - __tail - 1));
        ++__tail;
    }
    __device__ void consumer_release() {}
    __device__ void quit() {}
};
__device__ pipeline<thread_scope_thread> make_pipeline() {
    pipeline<thread_scope_thread> made;
    made.__head = made.__tail = 0;
    return made;
}
template <typename Group, thread_scope Scope, unsigned Stages>
__device__ pipeline<Scope> __pipeline_of(const Group &group, pipeline_shared_state<Scope, Stages> *all,
                                         int producers, int consumers) {
    if (group.thread_rank() == 0) {
        for (int i = 0; i < Stages; ++i) {
            init(&all->__filled[i], producers);
            init(&all->__empty[i], consumers);
        }
    }
    group.sync();
    pipeline<Scope> made;
    made.__filled = all->__filled;
    made.__empty = all->__empty;
    made.__stages = Stages;
    made.__head = made.__tail = made.__head_round = made.__tail_round = 0;
    return made;
}
template <typename Group, thread_scope Scope, unsigned Stages>
__device__ pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *all) {
    return __pipeline_of(group, all, (int)group.size(), (int)group.size());
}
template <typename Group, thread_scope Scope, unsigned Stages>
__device__ pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *all,
                                         size_t producers) {
    return __pipeline_of(group, all, (int)producers, (int)(group.size() - producers));
}
template <typename Group, thread_scope Scope, unsigned Stages>
__device__ pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *all,
                                         pipeline_role role) {
    int producers = __syncthreads_count(role == pipeline_role::producer);
    return __pipeline_of(group, all, producers, (int)group.size() - producers);
}
template <unsigned N> __device__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &pipe) {
    __pipeline_wait_prior(N);
    pipe.__tail = pipe.__head - N;
}
template <typename T, typename Shape, thread_scope Scope>
__device__ void memcpy_async(T *to, const T *from, Shape bytes, pipeline<Scope> &pipe) {
    __copy((char *)to, (const char *)from, (size_t)bytes);
    pipe.__bind();
}
template <typename Group, typename T, typename Shape, thread_scope Scope>
__device__ void memcpy_async(const Group &group, T *to, const T *from, Shape bytes, pipeline<Scope> &pipe) {
    __copy_together(group, (char *)to, (const char *)from, (size_t)bytes);
    pipe.__bind();
}
}  // namespace cuda
#endif
)";

// <cuda/latch> and <cuda/semaphore>: counters that are counted down to nothing, or below which
// nobody goes.
constexpr std::string_view latches =
    "#include <cuda/atomic>\n"
    R"(
#ifndef __SS_CUDA_LATCH
#define __SS_CUDA_LATCH
namespace cuda {
template <thread_scope Scope = thread_scope_system> struct latch {
    long long __left;
    __host__ __device__ latch(long long expected) : __left(expected) {}
    __host__ __device__ void count_down(long long by = 1) {
        __atomic_access<long long, Scope>::add((unsigned long long *)&__left, -by, memory_order_release);
    }
    __host__ __device__ bool try_wait() const {
        return __atomic_access<long long, Scope>::load(&__left, memory_order_acquire) == 0;
    }
    __host__ __device__ void wait() const {
        while (__atomic_access<long long, Scope>::load(&__left, memory_order_relaxed) != 0) {}
        atomic_thread_fence(memory_order_acquire, Scope);
    }
    __host__ __device__ void arrive_and_wait(long long by = 1) {
        count_down(by);
        wait();
    }
    __host__ __device__ static long long max() { return 0x7fffffffffffffffll; }
};
}  // namespace cuda
#endif
)";
constexpr std::string_view semaphores =
    "#include <cuda/atomic>\n"
    R"(
#ifndef __SS_CUDA_SEMAPHORE
#define __SS_CUDA_SEMAPHORE
namespace cuda {
template <thread_scope Scope = thread_scope_system, long long Most = 0x7fffffffffffffffll> struct counting_semaphore {
    long long __left;
    __host__ __device__ counting_semaphore(long long count = 0) : __left(count) {}
    __host__ __device__ void release(long long by = 1) {
        __atomic_access<long long, Scope>::add((unsigned long long *)&__left, by, memory_order_release);
    }
    __host__ __device__ bool try_acquire() {
        long long seen = __atomic_access<long long, Scope>::load(&__left, memory_order_acquire);
        while (seen > 0)
            if (__atomic_access<long long, Scope>::compare_exchange(
                    (unsigned long long *)&__left, seen, seen - 1, memory_order_acquire, memory_order_relaxed))
                return true;
        return false;
    }
    __host__ __device__ void acquire() {
        while (!try_acquire()) {}
    }
    template <typename D> __host__ __device__ bool try_acquire_for(const D &time) { return try_acquire(); }
    template <typename P> __host__ __device__ bool try_acquire_until(const P &then) { return try_acquire(); }
    __host__ __device__ static long long max() { return Most; }
};
template <thread_scope Scope = thread_scope_system> using binary_semaphore = counting_semaphore<Scope, 1>;
template <long long Most = 0x7fffffffffffffffll>
using __std_counting_semaphore = counting_semaphore<thread_scope_system, Most>;
}  // namespace cuda
#endif
)";

// <cuda/cmath>
constexpr std::string_view quotients = R"(
#ifndef __SS_CUDA_CMATH
#define __SS_CUDA_CMATH
namespace cuda {
template <typename T, typename U> __host__ __device__ T ceil_div(T a, U b) {
    return (T)(a / b + (a % b != 0 ? 1 : 0));
}
template <typename T, typename U> __host__ __device__ T round_up(T a, U b) {
    return (T)(ceil_div(a, b) * b);
}
template <typename T, typename U> __host__ __device__ T round_down(T a, U b) {
    return (T)(a / b * b);
}
}  // namespace cuda
#endif
)";

}  // namespace

std::span<const LibraryPart> group_headers() {
    static constexpr LibraryPart headers[] = {
        {"__ss_shuffles", shuffles},
        {"cooperative_groups.h", groups},
        {"cooperative_groups/reduce.h", groups},
        {"cooperative_groups/scan.h", groups},
        {"cooperative_groups/memcpy_async.h", groups},
        {"cuda/pipeline", pipelines},
        {"cuda/barrier", barriers},
        {"cuda/__scopes", cuda_scopes},
        {"cuda/atomic", atomics},
        {"cuda/std/atomic", atomics},
        {"cuda/std/barrier", barriers},
        {"cuda/latch", latches},
        {"cuda/std/latch", latches},
        {"cuda/semaphore", semaphores},
        {"cuda/std/semaphore", semaphores},
        {"cuda/ptx", instructions},
        {"cuda/cmath", quotients},
    };
    return headers;
}

}  // namespace stridescope::language
