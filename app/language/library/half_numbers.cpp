// <cuda_fp16.h> and <cuda_bf16.h>: what is not an operation of the language itself. @H is the type,
// @V two of them, @N what functions call it. A function of mathematics is computed in double
// precision and rounded once, which is what an H200's are for each of the 65,536 numbers.
#include <string>

#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view numbers = R"(
// From and to other numbers. A cast rounds to nearest even.
__host__ __device__ @H __float2@N(float v) { return (@H)v; }
__host__ __device__ @H __float2@N_rn(float v) { return (@H)v; }
__host__ __device__ @H __double2@N(double v) { return (@H)v; }
__host__ __device__ float __@N2float(@H v) { return (float)v; }
__host__ __device__ @H __ss_up_@N(@H h, double v) {
    unsigned short b = __@N_as_ushort(h);
    if (h == h && (double)(float)h < v) b = (b & 32768) != 0 ? b - 1 : b + 1;
    return __ushort_as_@N(b);
}
__host__ __device__ @H __ss_down_@N(@H h, double v) {
    unsigned short b = __@N_as_ushort(h);
    if (h == h && (double)(float)h > v) b = (b & 32768) != 0 ? b + 1 : b - 1;
    return __ushort_as_@N(b);
}
__host__ __device__ @H __float2@N_ru(float v) { return __ss_up_@N((@H)v, (double)v); }
__host__ __device__ @H __float2@N_rd(float v) { return __ss_down_@N((@H)v, (double)v); }
__host__ __device__ @H __float2@N_rz(float v) {
    return v < 0 ? __float2@N_ru(v) : __float2@N_rd(v);
}
__host__ __device__ @H __int2@N_rn(int v) { return (@H)v; }
__host__ __device__ @H __int2@N_ru(int v) { return __ss_up_@N((@H)v, (double)v); }
__host__ __device__ @H __int2@N_rd(int v) { return __ss_down_@N((@H)v, (double)v); }
__host__ __device__ @H __int2@N_rz(int v) { return v < 0 ? __int2@N_ru(v) : __int2@N_rd(v); }
__host__ __device__ @H __uint2@N_rn(unsigned v) { return (@H)v; }
__host__ __device__ @H __uint2@N_ru(unsigned v) { return __ss_up_@N((@H)v, (double)v); }
__host__ __device__ @H __uint2@N_rd(unsigned v) { return __ss_down_@N((@H)v, (double)v); }
__host__ __device__ @H __uint2@N_rz(unsigned v) { return __uint2@N_rd(v); }
__host__ __device__ @H __short2@N_rn(short v) { return (@H)v; }
__host__ __device__ @H __ushort2@N_rn(unsigned short v) { return (@H)v; }
__host__ __device__ @H __ll2@N_rn(long long v) { return (@H)v; }
__host__ __device__ @H __ull2@N_rn(unsigned long long v) { return (@H)v; }
__host__ __device__ int __@N2int_rz(@H v) { return (int)v; }
__host__ __device__ unsigned __@N2uint_rz(@H v) { return (unsigned)v; }
__host__ __device__ short __@N2short_rz(@H v) { return (short)v; }
__host__ __device__ unsigned short __@N2ushort_rz(@H v) { return (unsigned short)v; }
__host__ __device__ long long __@N2ll_rz(@H v) { return (long long)v; }
__host__ __device__ unsigned long long __@N2ull_rz(@H v) { return (unsigned long long)v; }
__host__ __device__ int __@N2int_rn(@H v) { return (int)rintf((float)v); }
__host__ __device__ int __@N2int_rd(@H v) { return (int)floorf((float)v); }
__host__ __device__ int __@N2int_ru(@H v) { return (int)ceilf((float)v); }
__host__ __device__ unsigned __@N2uint_rn(@H v) { return (unsigned)rintf((float)v); }
__host__ __device__ unsigned __@N2uint_rd(@H v) { return (unsigned)floorf((float)v); }
__host__ __device__ unsigned __@N2uint_ru(@H v) { return (unsigned)ceilf((float)v); }
__host__ __device__ long long __@N2ll_rn(@H v) { return (long long)rintf((float)v); }
__host__ __device__ unsigned long long __@N2ull_rn(@H v) {
    return (unsigned long long)rintf((float)v);
}
__host__ __device__ short __@N2short_rn(@H v) { return (short)(@H)rintf((float)v); }
__host__ __device__ unsigned short __@N2ushort_rn(@H v) {
    return (unsigned short)(@H)rintf((float)v);
}
__host__ __device__ long long __@N2ll_rd(@H v) { return (long long)floorf((float)v); }
__host__ __device__ unsigned long long __@N2ull_rd(@H v) {
    return (unsigned long long)floorf((float)v);
}
__host__ __device__ short __@N2short_rd(@H v) { return (short)(@H)floorf((float)v); }
__host__ __device__ unsigned short __@N2ushort_rd(@H v) {
    return (unsigned short)(@H)floorf((float)v);
}
__host__ __device__ long long __@N2ll_ru(@H v) { return (long long)ceilf((float)v); }
__host__ __device__ unsigned long long __@N2ull_ru(@H v) {
    return (unsigned long long)ceilf((float)v);
}
__host__ __device__ short __@N2short_ru(@H v) { return (short)(@H)ceilf((float)v); }
__host__ __device__ unsigned short __@N2ushort_ru(@H v) {
    return (unsigned short)(@H)ceilf((float)v);
}

