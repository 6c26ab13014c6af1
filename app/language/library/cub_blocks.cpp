// <cub/…>: blocks that exchange, compare, count and merge what their threads hold, and what
// selects, counts and adds up on the whole device. Texts of our own of the same names and results.
#include <string>
#include <string_view>

#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view blocks = R"(
namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

struct Equality {
    template <typename T, typename U> __host__ __device__ bool operator()(const T &a, const U &b) const { return a == b; }
};
struct Inequality {
    template <typename T, typename U> __host__ __device__ bool operator()(const T &a, const U &b) const { return a != b; }
};

// Each element adds one to its bin, by an atomic. What the bins are added to stands in them before.
template <typename T, int X, int N, int BINS, int ALGORITHM = 0, int Y = 1, int Z = 1> struct BlockHistogram {
    struct TempStorage { char nothing; };
    __device__ BlockHistogram() {}
    __device__ BlockHistogram(TempStorage &temp) {}
    template <typename C> __device__ void InitHistogram(C (&bins)[BINS]) {
        for (int bin = __thread_number(); bin < BINS; bin += X * Y * Z) bins[bin] = 0;
    }
    template <typename C> __device__ void Composite(T (&items)[N], C (&bins)[BINS]) {
        for (int i = 0; i < N; ++i) atomicAdd(&bins[items[i]], (C)1);
    }
    template <typename C> __device__ void Histogram(T (&items)[N], C (&bins)[BINS]) {
        InitHistogram(bins);
        __syncthreads();
        Composite(items, bins);
    }
};

// One element of each thread, in the order of the threads.
template <typename T, int X, int Y = 1, int Z = 1> struct BlockShuffle {
    static const int threads = X * Y * Z;
    struct TempStorage { T items[X * Y * Z]; };
    TempStorage *temp;
    __device__ BlockShuffle(TempStorage &storage) { temp = &storage; }
    __device__ void __show(T item) {
        temp->items[__thread_number()] = item;
        __syncthreads();
    }
    // Who has nobody so far off keeps what it has.
    __device__ void Offset(T input, T &output, int distance = 1) {
        __show(input);
        int from = __thread_number() + distance;
        if (0 <= from && from < threads) output = temp->items[from];
    }
    __device__ void Rotate(T input, T &output, unsigned distance = 1) {
        __show(input);
        output = temp->items[(__thread_number() + distance) % threads];
    }
    template <int N> __device__ void Up(T (&input)[N], T (&before)[N]) {
        __show(input[N - 1]);
        for (int i = N - 1; i > 0; --i) before[i] = input[i - 1];
        if (__thread_number() > 0) before[0] = temp->items[__thread_number() - 1];
    }
    template <int N> __device__ void Up(T (&input)[N], T (&before)[N], T &last) {
        Up(input, before);
        last = temp->items[threads - 1];
    }
    template <int N> __device__ void Down(T (&input)[N], T (&behind)[N]) {
        __show(input[0]);
        for (int i = 0; i < N - 1; ++i) behind[i] = input[i + 1];
        if (__thread_number() < threads - 1) behind[N - 1] = temp->items[__thread_number() + 1];
    }
    template <int N> __device__ void Down(T (&input)[N], T (&behind)[N], T &first) {
        Down(input, behind);
        first = temp->items[0];
    }
};

