// What one operation makes of one lane's values: the same for the compiler, which folds constants,
// and for the machine. Where C++ leaves a case open, the GPU's answer is taken.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace stridescope::language::arithmetic {

// The machine compiles this several times for different processors: nothing of it may be shared.
#define STRIDESCOPE_LANE [[gnu::always_inline]] inline

template <typename T>
using Bits = std::make_unsigned_t<T>;

template <typename T>
STRIDESCOPE_LANE T add(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<Bits<T>>(a) + static_cast<Bits<T>>(b));
    else
        return a + b;
}
template <typename T>
STRIDESCOPE_LANE T sub(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<Bits<T>>(a) - static_cast<Bits<T>>(b));
    else
        return a - b;
}
template <typename T>
STRIDESCOPE_LANE T mul(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<Bits<T>>(a) * static_cast<Bits<T>>(b));
    else
        return a * b;
}
/// Integers: by zero all ones, as the GPU has it (the machine tells it besides).
template <typename T>
STRIDESCOPE_LANE T div(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        if (b == 0) return static_cast<T>(~T{0});
        if constexpr (std::is_signed_v<T>) {
            if (b == T{-1}) return sub<T>(0, a);
        }
        return a / b;
    } else {
        return a / b;
    }
}
template <typename T>
STRIDESCOPE_LANE T rem(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        if (b == 0) return a;
        if constexpr (std::is_signed_v<T>) {
            if (b == T{-1}) return 0;
        }
        return a % b;
    } else {
        return std::fmod(a, b);
    }
}
/// Shifts by the width or more leave nothing but the sign.
template <typename T>
STRIDESCOPE_LANE T shl(T a, T b) {
    constexpr Bits<T> width = sizeof(T) * 8;
    return static_cast<Bits<T>>(b) >= width
               ? T{0}
               : static_cast<T>(static_cast<Bits<T>>(a) << (static_cast<Bits<T>>(b) & (width - 1)));
}
template <typename T>
STRIDESCOPE_LANE T shr(T a, T b) {
    constexpr Bits<T> width = sizeof(T) * 8;
    if constexpr (std::is_signed_v<T>) {
        return a >> (static_cast<Bits<T>>(b) >= width ? width - 1 : static_cast<Bits<T>>(b));
    } else {
        return static_cast<Bits<T>>(b) >= width ? T{0} : static_cast<T>(a >> (b & (width - 1)));
    }
}
/// In floating point the number if one of the two is NaN, and −0 before 0.
template <typename T>
STRIDESCOPE_LANE T min(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (a != a) return b;
        if (b != b) return a;
        if (a == b) return std::signbit(a) ? a : b;
    }
    return b < a ? b : a;
}
template <typename T>
STRIDESCOPE_LANE T max(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (a != a) return b;
        if (b != b) return a;
        if (a == b) return std::signbit(a) ? b : a;
    }
    return a < b ? b : a;
}

/// Conversions; from floating point to integers towards zero, to the nearest there is beyond the
/// ends, of NaN 0 (of 64 bits, and of 32 of a double's, the highest bit alone: as an H200 has it).
template <typename To, typename From>
STRIDESCOPE_LANE To convert(From v) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        constexpr auto least = static_cast<From>(std::numeric_limits<To>::min());
        // 2^31 and its like: the first number that is too large, exact in any floating type.
        constexpr From beyond = static_cast<From>(std::numeric_limits<To>::max() / 2 + 1) * From{2};
        if (v != v) {
            constexpr bool has_sign_of_its_width =
                sizeof(To) == 8 || (sizeof(To) == 4 && sizeof(From) == 8);
            return has_sign_of_its_width ? static_cast<To>(std::uint64_t{1} << (sizeof(To) * 8 - 1))
                                         : To{0};
        }
        if (v >= beyond) return std::numeric_limits<To>::max();
        if (v <= least) return std::numeric_limits<To>::min();
        return static_cast<To>(v);
    } else {
        return static_cast<To>(v);
    }
}

}  // namespace stridescope::language::arithmetic
