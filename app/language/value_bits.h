// Constants as the compiler holds them: 64 bits, whatever their kind.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "app/language/program.h"

namespace stridescope::language {

/// A lane's value out of a constant.
template <typename T>
T from_bits(std::int64_t bits) {
    if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    else if constexpr (std::is_same_v<T, double>)
        return std::bit_cast<double>(bits);
    else
        return static_cast<T>(bits);
}
template <typename T>
std::int64_t to_bits(T v) {
    if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<std::uint32_t>(v);
    else if constexpr (std::is_same_v<T, double>)
        return std::bit_cast<std::int64_t>(v);
    else
        return static_cast<std::int64_t>(v);
}

template <typename Action>
auto with_type(Kind kind, Action action) {
    switch (kind) {
        case Kind::i32: return action(std::int32_t{});
        case Kind::u32: return action(std::uint32_t{});
        case Kind::i64: return action(std::int64_t{});
        case Kind::u64: return action(std::uint64_t{});
        case Kind::f32: return action(float{});
        default: return action(double{});
    }
}

}  // namespace stridescope::language