// Where a run of equal elements begins, and where it ends.
template <typename T, int X, int Y = 1, int Z = 1> struct BlockDiscontinuity {
    static const int threads = X * Y * Z;
    struct TempStorage { T first[X * Y * Z], last[X * Y * Z]; };
    TempStorage *temp;
    __device__ BlockDiscontinuity(TempStorage &storage) { temp = &storage; }
    template <int N> __device__ void __show(T (&input)[N]) {
        temp->first[__thread_number()] = input[0];
        temp->last[__thread_number()] = input[N - 1];
        __syncthreads();
    }
    template <int N, typename B, typename F> __device__ void __heads(B (&flags)[N], T (&input)[N], F differ, bool first) {
        int thread = __thread_number();
        flags[0] = thread == 0 ? (B)first : (B)differ(temp->last[thread - 1], input[0]);
        for (int i = 1; i < N; ++i) flags[i] = (B)differ(input[i - 1], input[i]);
    }
    template <int N, typename B, typename F> __device__ void __tails(B (&flags)[N], T (&input)[N], F differ, bool last) {
        int thread = __thread_number();
        for (int i = 0; i + 1 < N; ++i) flags[i] = (B)differ(input[i], input[i + 1]);
        flags[N - 1] = thread == threads - 1 ? (B)last : (B)differ(input[N - 1], temp->first[thread + 1]);
    }
    template <int N, typename B, typename F> __device__ void FlagHeads(B (&heads)[N], T (&input)[N], F differ) {
        __show(input);
        __heads(heads, input, differ, true);
    }
    template <int N, typename B, typename F> __device__ void FlagHeads(B (&heads)[N], T (&input)[N], F differ, T before) {
        __show(input);
        __heads(heads, input, differ, differ(before, input[0]));
    }
    template <int N, typename B, typename F> __device__ void FlagTails(B (&tails)[N], T (&input)[N], F differ) {
        __show(input);
        __tails(tails, input, differ, true);
    }
    template <int N, typename B, typename F> __device__ void FlagTails(B (&tails)[N], T (&input)[N], F differ, T behind) {
        __show(input);
        __tails(tails, input, differ, differ(input[N - 1], behind));
    }
    template <int N, typename B, typename F>
    __device__ void FlagHeadsAndTails(B (&heads)[N], B (&tails)[N], T (&input)[N], F differ) {
        __show(input);
        __heads(heads, input, differ, true);
        __tails(tails, input, differ, true);
    }
};

// What each element differs by from its neighbour. The one without keeps its value.
template <typename T, int X, int Y = 1, int Z = 1> struct BlockAdjacentDifference {
    static const int threads = X * Y * Z;
    struct TempStorage { T items[X * Y * Z]; };
    TempStorage *temp;
    __device__ BlockAdjacentDifference(TempStorage &storage) { temp = &storage; }
    template <int N, typename O, typename F>
    __device__ void __left(T (&input)[N], O (&output)[N], F difference, int valid, bool has_before, T before) {
        int thread = __thread_number();
        temp->items[thread] = input[N - 1];
        __syncthreads();
        for (int i = N - 1; i >= 0; --i) {
            bool has = thread > 0 || i > 0 || has_before;
            T other = i > 0 ? input[i - 1] : thread > 0 ? temp->items[thread - 1] : before;
            output[i] = has && thread * N + i < valid ? (O)difference(input[i], other) : (O)input[i];
        }
    }
    template <int N, typename O, typename F>
    __device__ void __right(T (&input)[N], O (&output)[N], F difference, int valid, bool has_behind, T behind) {
        int thread = __thread_number();
        temp->items[thread] = input[0];
        __syncthreads();
        for (int i = 0; i < N; ++i) {
            int at = thread * N + i;
            bool has = at + 1 < valid || (has_behind && at + 1 == threads * N);
            T other = i + 1 < N ? input[i + 1] : thread + 1 < threads ? temp->items[thread + 1] : behind;
            output[i] = has ? (O)difference(input[i], other) : (O)input[i];
        }
    }
    template <int N, typename O, typename F> __device__ void SubtractLeft(T (&input)[N], O (&output)[N], F difference) {
        __left(input, output, difference, threads * N, false, input[0]);
    }
    template <int N, typename O, typename F> __device__ void SubtractLeft(T (&input)[N], O (&output)[N], F difference, T before) {
        __left(input, output, difference, threads * N, true, before);
    }
    template <int N, typename O, typename F>
    __device__ void SubtractLeftPartialTile(T (&input)[N], O (&output)[N], F difference, int valid) {
        __left(input, output, difference, valid, false, input[0]);
    }
    template <int N, typename O, typename F> __device__ void SubtractRight(T (&input)[N], O (&output)[N], F difference) {
        __right(input, output, difference, threads * N, false, input[0]);
    }
    template <int N, typename O, typename F> __device__ void SubtractRight(T (&input)[N], O (&output)[N], F difference, T behind) {
        __right(input, output, difference, threads * N, true, behind);
    }
    template <int N, typename O, typename F>
    __device__ void SubtractRightPartialTile(T (&input)[N], O (&output)[N], F difference, int valid) {
        __right(input, output, difference, valid, false, input[0]);
    }
};

