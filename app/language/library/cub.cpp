// <cub/…>: what a warp, a block and the device do together, by texts of our own of the same names
// and results. A warp adds by shuffles, a block by its warps' sums, one after the other. What works
// on the whole device runs on the host.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view cub = R"(
#ifndef __SS_CUB
#define __SS_CUB
#include <limits>
#include <thrust/sort.h>
#include <__ss_shuffles>
namespace cub {

#define __SS_OPERATOR(NAME, VALUE)                                                        \
    struct NAME {                                                                         \
        template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { \
            return VALUE;                                                                 \
        }                                                                                 \
    };
__SS_OPERATOR(Sum, a + b) __SS_OPERATOR(Difference, a - b)
__SS_OPERATOR(Max, a < b ? b : a) __SS_OPERATOR(Min, b < a ? b : a)
#undef __SS_OPERATOR

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

__device__ int __thread_number() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// The lanes of a warp, or of the part of one, that work together: others may be elsewhere.
template <int LANES> __device__ unsigned __lanes_of_part() {
    if constexpr (LANES >= 32) return 0xffffffffu;
    else return ((1u << LANES) - 1u) << (__thread_number() % 32 / LANES * LANES);
}

template <typename T, int LANES = 32> struct WarpReduce {
    struct TempStorage { char nothing; };
    __device__ WarpReduce(TempStorage &temp) {}
    // The first lane has it.
    template <typename F> __device__ T Reduce(T input, F op, int valid) {
        int lane = __thread_number() % LANES;
        for (int by = 1; by < LANES; by *= 2) {
            T other = __shfl_parts_down(__lanes_of_part<LANES>(), input, by, LANES);
            if (lane + by < valid) input = op(input, other);
        }
        return input;
    }
    template <typename F> __device__ T Reduce(T input, F op) { return Reduce(input, op, LANES); }
    __device__ T Sum(T input) { return Reduce(input, cub::Sum(), LANES); }
    __device__ T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
    __device__ T Max(T input) { return Reduce(input, cub::Max(), LANES); }
    __device__ T Max(T input, int valid) { return Reduce(input, cub::Max(), valid); }
    __device__ T Min(T input) { return Reduce(input, cub::Min(), LANES); }
    __device__ T Min(T input, int valid) { return Reduce(input, cub::Min(), valid); }
    // The first lane of each segment has what it comes to, the others what follows them there;
    // `ends` are the segments' last lanes.
    template <typename F> __device__ T __segments(T input, unsigned ends, F op) {
        int lane = __thread_number() % LANES, first = __thread_number() % 32 / LANES * LANES;
        ends = (ends >> first | 1u << (LANES - 1)) & ~((1u << lane) - 1u);
        int last = __ffs(ends) - 1;
        for (int by = 1; by < LANES; by *= 2) {
            T other = __shfl_parts_down(__lanes_of_part<LANES>(), input, by, LANES);
            if (lane + by <= last) input = op(input, other);
        }
        return input;
    }
    template <typename Flag, typename F> __device__ T HeadSegmentedReduce(T input, Flag head, F op) {
        return __segments(input, __ballot_sync(__lanes_of_part<LANES>(), (int)head) >> 1, op);
    }
    template <typename Flag, typename F> __device__ T TailSegmentedReduce(T input, Flag tail, F op) {
        return __segments(input, __ballot_sync(__lanes_of_part<LANES>(), (int)tail), op);
    }
    template <typename Flag> __device__ T HeadSegmentedSum(T input, Flag head) {
        return HeadSegmentedReduce(input, head, cub::Sum());
    }
    template <typename Flag> __device__ T TailSegmentedSum(T input, Flag tail) {
        return TailSegmentedReduce(input, tail, cub::Sum());
    }
};

template <typename T, int LANES = 32> struct WarpScan {
    struct TempStorage { char nothing; };
    __device__ WarpScan(TempStorage &temp) {}
    template <typename F> __device__ void InclusiveScan(T input, T &output, F op) {
        int lane = __thread_number() % LANES;
        for (int by = 1; by < LANES; by *= 2) {
            T before = __shfl_parts_up(__lanes_of_part<LANES>(), input, by, LANES);
            if (lane >= by) input = op(before, input);
        }
        output = input;
    }
    template <typename F> __device__ void InclusiveScan(T input, T &output, F op, T &all) {
        InclusiveScan(input, output, op);
        all = Broadcast(output, LANES - 1);
    }
    // With a start before the first lane.
    template <typename F> __device__ void __exclusive(T with, T &output, T start, F op) {
        T before = __shfl_parts_up(__lanes_of_part<LANES>(), with, 1, LANES);
        output = __thread_number() % LANES == 0 ? start : op(start, before);
    }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, T start, F op) {
        T with;
        InclusiveScan(input, with, op);
        __exclusive(with, output, start, op);
    }
    // What all come to is without the start.
    template <typename F> __device__ void ExclusiveScan(T input, T &output, T start, F op, T &all) {
        T with;
        InclusiveScan(input, with, op, all);
        __exclusive(with, output, start, op);
    }
    template <typename F> __device__ void Scan(T input, T &inclusive, T &exclusive, T start, F op) {
        T with;
        InclusiveScan(input, with, op);
        __exclusive(with, exclusive, start, op);
        inclusive = op(start, with);
    }
    __device__ T Broadcast(T input, unsigned lane) {
        return __shfl_parts(__lanes_of_part<LANES>(), input, lane, LANES);
    }
    __device__ void InclusiveSum(T input, T &output) { InclusiveScan(input, output, cub::Sum()); }
    __device__ void InclusiveSum(T input, T &output, T &all) { InclusiveScan(input, output, cub::Sum(), all); }
    __device__ void ExclusiveSum(T input, T &output) { ExclusiveScan(input, output, T(0), cub::Sum()); }
    __device__ void ExclusiveSum(T input, T &output, T &all) {
        T with;
        InclusiveScan(input, with, cub::Sum(), all);
        T before = __shfl_parts_up(__lanes_of_part<LANES>(), with, 1, LANES);
        output = __thread_number() % LANES == 0 ? T(0) : before;
    }
};