// Two of them.
__host__ __device__ @V make_@N2(@H x, @H y) { return @V{x, y}; }
__host__ __device__ @V __halves2@N2(@H x, @H y) { return @V{x, y}; }
__host__ __device__ @V __@N2@N2(@H v) { return @V{v, v}; }
__host__ __device__ @V __float2@N2_rn(float v) { return @V{(@H)v, (@H)v}; }
__host__ __device__ @V __floats2@N2_rn(float x, float y) { return @V{(@H)x, (@H)y}; }
__host__ __device__ @V __float22@N2_rn(float2 v) { return @V{(@H)v.x, (@H)v.y}; }
__host__ __device__ float2 __@N22float2(@V v) { return make_float2((float)v.x, (float)v.y); }
__host__ __device__ @H __low2@N(@V v) { return v.x; }
__host__ __device__ @H __high2@N(@V v) { return v.y; }
__host__ __device__ float __low2float(@V v) { return (float)v.x; }
__host__ __device__ float __high2float(@V v) { return (float)v.y; }
__host__ __device__ @V __low2@N2(@V v) { return @V{v.x, v.x}; }
__host__ __device__ @V __high2@N2(@V v) { return @V{v.y, v.y}; }
__host__ __device__ @V __lows2@N2(@V a, @V b) { return @V{a.x, b.x}; }
__host__ __device__ @V __highs2@N2(@V a, @V b) { return @V{a.y, b.y}; }
__host__ __device__ @V __lowhigh2highlow(@V v) { return @V{v.y, v.x}; }
__host__ __device__ unsigned __ss_bits_@N2(@V v) {
    return __@N_as_ushort(v.x) | (unsigned)__@N_as_ushort(v.y) << 16;
}
__host__ __device__ @V __ss_@N2_of(unsigned bits) {
    return @V{__ushort_as_@N((unsigned short)bits), __ushort_as_@N((unsigned short)(bits >> 16))};
}
__device__ @V atomicAdd(@V* p, @V v) {
    return __ss_@N2_of(__ss_add_@N2((unsigned*)p, __ss_bits_@N2(v)));
}