// Blocked: those of a thread stand side by side. Striped: every threads-th is a thread's; of warps
// each has its part, and every 32nd of it is a lane's.
template <typename T, int X, int N, bool TIMESLICED = false, int Y = 1, int Z = 1> struct BlockExchange {
    static const int threads = X * Y * Z;
    struct TempStorage { T items[X * Y * Z * N]; };
    TempStorage *temp;
    __device__ BlockExchange(TempStorage &storage) { temp = &storage; }
    __device__ int __blocked(int i) { return __thread_number() * N + i; }
    __device__ int __striped(int i) { return i * threads + __thread_number(); }
    __device__ int __warp_striped(int i) {
        int warp = __thread_number() / 32, lanes = threads - warp * 32 < 32 ? threads - warp * 32 : 32;
        return warp * 32 * N + i * lanes + __thread_number() % 32;
    }
#define __SS_EXCHANGE(NAME, FROM, TO)                                                 \
    template <typename O> __device__ void NAME(T (&input)[N], O (&output)[N]) {       \
        for (int i = 0; i < N; ++i) temp->items[FROM(i)] = input[i];                  \
        __syncthreads();                                                              \
        for (int i = 0; i < N; ++i) output[i] = temp->items[TO(i)];                   \
    }                                                                                 \
    __device__ void NAME(T (&items)[N]) { NAME(items, items); }
    __SS_EXCHANGE(StripedToBlocked, __striped, __blocked)
    __SS_EXCHANGE(BlockedToStriped, __blocked, __striped)
    __SS_EXCHANGE(WarpStripedToBlocked, __warp_striped, __blocked)
    __SS_EXCHANGE(BlockedToWarpStriped, __blocked, __warp_striped)
#undef __SS_EXCHANGE
#define __SS_SCATTER(NAME, TO)                                                                        \
    template <typename O, typename R> __device__ void NAME(T (&input)[N], O (&output)[N], R (&ranks)[N]) { \
        for (int i = 0; i < N; ++i) temp->items[ranks[i]] = input[i];                                 \
        __syncthreads();                                                                              \
        for (int i = 0; i < N; ++i) output[i] = temp->items[TO(i)];                                   \
    }                                                                                                 \
    template <typename R> __device__ void NAME(T (&items)[N], R (&ranks)[N]) { NAME(items, items, ranks); }
    __SS_SCATTER(ScatterToBlocked, __blocked)
    __SS_SCATTER(ScatterToStriped, __striped)
#undef __SS_SCATTER
};

