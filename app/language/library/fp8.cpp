// <cuda_fp8.h>: numbers of eight bits. e4m3 has no infinity, and one bit pattern of each sign that
// is not a number.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view fp8 = R"(
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
)"
                                 "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
                                 R"(
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

struct __half_raw {
    unsigned short x;
    __host__ __device__ operator __half() const { return __ushort_as_half(x); }
};
struct __half2_raw {
    unsigned short x, y;
    __host__ __device__ operator __half2() const {
        return __half2{__ushort_as_half(x), __ushort_as_half(y)};
    }
};

// Rounded to the nearest, of two equally near to the even one. What is too large becomes the
// largest there is, or what stands for it.
__host__ __device__ __nv_fp8_storage_t __nv_cvt_double_to_fp8(double v, __nv_saturation_t saturate,
                                                              __nv_fp8_interpretation_t kind) {
    unsigned long long bits;
    memcpy(&bits, &v, sizeof bits);
    int sign = (int)(bits >> 63) * 128;
    int bias = kind == __NV_E4M3 ? 7 : 15, digits = kind == __NV_E4M3 ? 3 : 2;
    int most = kind == __NV_E4M3 ? 0x7e : 0x7b;
    int beyond = saturate == __NV_SATFINITE ? most : kind == __NV_E4M3 ? 0x7f : 0x7c;
    if (v != v) {
        int rest = kind == __NV_E4M3 ? 0x7f : 0x7e | (int)(bits >> 50 & 3);
        return (__nv_fp8_storage_t)(sign | rest);
    }
    int exponent = (int)(bits >> 52 & 2047) - 1023;
    if (exponent > 100) return (__nv_fp8_storage_t)(sign | beyond);
    if (exponent < 1 - bias) exponent = 1 - bias;
    // So many steps of the numbers that lie around it.
    double steps = rint(ldexp(fabs(v), digits - exponent));
    int code = ((exponent + bias - 1) << digits) + (int)steps;
    return (__nv_fp8_storage_t)(sign | (code > most ? beyond : code));
}
__host__ __device__ __nv_fp8_storage_t __nv_cvt_float_to_fp8(float v, __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t kind) {
    if (v != v) return (__nv_fp8_storage_t)0x7f;
    return __nv_cvt_double_to_fp8((double)v, saturate, kind);
}
__host__ __device__ __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw v, __nv_saturation_t saturate,
                                                               __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float_to_fp8((float)__ushort_as_half(v.x), saturate, kind);
}
__host__ __device__ __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t v, __nv_fp8_interpretation_t kind) {
    __half_raw made;
    int size = v & 127, sign = (v & 128) << 8;
    if (kind == __NV_E5M2) {
        made.x = (unsigned short)(size > 0x7c ? 0x7fff : v << 8);
        return made;
    }
    if (size == 0x7f) {
        made.x = 0x7fff;
        return made;
    }
    int exponent = size >> 3, digits = size & 7;
    float value = exponent > 0 ? ldexpf((float)(8 + digits), exponent - 10) : ldexpf((float)digits, -9);
    made.x = (unsigned short)(__half_as_ushort((__half)value) | sign);
    return made;
}
__host__ __device__ __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t saturate,
                                                                  __nv_fp8_interpretation_t kind) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(v.x, saturate, kind) |
                                  __nv_cvt_float_to_fp8(v.y, saturate, kind) << 8);
}
__host__ __device__ __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 v, __nv_saturation_t saturate,
                                                                   __nv_fp8_interpretation_t kind) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(v.x, saturate, kind) |
                                  __nv_cvt_double_to_fp8(v.y, saturate, kind) << 8);
}
__host__ __device__ __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw v, __nv_saturation_t saturate,
                                                                    __nv_fp8_interpretation_t kind) {
    __half_raw low, high;
    low.x = v.x;
    high.x = v.y;
    return (__nv_fp8x2_storage_t)(__nv_cvt_halfraw_to_fp8(low, saturate, kind) |
                                  __nv_cvt_halfraw_to_fp8(high, saturate, kind) << 8);
}
__host__ __device__ __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t v, __nv_fp8_interpretation_t kind) {
    __half2_raw made;
    made.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(v & 255), kind).x;
    made.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(v >> 8), kind).x;
    return made;
}

