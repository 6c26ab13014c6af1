// The types of arrays' elements, by their command-line names.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

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

}  // namespace stridescope
