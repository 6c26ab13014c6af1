// Of the headers of C++: algorithms, containers, properties of types.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> standard_parts() {
    static constexpr LibraryPart parts[] = {
        // <type_traits>, <limits>
        {"is_same", R"(
template <typename A, typename B> struct is_same { static const bool value = false; };
template <typename A> struct is_same<A, A> { static const bool value = true; };
)",
         true},
        {"numeric_limits", R"(
template <typename T> struct numeric_limits;
template <> struct numeric_limits<int> {
    static __host__ __device__ int max() { return INT_MAX; }
    static __host__ __device__ int min() { return INT_MIN; }
    static __host__ __device__ int lowest() { return INT_MIN; }
};
template <> struct numeric_limits<unsigned> {
    static __host__ __device__ unsigned max() { return UINT_MAX; }
    static __host__ __device__ unsigned min() { return 0; }
    static __host__ __device__ unsigned lowest() { return 0; }
};
template <> struct numeric_limits<long long> {
    static __host__ __device__ long long max() { return LLONG_MAX; }
    static __host__ __device__ long long min() { return LLONG_MIN; }
    static __host__ __device__ long long lowest() { return LLONG_MIN; }
};
template <> struct numeric_limits<unsigned long long> {
    static __host__ __device__ unsigned long long max() { return ULLONG_MAX; }
    static __host__ __device__ unsigned long long min() { return 0; }
    static __host__ __device__ unsigned long long lowest() { return 0; }
};
template <> struct numeric_limits<float> {
    static __host__ __device__ float max() { return FLT_MAX; }
    static __host__ __device__ float min() { return FLT_MIN; }
    static __host__ __device__ float lowest() { return -FLT_MAX; }
    static __host__ __device__ float epsilon() { return FLT_EPSILON; }
    static __host__ __device__ float infinity() { return INFINITY; }
};
template <> struct numeric_limits<double> {
    static __host__ __device__ double max() { return DBL_MAX; }
    static __host__ __device__ double min() { return DBL_MIN; }
    static __host__ __device__ double lowest() { return -DBL_MAX; }
    static __host__ __device__ double epsilon() { return DBL_EPSILON; }
    static __host__ __device__ double infinity() { return (double)INFINITY; }
};
)",
         true},
        // <algorithm>, <numeric>
        {"swap", "template <typename T> void swap(T &a, T &b) { T c = a; a = b; b = c; }"},
        {"fill", R"(
template <typename T, typename V> void fill(T *first, T *last, V value) {
    for (; first != last; ++first) *first = value;
}
)"},
        {"fill_n", R"(
template <typename T, typename V> T *fill_n(T *first, size_t n, V value) {
    for (size_t i = 0; i < n; ++i) first[i] = value;
    return first + n;
}
)"},
        {"copy", R"(
template <typename T, typename V> V *copy(T *first, T *last, V *to) {
    for (; first != last; ++first, ++to) *to = *first;
    return to;
}
)"},
        {"equal", R"(
template <typename T, typename V> bool equal(T *first, T *last, V *other) {
    for (; first != last; ++first, ++other) {
        if (!(*first == *other)) return false;
    }
    return true;
}
)"},
        {"iota", R"(
template <typename T, typename V> void iota(T *first, T *last, V value) {
    for (; first != last; ++first, ++value) *first = value;
}
)"},
        {"accumulate", R"(
template <typename T, typename V> V accumulate(T *first, T *last, V sum) {
    for (; first != last; ++first) sum = sum + *first;
    return sum;
}
)"},
        {"generate", R"(
template <typename T, typename F> void generate(T *first, T *last, F f) {
    for (; first != last; ++first) *first = f();
}
)"},
        {"for_each", R"(
template <typename T, typename F> void for_each(T *first, T *last, F f) {
    for (; first != last; ++first) f(*first);
}
)"},
        {"transform", R"(
template <typename T, typename V, typename F> V *transform(T *first, T *last, V *to, F f) {
    for (; first != last; ++first, ++to) *to = f(*first);
    return to;
}
)"},
        {"all_of", R"(
template <typename T, typename F> bool all_of(T *first, T *last, F f) {
    for (; first != last; ++first) {
        if (!f(*first)) return false;
    }
    return true;
}
)"},
        {"sort", R"(
template <typename T> void sort(T *first, T *last) {
    long long n = last - first;
    for (long long gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
        for (long long i = gap; i < n; ++i) {
            T value = first[i];
            long long j = i;
            for (; j >= gap && value < first[j - gap]; j -= gap) first[j] = first[j - gap];
            first[j] = value;
        }
    }
}
)"},
        // <vector>: L has first, count and room
        {"__list_of", R"(
template <typename L, typename T> L __list_of(size_t count) {
    L list;
    list.first = (T *)calloc(count, sizeof(T));
    list.count = list.room = count;
    return list;
}
)"},
        {"__list_filled", R"(
template <typename L, typename T> L __list_filled(size_t count, T value) {
    L list;
    list.first = (T *)malloc(count * sizeof(T));
    list.count = list.room = count;
    for (size_t i = 0; i < count; ++i) list.first[i] = value;
    return list;
}
)"},
        {"__list_between", R"(
template <typename L, typename T> L __list_between(const T *begin, const T *end) {
    size_t count = end - begin;
    L list;
    list.first = (T *)malloc(count * sizeof(T));
    list.count = list.room = count;
    for (size_t i = 0; i < count; ++i) list.first[i] = begin[i];
    return list;
}
)"},
        {"__list_copy", R"(
template <typename L, typename T> L __list_copy(const L &from) {
    return __list_between<L, T>(from.first, from.first + from.count);
}
)"},
        {"__list_reserve", R"(
template <typename L, typename T> void __list_reserve(L &list, size_t room) {
    if (room <= list.room) return;
    T *first = (T *)malloc(room * sizeof(T));
    for (size_t i = 0; i < list.count; ++i) first[i] = list.first[i];
    free(list.first);
    list.first = first;
    list.room = room;
}
)"},
        {"__list_push", R"(
template <typename L, typename T> void __list_push(L &list, T value) {
    if (list.count == list.room) __list_reserve<L, T>(list, 2 * list.room + 4);
    list.first[list.count] = value;
    list.count = list.count + 1;
}
)"},
        {"__list_with", R"(
template <typename L, typename T> L __list_with(L list, T value) {
    __list_push<L, T>(list, value);
    return list;
}
)"},
        {"__list_resize", R"(
template <typename L, typename T> void __list_resize(L &list, size_t count) {
    __list_reserve<L, T>(list, count);
    if (count > list.count) memset(list.first + list.count, 0, (count - list.count) * sizeof(T));
    list.count = count;
}
)"},
        {"__list_resize_with", R"(
template <typename L, typename T> void __list_resize_with(L &list, size_t count, T value) {
    size_t before = list.count;
    __list_resize<L, T>(list, count);
    for (size_t i = before; i < count; ++i) list.first[i] = value;
}
)"},
        // <array>
        {"array", R"(
template <typename T, size_t N> struct array {
    T __items[N];
    __host__ __device__ T &operator[](size_t i) { return __items[i]; }
    __host__ __device__ const T &operator[](size_t i) const { return __items[i]; }
    __host__ __device__ T &at(size_t i) { return __items[i]; }
    __host__ __device__ T &front() { return __items[0]; }
    __host__ __device__ T &back() { return __items[N - 1]; }
    __host__ __device__ size_t size() const { return N; }
    __host__ __device__ bool empty() const { return N == 0; }
    __host__ __device__ T *data() { return __items; }
    __host__ __device__ const T *data() const { return __items; }
    __host__ __device__ T *begin() { return __items; }
    __host__ __device__ const T *begin() const { return __items; }
    __host__ __device__ T *end() { return __items + N; }
    __host__ __device__ const T *end() const { return __items + N; }
    __host__ __device__ void fill(const T &value) {
        for (size_t i = 0; i < N; ++i) __items[i] = value;
    }
};
)",
         true},
        // of the language itself
        {"__new_with", R"(
template <typename T> T *__new_with(const T &value) {
    T *made = (T *)malloc(sizeof(T));
    memcpy(made, &value, sizeof(T));
    return made;
}
)"},
        {"__filled_at", R"(
template <typename T> T *__filled_at(void *memory, size_t count, const T &value) {
    T *made = (T *)memory;
    for (size_t i = 0; i < count; ++i) memcpy(made + i, &value, sizeof(T));
    return made;
}
)"},
        {"__new_filled", R"(
template <typename T> T *__new_filled(size_t count, const T &value) {
    T *made = (T *)malloc(count * sizeof(T));
    for (size_t i = 0; i < count; ++i) memcpy(made + i, &value, sizeof(T));
    return made;
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