// Each element goes where as many stand before it as belong there: those that are less, and of those
// that are not more the ones that stood before it.
template <typename Key, int N, int LANES, typename Value> struct __RankSort {
    struct TempStorage { Key keys[LANES * N]; Value values[LANES * N]; };
    TempStorage *temp;
    int lane;
    __device__ __RankSort(TempStorage &storage, int number) {
        temp = &storage;
        lane = number;
    }
    template <bool OF_WARP> __device__ void __meet() {
        if (OF_WARP) __syncwarp();
        else __syncthreads();
    }
    template <bool OF_WARP, typename F> __device__ void sort(Key (&keys)[N], Value (&values)[N], F less, int valid) {
        int ranks[N];
        for (int i = 0; i < N; ++i) temp->keys[lane * N + i] = keys[i];
        __meet<OF_WARP>();
        for (int i = 0; i < N; ++i) {
            int at = lane * N + i;
            ranks[i] = at < valid ? 0 : at;
            for (int k = 0; k < valid && at < valid; ++k) {
                Key other = temp->keys[k];
                bool before = k < at ? !less(keys[i], other) : less(other, keys[i]);
                if (k != at && before) ++ranks[i];
            }
        }
        __meet<OF_WARP>();
        for (int i = 0; i < N; ++i) {
            temp->keys[ranks[i]] = keys[i];
            temp->values[ranks[i]] = values[i];
        }
        __meet<OF_WARP>();
        for (int i = 0; i < N; ++i) {
            keys[i] = temp->keys[lane * N + i];
            values[i] = temp->values[lane * N + i];
        }
    }
};
#define __SS_MERGE_SORT(LANES, OF_WARP)                                                                   \
    template <typename F> __device__ void Sort(Key (&keys)[N], F less) {                                  \
        Value no_values[N];                                                                               \
        __sorter.template sort<OF_WARP>(keys, no_values, less, (LANES) * N);                              \
    }                                                                                                     \
    template <typename F> __device__ void Sort(Key (&keys)[N], F less, int valid, Key other) {            \
        Value no_values[N];                                                                               \
        __pad(keys, valid, other);                                                                        \
        __sorter.template sort<OF_WARP>(keys, no_values, less, (LANES) * N);                              \
    }                                                                                                     \
    template <typename F> __device__ void Sort(Key (&keys)[N], Value (&values)[N], F less) {              \
        __sorter.template sort<OF_WARP>(keys, values, less, (LANES) * N);                                 \
    }                                                                                                     \
    template <typename F> __device__ void Sort(Key (&keys)[N], Value (&values)[N], F less, int valid, Key other) { \
        __pad(keys, valid, other);                                                                        \
        __sorter.template sort<OF_WARP>(keys, values, less, (LANES) * N);                                 \
    }                                                                                                     \
    template <typename F> __device__ void StableSort(Key (&keys)[N], F less) { Sort(keys, less); }        \
    template <typename F> __device__ void StableSort(Key (&keys)[N], Value (&values)[N], F less) { Sort(keys, values, less); } \
    __device__ void __pad(Key (&keys)[N], int valid, Key other) {                                         \
        for (int i = 0; i < N; ++i) {                                                                     \
            if (__sorter.lane * N + i >= valid) keys[i] = other;                                          \
        }                                                                                                 \
    }
template <typename Key, int N, int LANES = 32, typename Value = NullType> struct WarpMergeSort {
    typedef typename __RankSort<Key, N, LANES, Value>::TempStorage TempStorage;
    __RankSort<Key, N, LANES, Value> __sorter;
    __device__ WarpMergeSort(TempStorage &storage) : __sorter(storage, __thread_number() % LANES) {}
    __SS_MERGE_SORT(LANES, true)
};
template <typename Key, int X, int N, typename Value = NullType, int Y = 1, int Z = 1> struct BlockMergeSort {
    typedef typename __RankSort<Key, N, X * Y * Z, Value>::TempStorage TempStorage;
    __RankSort<Key, N, X * Y * Z, Value> __sorter;
    __device__ BlockMergeSort(TempStorage &storage) : __sorter(storage, __thread_number()) {}
    __SS_MERGE_SORT(X * Y * Z, false)
};
#undef __SS_MERGE_SORT

}  // namespace cub
)";

