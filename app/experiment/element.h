// The types of arrays' elements, by their command-line names; and those that C++ has no type for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "app/language/half.h"

namespace stridescope {

/// Type of one element of an array. The library's scans work on those of `element_types`.
enum class ElementType { i32, u32, f32, f64, i64, u64, i16, u16, i8, u8, f16, bf16 };

inline constexpr std::array element_types{ElementType::i32, ElementType::u32, ElementType::f32,
                                          ElementType::f64, ElementType::i64};
/// All there are: what arrays of a CUDA text are of. Truth values count as u8.
inline constexpr std::array number_types{ElementType::i32, ElementType::u32, ElementType::f32,
                                         ElementType::f64, ElementType::i64, ElementType::u64,
                                         ElementType::i16, ElementType::u16, ElementType::i8,
                                         ElementType::u8,  ElementType::f16, ElementType::bf16};

/// Size of one element in bytes; of those that are scanned 4 or 8.
constexpr std::size_t size_of(ElementType type) {
    constexpr std::array<std::size_t, number_types.size()> sizes{4, 4, 4, 8, 8, 8,
                                                                 2, 2, 1, 1, 2, 2};
    return sizes[static_cast<std::size_t>(type)];
}

/// Whether it has numbers between the whole ones.
constexpr bool is_real(ElementType type) {
    return type == ElementType::f32 || type == ElementType::f64 || type == ElementType::f16 ||
           type == ElementType::bf16;
}

constexpr std::string_view name_of(ElementType type) {
    constexpr std::array<std::string_view, number_types.size()> names{
        "i32", "u32", "f32", "f64", "i64", "u64", "i16", "u16", "i8", "u8", "f16", "bf16"};
    return names[static_cast<std::size_t>(type)];
}

// Numbers of 16 bits with a fraction, as elements of arrays: each is its bits, and a number to
// those who look at it.

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