// Arithmetic that the language has no operator for.
__host__ __device__ @V operator-(@V v) { return @V{-v.x, -v.y}; }
__host__ __device__ @H __hneg(@H v) { return -v; }
__host__ __device__ @V __hneg2(@V v) { return @V{-v.x, -v.y}; }
__host__ __device__ @H __habs(@H v) { return (@H)fabsf((float)v); }
__host__ __device__ @V __habs2(@V v) { return @V{__habs(v.x), __habs(v.y)}; }
__host__ __device__ @H __hmax(@H a, @H b) { return (@H)fmaxf((float)a, (float)b); }
__host__ __device__ @H __hmin(@H a, @H b) { return (@H)fminf((float)a, (float)b); }
__host__ __device__ @H __hmax_nan(@H a, @H b) { return a != a ? a + a : b != b ? b + b : __hmax(a, b); }
__host__ __device__ @H __hmin_nan(@H a, @H b) { return a != a ? a + a : b != b ? b + b : __hmin(a, b); }
__host__ __device__ @V __hmax2(@V a, @V b) { return @V{__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
__host__ __device__ @V __hmin2(@V a, @V b) { return @V{__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
__host__ __device__ @V __hmax2_nan(@V a, @V b) { return @V{__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)}; }
__host__ __device__ @V __hmin2_nan(@V a, @V b) { return @V{__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)}; }
__host__ __device__ @H __ss_saturated(@H v) { return (@H)fminf(fmaxf((float)v, 0.0f), 1.0f); }
__host__ __device__ @V __ss_saturated(@V v) { return @V{__ss_saturated(v.x), __ss_saturated(v.y)}; }
__host__ __device__ @H __hadd_sat(@H a, @H b) { return __ss_saturated(__hadd_rn(a, b)); }
__host__ __device__ @H __hsub_sat(@H a, @H b) { return __ss_saturated(__hsub_rn(a, b)); }
__host__ __device__ @H __hmul_sat(@H a, @H b) { return __ss_saturated(__hmul_rn(a, b)); }
__host__ __device__ @H __hfma_sat(@H a, @H b, @H c) { return __ss_saturated(__hfma(a, b, c)); }
__host__ __device__ @V __hadd2_sat(@V a, @V b) { return __ss_saturated(__hadd2_rn(a, b)); }
__host__ __device__ @V __hsub2_sat(@V a, @V b) { return __ss_saturated(__hsub2_rn(a, b)); }
__host__ __device__ @V __hmul2_sat(@V a, @V b) { return __ss_saturated(__hmul2_rn(a, b)); }
__host__ __device__ @V __hfma2_sat(@V a, @V b, @V c) { return __ss_saturated(__hfma2(a, b, c)); }
__host__ __device__ @H __hfma_relu(@H a, @H b, @H c) {
    return __hmax_nan(__hfma(a, b, c), __ushort_as_@N(0));
}
__host__ __device__ @V __hfma2_relu(@V a, @V b, @V c) {
    return __hmax2_nan(__hfma2(a, b, c), @V{__ushort_as_@N(0), __ushort_as_@N(0)});
}

// Comparisons. Those that end in u are also true of what is not a number.
__host__ __device__ bool __heq(@H a, @H b) { return a == b; }
__host__ __device__ bool __hne(@H a, @H b) { return a < b || a > b; }
__host__ __device__ bool __hlt(@H a, @H b) { return a < b; }
__host__ __device__ bool __hle(@H a, @H b) { return a <= b; }
__host__ __device__ bool __hgt(@H a, @H b) { return a > b; }
__host__ __device__ bool __hge(@H a, @H b) { return a >= b; }
__host__ __device__ bool __hequ(@H a, @H b) { return !(a < b || a > b); }
__host__ __device__ bool __hneu(@H a, @H b) { return a != b; }
__host__ __device__ bool __hltu(@H a, @H b) { return !(a >= b); }
__host__ __device__ bool __hleu(@H a, @H b) { return !(a > b); }
__host__ __device__ bool __hgtu(@H a, @H b) { return !(a <= b); }
__host__ __device__ bool __hgeu(@H a, @H b) { return !(a < b); }
__host__ __device__ bool __hisnan(@H v) { return v != v; }
__host__ __device__ int __hisinf(@H v) {
    float f = (float)v;
    return isinf(f) ? (f < 0.0f ? -1 : 1) : 0;
}
__host__ __device__ @V __hisnan2(@V v) { return @V{(@H)(v.x != v.x), (@H)(v.y != v.y)}; }
#define __SS_COMPARES(NAME)                                                                     \
    __host__ __device__ @V __h##NAME##2(@V a, @V b) {                                           \
        return @V{(@H)__h##NAME(a.x, b.x), (@H)__h##NAME(a.y, b.y)};                            \
    }                                                                                           \
    __host__ __device__ bool __hb##NAME##2(@V a, @V b) {                                        \
        return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);                                      \
    }                                                                                           \
    __host__ __device__ unsigned __h##NAME##2_mask(@V a, @V b) {                                \
        return (__h##NAME(a.x, b.x) ? 65535u : 0u) | (__h##NAME(a.y, b.y) ? 4294901760u : 0u);  \
    }
