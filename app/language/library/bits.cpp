// Of <bit>, where T is an unsigned type, of the compiler's functions of bits, and what C++20 has
// for the bits of real numbers.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> bit_parts() {
    static constexpr LibraryPart parts[] = {
        {"bit_cast", R"(
template <typename T, typename U> __host__ __device__ T bit_cast(const U &from) {
    T made;
    memcpy(&made, &from, sizeof(T));
    return made;
}
)"},
        {"popcount", R"(
template <typename T> __host__ __device__ int popcount(T x) {
    return __builtin_popcountll((unsigned long long)x);
}
)"},
        {"countl_zero", R"(
template <typename T> __host__ __device__ int countl_zero(T x) {
    int bits = 8 * (int)sizeof(T), n = 0;
    while (n < bits && !(x >> (bits - 1 - n) & 1)) ++n;
    return n;
}
)"},
        {"countl_one", R"(
template <typename T> __host__ __device__ int countl_one(T x) { return countl_zero((T)~x); }
)"},
        {"countr_zero", R"(
template <typename T> __host__ __device__ int countr_zero(T x) {
    int bits = 8 * (int)sizeof(T), n = 0;
    while (n < bits && !(x >> n & 1)) ++n;
    return n;
}
)"},
        {"countr_one", R"(
template <typename T> __host__ __device__ int countr_one(T x) { return countr_zero((T)~x); }
)"},
        {"has_single_bit", R"(
template <typename T> __host__ __device__ bool has_single_bit(T x) { return x != 0 && (x & (x - 1)) == 0; }
)"},
        {"bit_width", R"(
template <typename T> __host__ __device__ int bit_width(T x) { return 8 * (int)sizeof(T) - countl_zero(x); }
)"},
        {"bit_floor", R"(
template <typename T> __host__ __device__ T bit_floor(T x) { return x == 0 ? x : (T)((T)1 << (bit_width(x) - 1)); }
)"},
        {"bit_ceil", R"(
template <typename T> __host__ __device__ T bit_ceil(T x) { return x <= 1 ? (T)1 : (T)((T)1 << bit_width((T)(x - 1))); }
)"},
        {"rotl", R"(
template <typename T> __host__ __device__ T rotl(T x, int by) {
    int bits = 8 * (int)sizeof(T), n = (by % bits + bits) % bits;
    return n == 0 ? x : (T)(x << n | x >> (bits - n));
}
)"},
        {"rotr", R"(
template <typename T> __host__ __device__ T rotr(T x, int by) { return rotl(x, -by); }
)"},
        {"byteswap", R"(
template <typename T> __host__ __device__ T byteswap(T x) {
    unsigned long long from = (unsigned long long)x, to = 0;
    for (int k = 0; k < (int)sizeof(T); ++k) to = to << 8 | (from >> 8 * k & 255);
    return (T)to;
}
)"},
        {"__builtin_bswap16", R"(
__host__ __device__ unsigned short __builtin_bswap16(unsigned short x) { return byteswap(x); }
)"},
        {"__builtin_bswap32", R"(
__host__ __device__ unsigned __builtin_bswap32(unsigned x) { return byteswap(x); }
)"},
        {"__builtin_bswap64", R"(
__host__ __device__ unsigned long __builtin_bswap64(unsigned long x) { return byteswap(x); }
)"},
        // <cmath>: what kind of number it is, and of a quotient the last three bits
        {"FP_NAN", "const int FP_NAN = 0;"},
        {"FP_INFINITE", "const int FP_INFINITE = 1;"},
        {"FP_ZERO", "const int FP_ZERO = 2;"},
        {"FP_SUBNORMAL", "const int FP_SUBNORMAL = 3;"},
        {"FP_NORMAL", "const int FP_NORMAL = 4;"},
        {"fpclassify", R"(
template <typename T> int fpclassify(T x) {
    if (isnan(x)) return FP_NAN;
    if (isinf(x)) return FP_INFINITE;
    if (x == 0) return FP_ZERO;
    T least = sizeof(T) == 4 ? (T)1.17549435082228750797e-38 : (T)2.2250738585072014e-308;
    return fabs(x) < least ? FP_SUBNORMAL : FP_NORMAL;
}
)"},
        {"midpoint", R"(
template <typename T> __host__ __device__ T midpoint(T a, T b) {
    if constexpr (is_floating_point_v<T>) return (a + b) / 2;
    return a <= b ? (T)(a + (T)((unsigned long long)b - (unsigned long long)a) / 2)
                  : (T)(a - (T)(((unsigned long long)a - (unsigned long long)b) / 2));
}
)"},
        {"lerp", R"(
double lerp(double a, double b, double t) {
    if ((a <= 0 && b >= 0) || (a >= 0 && b <= 0)) return t * b + (1 - t) * a;
    if (t == 1) return b;
    double x = a + t * (b - a);
    return (t > 1) == (b > a) ? (b < x ? x : b) : (x < b ? x : b);
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
