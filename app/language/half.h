// Floating point of 16 bits, held as its bits: __half, with 10 bits of fraction, and __nv_bfloat16,
// with 7. What is computed is computed exactly enough that it is rounded once, to nearest even.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "app/language/arithmetic.h"

namespace stridescope::language::half {

enum class Format : std::uint8_t { f16, bf16 };

inline constexpr std::uint32_t nan_bits = 0x7fff;

/// All are numbers of single precision.
template <Format format>
STRIDESCOPE_LANE float value(std::uint32_t bits) {
    const std::uint32_t sign = (bits & 0x8000) << 16;
    if constexpr (format == Format::bf16) return std::bit_cast<float>(bits << 16);
    const std::uint32_t exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    if (exponent == 31) return std::bit_cast<float>(fraction != 0 ? 0x7fffffff : sign | 0x7f800000);
    if (exponent == 0) {
        const float small = static_cast<float>(fraction) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(small) | sign);
    }
    return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

template <Format format>
STRIDESCOPE_LANE std::uint32_t rounded(float v) {
    const auto bits = std::bit_cast<std::uint32_t>(v);
    const std::uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return nan_bits;
    if constexpr (format == Format::bf16) return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    if (magnitude >= 0x477ff000) return sign | 0x7c00;  // 65,520 and more
    if (magnitude < 0x38800000) {
        // In [0.5, 1) the last bit counts 2^-24, as that of a half without an exponent.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
        return sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000);
    }
    const std::uint32_t moved = magnitude - 0x38000000;
    return sign | (moved + 0xfff + (moved >> 13 & 1)) >> 13;
}

/// Cut, with a last bit that says whether anything was cut: what is rounded from there on is
/// rounded as if it were for the first time.
STRIDESCOPE_LANE float cut_to_odd(double v) {
    const auto near = static_cast<float>(v);
    const auto back = static_cast<double>(near);
    if (back == v || v != v) return near;
    auto bits = std::bit_cast<std::uint32_t>(near);
    if ((v < 0 ? -back : back) > (v < 0 ? -v : v)) --bits;
    return std::bit_cast<float>(bits | 1);
}
template <typename T>
STRIDESCOPE_LANE double cut_integer(T v) {
    if constexpr (sizeof(T) < 8) return static_cast<double>(v);
    const bool negative = v < 0;
    auto magnitude = static_cast<std::uint64_t>(v);
    if (negative) magnitude = 0 - magnitude;
    if (magnitude >> 53 != 0)
        magnitude = (magnitude & ~std::uint64_t{0xfff}) |
                    (static_cast<std::uint64_t>((magnitude & 0xfff) != 0) << 12);
    const auto cut = static_cast<double>(magnitude);
    return negative ? -cut : cut;
}

template <Format format, typename T>
STRIDESCOPE_LANE std::uint32_t of(T v) {
    if constexpr (std::is_same_v<T, float>)
        return rounded<format>(v);
    else if constexpr (std::is_same_v<T, double>)
        return rounded<format>(cut_to_odd(v));
    else
        return rounded<format>(cut_to_odd(cut_integer(v)));
}

/// Its bits, as `is_f16` says which.
inline std::uint32_t bits_of(double v, bool is_f16) {
    return is_f16 ? of<Format::f16>(v) : of<Format::bf16>(v);
}
inline float value_of(std::uint32_t bits, bool is_f16) {
    return is_f16 ? value<Format::f16>(bits) : value<Format::bf16>(bits);
}

/// a · b + c, rounded once. The product is exact in double precision.
template <Format format>
STRIDESCOPE_LANE std::uint32_t fused(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const double product =
        static_cast<double>(value<format>(a)) * static_cast<double>(value<format>(b));
    const auto last = static_cast<double>(value<format>(c));
    const double sum = product + last;
    const double part = sum - product;
    const double rest = (product - (sum - part)) + (last - part);
    auto bits = std::bit_cast<std::uint64_t>(sum);
    if (rest - rest == 0 && rest != 0 && (bits & 1) == 0) bits += (rest > 0) == (sum > 0) ? 1 : -1;
    return of<format>(std::bit_cast<double>(bits));
}

}  // namespace stridescope::language::half
