// The values a scan works on: element types and associative operators, by their command-line names.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace stridescope {

/// Type of one element of the scanned array.
enum class ElementType { i32, u32, f32, f64, i64 };

/// The associative operator of the scan. Integer addition wraps, as it does on the device. `last`
/// is the last operand that is not 0: it does not commute, so that it matters which one stands
/// left.
enum class Op { add, max, min, last };

inline constexpr std::array element_types{ElementType::i32, ElementType::u32, ElementType::f32,
                                          ElementType::f64, ElementType::i64};
inline constexpr std::array ops{Op::add, Op::max, Op::min, Op::last};

/// Size of one element in bytes: 4 or 8.
constexpr std::size_t size_of(ElementType type) {
    return type == ElementType::f64 || type == ElementType::i64 ? 8 : 4;
}

constexpr std::string_view name_of(ElementType type) {
    constexpr std::array<std::string_view, 5> names{"i32", "u32", "f32", "f64", "i64"};
    return names[static_cast<std::size_t>(type)];
}

constexpr std::string_view name_of(Op op) {
    constexpr std::array<std::string_view, 4> names{"add", "max", "min", "last"};
    return names[static_cast<std::size_t>(op)];
}

/// Which scan: every element's result takes the element in (inclusive), or only what comes before
/// it, so that the first one's is the identity (exclusive).
enum class Scan { inclusive, exclusive };

inline constexpr std::array scans{Scan::inclusive, Scan::exclusive};

constexpr std::string_view name_of(Scan scan) {
    return scan == Scan::inclusive ? "inclusive" : "exclusive";
}

/// Whether a ⊕ b = b ⊕ a.
constexpr bool commutes(Op op) {
    return op != Op::last;
}

}  // namespace stridescope
