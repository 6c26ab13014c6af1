// The operators themselves, with their identities; usable on the host and on the device.
#pragma once

#include <limits>
#include <type_traits>

#include "kernels/element.h"

#ifdef __CUDACC__
#define STRIDESCOPE_BOTH __host__ __device__
#else
#define STRIDESCOPE_BOTH
#endif

namespace stridescope {

/// a ⊕ b. Integers wrap on overflow (signed ones by way of unsigned, so that it is defined).
template <class T>
STRIDESCOPE_BOTH constexpr T combine(Op op, T a, T b) {
    if (op == Op::max) return a < b ? b : a;
    if (op == Op::min) return b < a ? b : a;
    if (op == Op::last) return b != T{0} ? b : a;  // −0 is 0 too, NaN is not
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
    } else {
        return a + b;
    }
}

/// The identity of ⊕: what inputs shorter than a section are filled with.
template <class T>
STRIDESCOPE_BOTH constexpr T identity_of(Op op) {
    using Limits = std::numeric_limits<T>;
    if (op == Op::add || op == Op::last) return T{0};
    if constexpr (std::is_floating_point_v<T>) {
        return op == Op::max ? -Limits::infinity() : Limits::infinity();
    } else {
        return op == Op::max ? Limits::min() : Limits::max();
    }
}

}  // namespace stridescope