constexpr std::string_view device = R"(
namespace cub {

#define __SS_DEVICE(WORK)                 \
    if (temp == nullptr) {                \
        bytes = 1;                        \
        return cudaSuccess;               \
    }                                     \
    WORK;                                 \
    return cudaSuccess;

template <typename T> T *__room(size_t n, T *like) { return (T *)malloc((n > 0 ? n : 1) * sizeof(T)); }
template <typename I, typename B, typename O, typename C>
void __flagged(I in, B flags, O out, C *count, size_t n) {
    auto items = thrust::__taken(in, n);
    auto wanted = thrust::__taken(flags, n);
    size_t kept = 0;
    for (size_t i = 0; i < n; ++i) {
        if (wanted[i]) items[kept++] = items[i];
    }
    free(wanted);
    thrust::__given(out, items, kept);
    __put(count, (C)kept);
}
template <typename I, typename O, typename C, typename F> void __selected(I in, O out, C *count, size_t n, F select) {
    auto items = thrust::__taken(in, n);
    size_t kept = 0;
    for (size_t i = 0; i < n; ++i) {
        if (select(items[i])) items[kept++] = items[i];
    }
    thrust::__given(out, items, kept);
    __put(count, (C)kept);
}
template <typename I, typename O, typename C> void __unique(I in, O out, C *count, size_t n) {
    auto items = thrust::__taken(in, n);
    size_t kept = 0;
    for (size_t i = 0; i < n; ++i) {
        if (kept == 0 || !(items[kept - 1] == items[i])) items[kept++] = items[i];
    }
    thrust::__given(out, items, kept);
    __put(count, (C)kept);
}
struct DeviceSelect {
    template <typename I, typename B, typename O, typename C>
    static cudaError_t Flagged(void *temp, size_t &bytes, I in, B flags, O out, C *count, int n, cudaStream_t s = 0) {
        __SS_DEVICE(__flagged(in, flags, out, count, n))
    }
    template <typename I, typename O, typename C, typename F>
    static cudaError_t If(void *temp, size_t &bytes, I in, O out, C *count, int n, F select, cudaStream_t s = 0) {
        __SS_DEVICE(__selected(in, out, count, n, select))
    }
    template <typename I, typename O, typename C>
    static cudaError_t Unique(void *temp, size_t &bytes, I in, O out, C *count, int n, cudaStream_t s = 0) {
        __SS_DEVICE(__unique(in, out, count, n))
    }
};

// Of whole numbers exactly; of others by what a bin's width is one part of.
template <typename T> int __bin(T behind, T range, int bins) { return (int)((long long)behind * bins / (long long)range); }
int __bin(float behind, float range, int bins) { return (int)(behind * ((float)bins / range)); }
int __bin(double behind, double range, int bins) { return (int)(behind * ((double)bins / range)); }
template <typename I, typename C, typename L>
void __even(I in, C *bins, int levels, L lower, L upper, size_t n) {
    auto items = thrust::__taken(in, n);
    C *counts = (C *)calloc(levels, sizeof(C));
    for (size_t i = 0; i < n; ++i) {
        if (items[i] < lower || !(items[i] < upper)) continue;
        auto behind = items[i] - lower;
        int bin = __bin(behind, (decltype(behind))(upper - lower), levels - 1);
        ++counts[bin < levels - 1 ? bin : levels - 2];
    }
    free(items);
    thrust::__given(bins, counts, levels - 1);
}
template <typename I, typename C, typename L> void __ranges(I in, C *bins, int levels, const L *at, size_t n) {
    auto items = thrust::__taken(in, n);
    auto limits = thrust::__taken(at, levels);
    C *counts = (C *)calloc(levels, sizeof(C));
    for (size_t i = 0; i < n; ++i) {
        int bin = 0;
        while (bin < levels && !(items[i] < limits[bin])) ++bin;
        if (0 < bin && bin < levels) ++counts[bin - 1];
    }
    free(items);
    free(limits);
    thrust::__given(bins, counts, levels - 1);
}
struct DeviceHistogram {
    template <typename I, typename C, typename L>
    static cudaError_t HistogramEven(void *temp, size_t &bytes, I in, C *bins, int levels, L lower, L upper, int n, cudaStream_t s = 0) {
        __SS_DEVICE(__even(in, bins, levels, lower, upper, n))
    }
    template <typename I, typename C, typename L>
    static cudaError_t HistogramRange(void *temp, size_t &bytes, I in, C *bins, int levels, const L *at, int n, cudaStream_t s = 0) {
        __SS_DEVICE(__ranges(in, bins, levels, at, n))
    }
};

template <typename I, typename O, typename C, typename R>
void __runs(I in, O out, C lengths, R *count, size_t n) {
    auto items = thrust::__taken(in, n);
    auto counts = __room(n, lengths);
    size_t runs = 0;
    for (size_t i = 0; i < n; ++i) {
        if (runs == 0 || !(items[runs - 1] == items[i])) {
            items[runs] = items[i];
            counts[runs++] = 0;
        }
        ++counts[runs - 1];
    }
    thrust::__given(out, items, runs);
    thrust::__given(lengths, counts, runs);
    __put(count, (R)runs);
}
template <typename I, typename O, typename C, typename R>
void __long_runs(I in, O begins, C lengths, R *count, size_t n) {
    auto items = thrust::__taken(in, n);
    auto from = __room(n, begins);
    auto counts = __room(n, lengths);
    size_t runs = 0;
    for (size_t i = 0, end = 0; i < n; i = end) {
        end = i + 1;
        while (end < n && items[end] == items[i]) ++end;
        if (end - i < 2) continue;
        from[runs] = i;
        counts[runs++] = end - i;
    }
    free(items);
    thrust::__given(begins, from, runs);
    thrust::__given(lengths, counts, runs);
    __put(count, (R)runs);
}
struct DeviceRunLengthEncode {
    template <typename I, typename O, typename C, typename R>
    static cudaError_t Encode(void *temp, size_t &bytes, I in, O out, C lengths, R *count, int n, cudaStream_t s = 0) {
        __SS_DEVICE(__runs(in, out, lengths, count, n))
    }
    template <typename I, typename O, typename C, typename R>
    static cudaError_t NonTrivialRuns(void *temp, size_t &bytes, I in, O begins, C lengths, R *count, int n, cudaStream_t s = 0) {
        __SS_DEVICE(__long_runs(in, begins, lengths, count, n))
    }
};

template <typename I, typename T, typename B, typename E, typename F>
void __segments(I in, T *out, int segments, B begins, E ends, F op, T start) {
    auto from = thrust::__taken(begins, segments);
    auto to = thrust::__taken(ends, segments);
    T *sums = __room(segments, out);
    for (int k = 0; k < segments; ++k) {
        size_t n = to[k] > from[k] ? to[k] - from[k] : 0;
        auto items = thrust::__taken(in + from[k], n);
        T sum = start;
        for (size_t i = 0; i < n; ++i) sum = op(sum, items[i]);
        sums[k] = sum;
        free(items);
    }
    free(from);
    free(to);
    thrust::__given(out, sums, segments);
}
struct DeviceSegmentedReduce {
    template <typename I, typename T, typename B, typename E, typename F>
    static cudaError_t Reduce(void *temp, size_t &bytes, I in, T *out, int segments, B begins, E ends, F op, T start, cudaStream_t s = 0) {
        __SS_DEVICE(__segments(in, out, segments, begins, ends, op, start))
    }
    template <typename I, typename T, typename B, typename E>
    static cudaError_t Sum(void *temp, size_t &bytes, I in, T *out, int segments, B begins, E ends, cudaStream_t s = 0) {
        __SS_DEVICE(__segments(in, out, segments, begins, ends, cub::Sum(), T(0)))
    }
    template <typename I, typename T, typename B, typename E>
    static cudaError_t Max(void *temp, size_t &bytes, I in, T *out, int segments, B begins, E ends, cudaStream_t s = 0) {
        __SS_DEVICE(__segments(in, out, segments, begins, ends, cub::Max(), std::numeric_limits<T>::lowest()))
    }
    template <typename I, typename T, typename B, typename E>
    static cudaError_t Min(void *temp, size_t &bytes, I in, T *out, int segments, B begins, E ends, cudaStream_t s = 0) {
        __SS_DEVICE(__segments(in, out, segments, begins, ends, cub::Min(), std::numeric_limits<T>::max()))
    }
};
#undef __SS_DEVICE

}  // namespace cub
#endif
)";

}  // namespace

std::string cub_blocks() {
    return std::string{blocks} + std::string{device};
}

}  // namespace stridescope::language
