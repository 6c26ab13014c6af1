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
        {"index_sequence", R"(
template <size_t... I> struct index_sequence {
    static constexpr size_t size() { return sizeof...(I); }
};
)",
         true},
        {"__sequence_to", R"(
template <size_t N, size_t... I> struct __sequence_to {
    using type = typename __sequence_to<N - 1, N - 1, I...>::type;
};
template <size_t... I> struct __sequence_to<0, I...> { using type = index_sequence<I...>; };
)",
         true},
        {"make_index_sequence", R"(
template <size_t N> using make_index_sequence = typename __sequence_to<N>::type;
)",
         true},
        {"index_sequence_for", R"(
template <typename... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;
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
template <> struct numeric_limits<char> {
    static __host__ __device__ char max() { return 127; }
    static __host__ __device__ char min() { return -128; }
    static __host__ __device__ char lowest() { return -128; }
};
template <> struct numeric_limits<unsigned char> {
    static __host__ __device__ unsigned char max() { return 255; }
    static __host__ __device__ unsigned char min() { return 0; }
    static __host__ __device__ unsigned char lowest() { return 0; }
};
template <> struct numeric_limits<short> {
    static __host__ __device__ short max() { return 32767; }
    static __host__ __device__ short min() { return -32768; }
    static __host__ __device__ short lowest() { return -32768; }
};
template <> struct numeric_limits<unsigned short> {
    static __host__ __device__ unsigned short max() { return 65535; }
    static __host__ __device__ unsigned short min() { return 0; }
    static __host__ __device__ unsigned short lowest() { return 0; }
};
template <> struct numeric_limits<float> {
    static __host__ __device__ float max() { return FLT_MAX; }
    static __host__ __device__ float min() { return FLT_MIN; }
    static __host__ __device__ float lowest() { return -FLT_MAX; }
    static __host__ __device__ float epsilon() { return FLT_EPSILON; }
    static __host__ __device__ float quiet_NaN() { return NAN; }
    static __host__ __device__ float infinity() { return INFINITY; }
};
template <> struct numeric_limits<double> {
    static __host__ __device__ double max() { return DBL_MAX; }
    static __host__ __device__ double min() { return DBL_MIN; }
    static __host__ __device__ double lowest() { return -DBL_MAX; }
    static __host__ __device__ double epsilon() { return DBL_EPSILON; }
    static __host__ __device__ double quiet_NaN() { return (double)NAN; }
    static __host__ __device__ double infinity() { return (double)INFINITY; }
};
)",
         true},
        // <algorithm>, <numeric>
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
        {"iota", R"(
template <typename T, typename V> void iota(T *first, T *last, V value) {
    for (; first != last; ++first, ++value) *first = value;
}
)"},
        {"generate", R"(
template <typename T, typename F> void generate(T *first, T *last, F f) {
    for (; first != last; ++first) *first = f();
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