template <typename T, int X, int ALGORITHM = 2, int Y = 1, int Z = 1> struct BlockReduce {
    struct TempStorage { T sums[(X * Y * Z + 31) / 32]; };
    TempStorage *temp;
    __device__ BlockReduce(TempStorage &storage) { temp = &storage; }
    // Thread 0 has it.
    template <typename F> __device__ T Reduce(T input, F op, int valid) {
        int thread = __thread_number(), warp = thread / 32, lane = thread % 32;
        int mine = valid - warp * 32, there = X * Y * Z - warp * 32;
        unsigned lanes = there >= 32 ? 0xffffffffu : (1u << there) - 1u;
        for (int by = 1; by < 32; by *= 2) {
            T other = __shfl_parts_down(lanes, input, by, 32);
            if (lane + by < 32 && lane + by < mine) input = op(input, other);
        }
        if (lane == 0) temp->sums[warp] = input;
        __syncthreads();
        if (thread == 0) {
            for (int w = 1; w * 32 < valid; ++w) input = op(input, temp->sums[w]);
        }
        return input;
    }
    template <typename F> __device__ T Reduce(T input, F op) { return Reduce(input, op, X * Y * Z); }
    template <int N, typename F> __device__ T Reduce(T (&items)[N], F op) {
        T sum = items[0];
        for (int i = 1; i < N; ++i) sum = op(sum, items[i]);
        return Reduce(sum, op, X * Y * Z);
    }
    __device__ T Sum(T input) { return Reduce(input, cub::Sum(), X * Y * Z); }
    __device__ T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
    template <int N> __device__ T Sum(T (&items)[N]) { return Reduce(items, cub::Sum()); }
};