#define __SS_FP8(NAME, KIND)                                                                       \
    struct NAME {                                                                                  \
        __nv_fp8_storage_t __x;                                                                    \
        NAME() = default;                                                                          \
        __host__ __device__ explicit NAME(float v) { __x = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, KIND); }   \
        __host__ __device__ explicit NAME(double v) { __x = __nv_cvt_double_to_fp8(v, __NV_SATFINITE, KIND); } \
        __host__ __device__ explicit NAME(__half v) { __x = __nv_cvt_float_to_fp8((float)v, __NV_SATFINITE, KIND); } \
        __host__ __device__ explicit NAME(__nv_bfloat16 v) { __x = __nv_cvt_float_to_fp8((float)v, __NV_SATFINITE, KIND); } \
        __host__ __device__ explicit NAME(int v) { __x = __nv_cvt_float_to_fp8((float)v, __NV_SATFINITE, KIND); } \
        __host__ __device__ explicit operator float() const { return (float)__ushort_as_half(__nv_cvt_fp8_to_halfraw(__x, KIND).x); } \
        __host__ __device__ explicit operator double() const { return (double)(float)__ushort_as_half(__nv_cvt_fp8_to_halfraw(__x, KIND).x); } \
        __host__ __device__ explicit operator __half() const { return __ushort_as_half(__nv_cvt_fp8_to_halfraw(__x, KIND).x); } \
        __host__ __device__ explicit operator __nv_bfloat16() const { return (__nv_bfloat16)(float)__ushort_as_half(__nv_cvt_fp8_to_halfraw(__x, KIND).x); } \
    };
__SS_FP8(__nv_fp8_e4m3, __NV_E4M3) __SS_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef __SS_FP8
#define __SS_FP8X2(NAME, KIND)                                                                     \
    struct NAME {                                                                                  \
        __nv_fp8x2_storage_t __x;                                                                  \
        NAME() = default;                                                                          \
        __host__ __device__ explicit NAME(float2 v) { __x = __nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, KIND); } \
        __host__ __device__ explicit NAME(__half2 v) { __x = __nv_cvt_float2_to_fp8x2(__half22float2(v), __NV_SATFINITE, KIND); } \
        __host__ __device__ explicit operator float2() const { \
            __half2_raw both = __nv_cvt_fp8x2_to_halfraw2(__x, KIND); \
            return make_float2((float)__ushort_as_half(both.x), (float)__ushort_as_half(both.y)); \
        } \
        __host__ __device__ explicit operator __half2() const { \
            __half2_raw both = __nv_cvt_fp8x2_to_halfraw2(__x, KIND); \
            return __half2{__ushort_as_half(both.x), __ushort_as_half(both.y)}; \
        } \
    };
__SS_FP8X2(__nv_fp8x2_e4m3, __NV_E4M3) __SS_FP8X2(__nv_fp8x2_e5m2, __NV_E5M2)
#undef __SS_FP8X2
#define __SS_FP8X4(NAME, KIND)                                                                     \
    struct NAME {                                                                                  \
        __nv_fp8x4_storage_t __x;                                                                  \
        NAME() = default;                                                                          \
        __host__ __device__ explicit NAME(float4 v) { \
            __x = __nv_cvt_float2_to_fp8x2(make_float2(v.x, v.y), __NV_SATFINITE, KIND) | \
                  (unsigned)__nv_cvt_float2_to_fp8x2(make_float2(v.z, v.w), __NV_SATFINITE, KIND) << 16; \
        } \
        __host__ __device__ explicit operator float4() const { \
            __half2_raw low = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)(__x & 65535), KIND); \
            __half2_raw high = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)(__x >> 16), KIND); \
            return make_float4((float)__ushort_as_half(low.x), (float)__ushort_as_half(low.y), \
                               (float)__ushort_as_half(high.x), (float)__ushort_as_half(high.y)); \
        } \
    };
__SS_FP8X4(__nv_fp8x4_e4m3, __NV_E4M3) __SS_FP8X4(__nv_fp8x4_e5m2, __NV_E5M2)
#undef __SS_FP8X4
#endif
)";

}  // namespace

std::string_view fp8_header() {
    return fp8;
}

}  // namespace stridescope::language