__SS_COMPARES(eq) __SS_COMPARES(ne) __SS_COMPARES(lt) __SS_COMPARES(le) __SS_COMPARES(gt) __SS_COMPARES(ge)
__SS_COMPARES(equ) __SS_COMPARES(neu) __SS_COMPARES(ltu) __SS_COMPARES(leu) __SS_COMPARES(gtu) __SS_COMPARES(geu)
#undef __SS_COMPARES
__host__ __device__ bool operator==(@V a, @V b) { return a.x == b.x && a.y == b.y; }
__host__ __device__ bool operator!=(@V a, @V b) { return a.x != b.x && a.y != b.y; }
__host__ __device__ bool operator<(@V a, @V b) { return a.x < b.x && a.y < b.y; }
__host__ __device__ bool operator<=(@V a, @V b) { return a.x <= b.x && a.y <= b.y; }
__host__ __device__ bool operator>(@V a, @V b) { return a.x > b.x && a.y > b.y; }
__host__ __device__ bool operator>=(@V a, @V b) { return a.x >= b.x && a.y >= b.y; }

#define __SS_FUNCTION(NAME, VALUE)                                                \
    __host__ __device__ @H h##NAME(@H h) {                                        \
        double v = (double)(float)h;                                              \
        return (@H)(VALUE);                                                       \
    }                                                                             \
    __host__ __device__ @V h2##NAME(@V h) { return @V{h##NAME(h.x), h##NAME(h.y)}; }
__SS_FUNCTION(exp, exp(v)) __SS_FUNCTION(exp2, exp2(v)) __SS_FUNCTION(exp10, exp10(v))
__SS_FUNCTION(log, log(v)) __SS_FUNCTION(log2, log2(v)) __SS_FUNCTION(log10, log10(v))
__SS_FUNCTION(sin, sin(v)) __SS_FUNCTION(cos, cos(v)) __SS_FUNCTION(tanh, tanh(v))
__SS_FUNCTION(sqrt, sqrt(v)) __SS_FUNCTION(rsqrt, 1.0 / sqrt(v)) __SS_FUNCTION(rcp, 1.0 / v)
__SS_FUNCTION(floor, floor(v)) __SS_FUNCTION(ceil, ceil(v)) __SS_FUNCTION(trunc, trunc(v))
__SS_FUNCTION(rint, rint(v))
#undef __SS_FUNCTION
)";

constexpr std::string_view f16_head = R"(
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
typedef __half half;
typedef __half2 half2;
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
)";

constexpr std::string_view bf16_head = R"(
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
)";

std::string header(std::string_view head, std::string_view type, std::string_view name) {
    std::string text{head};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] != '@') {
            text += numbers[i];
            continue;
        }
        const char what = numbers[++i];
        if (what == 'H') text += type;
        if (what == 'V') text.append(type).append("2");
        if (what == 'N') text += name;
    }
    return text + "#endif\n";
}

}  // namespace

std::span<const LibraryPart> half_headers() {
    static const std::string f16 = header(f16_head, "__half", "half");
    static const std::string bf16 = header(bf16_head, "__nv_bfloat16", "bfloat16");
    static const LibraryPart headers[] = {
        {"cuda_fp16.h", f16},
        {"cuda_fp16.hpp", f16},
        {"cuda_bf16.h", bf16},
        {"cuda_bf16.hpp", bf16},
    };
    return headers;
}

}  // namespace stridescope::language