template <typename T, int X, int ALGORITHM = 0, int Y = 1, int Z = 1> struct BlockScan {
    struct TempStorage { T sums[(X * Y * Z + 31) / 32]; };
    TempStorage *temp;
    __device__ BlockScan(TempStorage &storage) { temp = &storage; }
    // With this thread's, of the warp; all before the warp, if there are any; and of the block.
    template <typename F> __device__ T __warp(T input, F op, T &before, T &all) {
        int thread = __thread_number(), warp = thread / 32, lane = thread % 32;
        int there = X * Y * Z - warp * 32;
        unsigned lanes = there >= 32 ? 0xffffffffu : (1u << there) - 1u;
        for (int by = 1; by < 32; by *= 2) {
            T other = __shfl_parts_up(lanes, input, by, 32);
            if (lane >= by) input = op(other, input);
        }
        if (lane == 31 || thread == X * Y * Z - 1) temp->sums[warp] = input;
        __syncthreads();
        all = temp->sums[0];
        for (int w = 1; w < (X * Y * Z + 31) / 32; ++w) {
            if (w == warp) before = all;
            all = op(all, temp->sums[w]);
        }
        return input;
    }
    template <typename F> __device__ void InclusiveScan(T input, T &output, F op, T &all) {
        T before;
        T with = __warp(input, op, before, all);
        output = __thread_number() < 32 ? with : op(before, with);
    }
    template <typename F> __device__ void InclusiveScan(T input, T &output, F op) {
        T all;
        InclusiveScan(input, output, op, all);
    }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, T start, F op, T &all) {
        T before, all_before;
        int thread = __thread_number(), there = X * Y * Z - thread / 32 * 32;
        T with = __warp(input, op, before, all);
        T last = __shfl_parts_up(there >= 32 ? 0xffffffffu : (1u << there) - 1u, with, 1, 32);
        output = start;
        if (thread >= 32) output = op(output, before);
        if (thread % 32 > 0) output = op(output, last);
    }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, T start, F op) {
        T all;
        ExclusiveScan(input, output, start, op, all);
    }
    // Without a start the first thread gets nothing.
    template <typename F> __device__ void ExclusiveScan(T input, T &output, F op, T &all) {
        T before;
        int thread = __thread_number(), there = X * Y * Z - thread / 32 * 32;
        T with = __warp(input, op, before, all);
        T last = __shfl_parts_up(there >= 32 ? 0xffffffffu : (1u << there) - 1u, with, 1, 32);
        if (thread % 32 > 0) output = thread < 32 ? last : op(before, last);
        else if (thread > 0) output = before;
    }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, F op) {
        T all;
        ExclusiveScan(input, output, op, all);
    }
    __device__ void InclusiveSum(T input, T &output) { InclusiveScan(input, output, cub::Sum()); }
    __device__ void InclusiveSum(T input, T &output, T &all) { InclusiveScan(input, output, cub::Sum(), all); }
    __device__ void ExclusiveSum(T input, T &output) { ExclusiveScan(input, output, T(0), cub::Sum()); }
    __device__ void ExclusiveSum(T input, T &output, T &all) { ExclusiveScan(input, output, T(0), cub::Sum(), all); }
    // What stands before the block: the first warp asks for it, and its first lane's is taken.
    template <typename P> __device__ T __prefix(P &callback, T all) {
        T asked = all;
        if (__thread_number() < 32) asked = callback(all);
        __syncthreads();
        if (__thread_number() == 0) temp->sums[0] = asked;
        __syncthreads();
        return temp->sums[0];
    }
    template <typename F, typename P> __device__ void ExclusiveScan(T input, T &output, F op, P &callback) {
        T all;
        ExclusiveScan(input, output, op, all);
        T prefix = __prefix(callback, all);
        output = __thread_number() == 0 ? prefix : op(prefix, output);
    }
    template <typename F, typename P> __device__ void InclusiveScan(T input, T &output, F op, P &callback) {
        T all, own;
        InclusiveScan(input, own, op, all);
        output = op(__prefix(callback, all), own);
    }
    template <typename P> __device__ void ExclusiveSum(T input, T &output, P &callback) {
        T all, own;
        ExclusiveScan(input, own, T(0), cub::Sum(), all);
        output = __prefix(callback, all) + own;
    }
    template <typename P> __device__ void InclusiveSum(T input, T &output, P &callback) {
        T all, own;
        InclusiveScan(input, own, cub::Sum(), all);
        output = __prefix(callback, all) + own;
    }
    template <int N, typename P> __device__ void ExclusiveSum(T (&input)[N], T (&output)[N], P &callback) {
        T all;
        ExclusiveScan(input, output, T(0), cub::Sum(), all);
        T prefix = __prefix(callback, all);
        for (int i = 0; i < N; ++i) output[i] = prefix + output[i];
    }
    template <int N, typename P> __device__ void InclusiveSum(T (&input)[N], T (&output)[N], P &callback) {
        T all;
        InclusiveScan(input, output, cub::Sum(), all);
        T prefix = __prefix(callback, all);
        for (int i = 0; i < N; ++i) output[i] = prefix + output[i];
    }
    // Of several elements for each thread: those of a thread stand side by side.
    template <int N, typename F> __device__ void InclusiveScan(T (&input)[N], T (&output)[N], F op, T &all) {
        T sum = input[0];
        for (int i = 1; i < N; ++i) sum = op(sum, input[i]);
        T with, before;
        with = __warp(sum, op, before, all);
        int thread = __thread_number(), there = X * Y * Z - thread / 32 * 32;
        T last = __shfl_parts_up(there >= 32 ? 0xffffffffu : (1u << there) - 1u, with, 1, 32);
        if (thread % 32 > 0 && thread >= 32) last = op(before, last);
        if (thread % 32 == 0) last = before;
        output[0] = thread == 0 ? input[0] : op(last, input[0]);
        for (int i = 1; i < N; ++i) output[i] = op(output[i - 1], input[i]);
    }
    template <int N, typename F> __device__ void InclusiveScan(T (&input)[N], T (&output)[N], F op) {
        T all;
        InclusiveScan(input, output, op, all);
    }
    template <int N, typename F> __device__ void ExclusiveScan(T (&input)[N], T (&output)[N], T start, F op, T &all) {
        T sum = input[0];
        for (int i = 1; i < N; ++i) sum = op(sum, input[i]);
        T first;
        ExclusiveScan(sum, first, start, op, all);
        for (int i = 0; i < N; ++i) {
            T item = input[i];
            output[i] = first;
            first = op(first, item);
        }
    }
    template <int N, typename F> __device__ void ExclusiveScan(T (&input)[N], T (&output)[N], T start, F op) {
        T all;
        ExclusiveScan(input, output, start, op, all);
    }
    template <int N> __device__ void InclusiveSum(T (&input)[N], T (&output)[N]) { InclusiveScan(input, output, cub::Sum()); }
    template <int N> __device__ void InclusiveSum(T (&input)[N], T (&output)[N], T &all) { InclusiveScan(input, output, cub::Sum(), all); }
    template <int N> __device__ void ExclusiveSum(T (&input)[N], T (&output)[N]) { ExclusiveScan(input, output, T(0), cub::Sum()); }
    template <int N> __device__ void ExclusiveSum(T (&input)[N], T (&output)[N], T &all) { ExclusiveScan(input, output, T(0), cub::Sum(), all); }
};

