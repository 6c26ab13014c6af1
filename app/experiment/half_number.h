// Numbers of 16 bits with a fraction, as elements of arrays: each is its bits, and a number to
// those who look at it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "app/language/half.h"

namespace stridescope {

/// What is made of another number is rounded once, to nearest even.
template <language::half::Format format>
class HalfNumber {
  public:
    HalfNumber() = default;
    template <class T>
    requires std::is_arithmetic_v<T>
    explicit HalfNumber(T number)
        : bits_{static_cast<std::uint16_t>(language::half::of<format>(number))} {}

    // All are numbers of single precision, so that nothing is lost.
    // NOLINTNEXTLINE(google-explicit-constructor)
    operator float() const { return language::half::value<format>(bits_); }

    std::uint16_t bits() const { return bits_; }

    static constexpr float largest() {
        return format == language::half::Format::f16 ? 65504.0F : 0x1.fep127F;
    }

  private:
    std::uint16_t bits_ = 0;
};

using Half = HalfNumber<language::half::Format::f16>;
using Bfloat16 = HalfNumber<language::half::Format::bf16>;

template <class T>
inline constexpr bool is_half_number_v = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>;

/// Whether elements of T may have a fraction.
template <class T>
inline constexpr bool is_real_number_v = std::is_floating_point_v<T> || is_half_number_v<T>;

}  // namespace stridescope
