// What CUDA brings along for threads beyond what the machine itself can do.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> mathematics_parts() {
    static constexpr LibraryPart parts[] = {
        {"__nanosleep", "__device__ void __nanosleep(unsigned ns) {}"},
        {"__umul64hi", R"(
__host__ __device__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    unsigned long long low = (a & 4294967295ull) * (b & 4294967295ull);
    unsigned long long one = (a >> 32) * (b & 4294967295ull) + (low >> 32);
    unsigned long long other = (a & 4294967295ull) * (b >> 32) + (one & 4294967295ull);
    return (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32);
}
)"},
        {"__mul64hi", R"(
__host__ __device__ long long __mul64hi(long long a, long long b) {
    return (long long)__umul64hi(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0);
}
)"},
        // CUDA's mathematical functions, of those that the machine has
        {"sincosf", R"(
__host__ __device__ void sincosf(float x, float *s, float *c) {
    *s = sinf(x);
    *c = cosf(x);
}
)"},
        {"__sincosf", R"(
__device__ void __sincosf(float x, float *s, float *c) {
    *s = __sinf(x);
    *c = __cosf(x);
}
)"},
        {"sincos", R"(
__host__ __device__ void sincos(double x, double *s, double *c) {
    *s = sin(x);
    *c = cos(x);
}
)"},
        {"ldexpf", R"(
__host__ __device__ float ldexpf(float x, int e) {
    // Beyond this there is nothing but 0 and infinity: the product is exact, and rounded once.
    int within = e > 300 ? 300 : e < -300 ? -300 : e;
    return (float)((double)x * __longlong_as_double((long long)(within + 1023) << 52));
}
)"},
        {"scalbnf", "__host__ __device__ float scalbnf(float x, int e) { return ldexpf(x, e); }"},
        {"frexpf", R"(
__host__ __device__ float frexpf(float x, int *e) {
    *e = 0;
    if (x == 0 || !isfinite(x)) return x;
    long long bits = __double_as_longlong((double)x);
    *e = (int)(bits >> 52 & 2047) - 1022;
    return (float)__longlong_as_double((bits & ~((long long)2047 << 52)) | ((long long)1022 << 52));
}
)"},
        {"modff", R"(
__host__ __device__ float modff(float x, float *whole) {
    *whole = truncf(x);
    return copysignf(isinf(x) ? 0.0f : x - *whole, x);
}
)"},
        {"modf", R"(
__host__ __device__ double modf(double x, double *whole) {
    *whole = trunc(x);
    return copysign(isinf(x) ? 0.0 : x - *whole, x);
}
)"},
        {"nextafterf", R"(
__host__ __device__ float nextafterf(float x, float to) {
    if (isnan(x) || isnan(to)) return x + to;
    if (x == to) return to;
    if (x == 0) return copysignf(__int_as_float(1), to);
    return __int_as_float(__float_as_int(x) + ((x < to) == (x > 0) ? 1 : -1));
}
)"},
        {"norm3df", R"(
__device__ float norm3df(float a, float b, float c) {
    return (float)sqrt((double)a * a + (double)b * b + (double)c * c);
}
)"},
        {"rnorm3df",
         "__device__ float rnorm3df(float a, float b, float c) { return (float)(1 / "
         "sqrt((double)a * a + (double)b * b + (double)c * c)); }"},
        {"rcbrtf", "__device__ float rcbrtf(float x) { return (float)(1 / cbrt((double)x)); }"},
        {"rhypotf", R"(
__device__ float rhypotf(float a, float b) {
    return (float)(1 / sqrt((double)a * a + (double)b * b));
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