template <typename T, int X, int N = 1, int ALGORITHM = 0, int Y = 1, int Z = 1> struct BlockLoad {
    static const int threads = X * Y * Z;
    struct TempStorage { T items[ALGORITHM >= BLOCK_LOAD_TRANSPOSE ? X * Y * Z * N : 1]; };
    TempStorage *temp;
    __device__ BlockLoad(TempStorage &storage) { temp = &storage; }
    __device__ void Load(const T *from, T (&items)[N], int valid) {
        int thread = __thread_number();
        bool striped = ALGORITHM == BLOCK_LOAD_STRIPED || ALGORITHM >= BLOCK_LOAD_TRANSPOSE;
        for (int i = 0; i < N; ++i) {
            int at = striped ? i * threads + thread : thread * N + i;
            if (at < valid) items[i] = from[at];
        }
        if (ALGORITHM < BLOCK_LOAD_TRANSPOSE) return;
        for (int i = 0; i < N; ++i) {
            if (i * threads + thread < valid) temp->items[i * threads + thread] = items[i];
        }
        __syncthreads();
        for (int i = 0; i < N; ++i) {
            if (thread * N + i < valid) items[i] = temp->items[thread * N + i];
        }
    }
    __device__ void Load(const T *from, T (&items)[N], int valid, T other) {
        for (int i = 0; i < N; ++i) items[i] = other;
        Load(from, items, valid);
        bool striped = ALGORITHM == BLOCK_LOAD_STRIPED;
        for (int i = 0; i < N; ++i) {
            if ((striped ? i * threads + __thread_number() : __thread_number() * N + i) >= valid) items[i] = other;
        }
    }
    __device__ void Load(const T *from, T (&items)[N]) { Load(from, items, threads * N); }
};

template <typename T, int X, int N = 1, int ALGORITHM = 0, int Y = 1, int Z = 1> struct BlockStore {
    static const int threads = X * Y * Z;
    struct TempStorage { T items[ALGORITHM >= BLOCK_STORE_TRANSPOSE ? X * Y * Z * N : 1]; };
    TempStorage *temp;
    __device__ BlockStore(TempStorage &storage) { temp = &storage; }
    __device__ void Store(T *to, T (&items)[N], int valid) {
        int thread = __thread_number();
        bool exchange = ALGORITHM >= BLOCK_STORE_TRANSPOSE;
        if (exchange) {
            for (int i = 0; i < N; ++i) temp->items[thread * N + i] = items[i];
            __syncthreads();
            for (int i = 0; i < N; ++i) items[i] = temp->items[i * threads + thread];
        }
        bool striped = ALGORITHM == BLOCK_STORE_STRIPED || exchange;
        for (int i = 0; i < N; ++i) {
            int at = striped ? i * threads + thread : thread * N + i;
            if (at < valid) to[at] = items[i];
        }
    }
    __device__ void Store(T *to, T (&items)[N]) { Store(to, items, threads * N); }
};

// The order of whole numbers is that of their bits, but for the sign.
__device__ unsigned long long __digits(int v) { return (unsigned)v ^ 0x80000000u; }
__device__ unsigned long long __digits(unsigned v) { return v; }
__device__ unsigned long long __digits(unsigned char v) { return v; }
__device__ unsigned long long __digits(unsigned short v) { return v; }
__device__ unsigned long long __digits(unsigned long long v) { return v; }
__device__ unsigned long long __digits(long long v) { return (unsigned long long)v ^ 0x8000000000000000ull; }
__device__ unsigned long long __digits(float v) {
    unsigned bits = __float_as_uint(v);
    return (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
}
struct NullType {};
template <typename Key, int X, int N, typename Value = NullType> struct BlockRadixSort {
    static const int threads = X;
    struct TempStorage {
        Key keys[X * N];
        Value values[X * N];
        int counts[(X + 31) / 32];
    };
    TempStorage *temp;
    __device__ BlockRadixSort(TempStorage &storage) { temp = &storage; }
    // By one bit after the other: those without it first, all in their order.
    __device__ void __sort(Key (&keys)[N], Value (&values)[N], bool descending, int begin, int end, bool striped) {
        int thread = threadIdx.x, warp = thread / 32;
        unsigned lanes = X - warp * 32 >= 32 ? 0xffffffffu : (1u << (X - warp * 32)) - 1u;
        for (int bit = begin; bit < end; ++bit) {
            int mine = 0, all = 0;
            for (int i = 0; i < N; ++i) mine += ((__digits(keys[i]) >> bit & 1) != 0) == descending;
            int with = mine;
            for (int by = 1; by < 32; by *= 2) {
                int other = __shfl_up_sync(lanes, with, by);
                if (thread % 32 >= by) with += other;
            }
            if (thread % 32 == 31 || thread == X - 1) temp->counts[warp] = with;
            __syncthreads();
            int first = with - mine;
            for (int w = 0; w < (X + 31) / 32; ++w) {
                if (w < warp) first += temp->counts[w];
                all += temp->counts[w];
            }
            int later = all + thread * N - first;
            for (int i = 0; i < N; ++i) {
                bool is_first = ((__digits(keys[i]) >> bit & 1) != 0) == descending;
                int to = is_first ? first : later;
                if (is_first) ++first;
                else ++later;
                temp->keys[to] = keys[i];
                temp->values[to] = values[i];
            }
            __syncthreads();
            bool stripe = striped && bit == end - 1;
            for (int i = 0; i < N; ++i) {
                int from = stripe ? i * X + thread : thread * N + i;
                keys[i] = temp->keys[from];
                values[i] = temp->values[from];
            }
            __syncthreads();
        }
    }
#define __SS_SORT(NAME, DESCENDING, STRIPED)                                                     \
    __device__ void NAME(Key (&keys)[N], int begin = 0, int end = sizeof(Key) * 8) {             \
        Value none[N];                                                                           \
        __sort(keys, none, DESCENDING, begin, end, STRIPED);                                     \
    }                                                                                            \
    __device__ void NAME(Key (&keys)[N], Value (&values)[N], int begin = 0, int end = sizeof(Key) * 8) { \
        __sort(keys, values, DESCENDING, begin, end, STRIPED);                                   \
    }
    __SS_SORT(Sort, false, false) __SS_SORT(SortDescending, true, false)
    __SS_SORT(SortBlockedToStriped, false, true) __SS_SORT(SortDescendingBlockedToStriped, true, true)
#undef __SS_SORT
};

// On the whole device: first asked how much memory it wants, then called again with that.
#define __SS_DEVICE(WORK)                 \
    if (temp == nullptr) {                \
        bytes = 1;                        \
        return cudaSuccess;               \
    }                                     \
    WORK;                                 \
    return cudaSuccess;
template <typename T> void __put(T *to, T value) { cudaMemcpy(to, &value, sizeof(T), cudaMemcpyDefault); }
template <typename I, typename T, typename F> void __reduced(I in, T *out, size_t n, F op, T start) {
    __put(out, (T)thrust::reduce(in, in + n, start, op));
}
template <typename I, typename T> void __extreme(I in, T *out, size_t n, bool most) {
    auto a = thrust::__taken(in, n);
    T best = a[0];
    for (size_t i = 1; i < n; ++i) {
        if (most ? best < a[i] : a[i] < best) best = a[i];
    }
    free(a);
    __put(out, best);
}
struct DeviceReduce {
    template <typename I, typename T, typename F>
    static cudaError_t Reduce(void *temp, size_t &bytes, I in, T *out, int n, F op, T start, cudaStream_t s = 0) {
        __SS_DEVICE(__reduced(in, out, n, op, start))
    }
    template <typename I, typename T>
    static cudaError_t Sum(void *temp, size_t &bytes, I in, T *out, int n, cudaStream_t s = 0) {
        __SS_DEVICE(__reduced(in, out, n, cub::Sum(), T(0)))
    }
    template <typename I, typename T>
    static cudaError_t Max(void *temp, size_t &bytes, I in, T *out, int n, cudaStream_t s = 0) {
        __SS_DEVICE(__extreme(in, out, n, true))
    }
    template <typename I, typename T>
    static cudaError_t Min(void *temp, size_t &bytes, I in, T *out, int n, cudaStream_t s = 0) {
        __SS_DEVICE(__extreme(in, out, n, false))
    }
};
struct DeviceScan {
    template <typename I, typename O>
    static cudaError_t InclusiveSum(void *temp, size_t &bytes, I in, O out, int n, cudaStream_t s = 0) {
        __SS_DEVICE(thrust::inclusive_scan(in, in + n, out))
    }
    template <typename I, typename O>
    static cudaError_t ExclusiveSum(void *temp, size_t &bytes, I in, O out, int n, cudaStream_t s = 0) {
        __SS_DEVICE(thrust::exclusive_scan(in, in + n, out))
    }
    template <typename I, typename O, typename F>
    static cudaError_t InclusiveScan(void *temp, size_t &bytes, I in, O out, F op, int n, cudaStream_t s = 0) {
        __SS_DEVICE(thrust::inclusive_scan(in, in + n, out, op))
    }
    template <typename I, typename O, typename F, typename T>
    static cudaError_t ExclusiveScan(void *temp, size_t &bytes, I in, O out, F op, T start, int n, cudaStream_t s = 0) {
        __SS_DEVICE(thrust::exclusive_scan(in, in + n, out, start, op))
    }
};
template <typename K, typename F>
void __sorted_keys(const K *in, K *out, size_t n, F less) {
    thrust::copy(in, in + n, out);
    thrust::sort(out, out + n, less);
}
template <typename K, typename V, typename F>
void __sorted_pairs(const K *in, K *out, const V *values, V *to, size_t n, F less) {
    thrust::copy(in, in + n, out);
    thrust::copy(values, values + n, to);
    thrust::sort_by_key(out, out + n, to, less);
}
// Of whole numbers some of their bits alone may be asked for.
template <typename K> struct __by_bits {
    int begin, end;
    bool down;
    unsigned long long of(K key) const {
        unsigned long long sign = 1ull << (8 * sizeof(K) - 1), bits = (unsigned long long)key & (sign | (sign - 1));
        if (std::is_signed<K>::value) bits ^= sign;
        bits >>= begin;
        return end - begin >= 64 ? bits : bits & ((1ull << (end - begin)) - 1);
    }
    bool operator()(const K &a, const K &b) const { return down ? of(a) > of(b) : of(a) < of(b); }
};
template <typename K, typename V>
void __radix(const K *in, K *out, const V *values, V *to, size_t n, int begin, int end, bool down) {
    bool whole = begin == 0 && end == 8 * (int)sizeof(K);
    if constexpr (std::is_integral<K>::value) {
        if (!whole) {
            __by_bits<K> less = {begin, end, down};
            if constexpr (std::is_same<V, NullType>::value) {
                __sorted_keys(in, out, n, less);
            } else {
                __sorted_pairs(in, out, values, to, n, less);
            }
            return;
        }
    }
    if (!whole) {
        printf("cub: some bits of keys that are no whole numbers are not sorted by here\n");
        abort();
    }
    if constexpr (std::is_same<V, NullType>::value) {
        if (down) __sorted_keys(in, out, n, thrust::greater<K>());
        else __sorted_keys(in, out, n, thrust::less<K>());
    } else {
        if (down) __sorted_pairs(in, out, values, to, n, thrust::greater<K>());
        else __sorted_pairs(in, out, values, to, n, thrust::less<K>());
    }
}
template <typename T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector;
    __host__ __device__ DoubleBuffer() {
        d_buffers[0] = d_buffers[1] = nullptr;
        selector = 0;
    }
    __host__ __device__ DoubleBuffer(T *current, T *alternate) {
        d_buffers[0] = current;
        d_buffers[1] = alternate;
        selector = 0;
    }
    __host__ __device__ T *Current() const { return d_buffers[selector]; }
    __host__ __device__ T *Alternate() const { return d_buffers[selector ^ 1]; }
};
// What is given back is not kept for later.
struct CachingDeviceAllocator {
    CachingDeviceAllocator(bool skips = false, bool tells = false) {}
    CachingDeviceAllocator(unsigned growth, unsigned least, unsigned most, size_t bytes, bool skips = false, bool tells = false) {}
    cudaError_t DeviceAllocate(void **to, size_t bytes, cudaStream_t s = 0) { return cudaMalloc(to, bytes); }
    cudaError_t DeviceAllocate(int device, void **to, size_t bytes, cudaStream_t s = 0) { return cudaMalloc(to, bytes); }
    cudaError_t DeviceFree(void *at) { return cudaFree(at); }
    cudaError_t DeviceFree(int device, void *at) { return cudaFree(at); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
};
struct DeviceRadixSort {
#define __SS_RADIX(NAME, DOWN)                                                                                          \
    template <typename K>                                                                                               \
    static cudaError_t SortKeys##NAME(void *temp, size_t &bytes, const K *in, K *out, int n, int begin = 0,             \
                                      int end = 8 * sizeof(K), cudaStream_t s = 0) {                                    \
        NullType *none = nullptr;                                                                                       \
        __SS_DEVICE(__radix(in, out, none, none, n, begin, end, DOWN))                                                  \
    }                                                                                                                   \
    template <typename K>                                                                                               \
    static cudaError_t SortKeys##NAME(void *temp, size_t &bytes, DoubleBuffer<K> &keys, int n, int begin = 0,           \
                                      int end = 8 * sizeof(K), cudaStream_t s = 0) {                                    \
        NullType *none = nullptr;                                                                                       \
        __SS_DEVICE(__radix(keys.Current(), keys.Alternate(), none, none, n, begin, end, DOWN); keys.selector ^= 1)     \
    }                                                                                                                   \
    template <typename K, typename V>                                                                                   \
    static cudaError_t SortPairs##NAME(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *to, int n,   \
                                       int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) {                    \
        __SS_DEVICE(__radix(in, out, values, to, n, begin, end, DOWN))                                                  \
    }                                                                                                                   \
    template <typename K, typename V>                                                                                   \
    static cudaError_t SortPairs##NAME(void *temp, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values,       \
                                       int n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) {             \
        __SS_DEVICE(__radix(keys.Current(), keys.Alternate(), values.Current(), values.Alternate(), n, begin, end, DOWN); \
                    keys.selector ^= 1; values.selector ^= 1)                                                           \
    }
    __SS_RADIX(, false) __SS_RADIX(Descending, true)
#undef __SS_RADIX
};
#undef __SS_DEVICE

}  // namespace cub
)";

}  // namespace

std::string_view cub_header() {
    static const std::string whole = std::string{cub} + cub_blocks();
    return whole;
}

}  // namespace stridescope::language
