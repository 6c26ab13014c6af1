// A scan of the library as the command line's flags say it, and what its knobs mean, as the tests
// understand them.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "app/experiment/element.h"
#include "app/experiment/experiment.h"
#include "app/experiment/input.h"
#include "tests/support/padding.h"

namespace stridescope {

/// The associative operator of a scan. Integer addition wraps, as it does on the device. `last` is
/// the last operand that is not 0: it does not commute, so that it matters which one stands left.
enum class Op { add, max, min, last };
inline constexpr std::array ops{Op::add, Op::max, Op::min, Op::last};
constexpr std::string_view name_of(Op op) {
    constexpr std::array<std::string_view, 4> names{"add", "max", "min", "last"};
    return names[static_cast<std::size_t>(op)];
}

enum class Scan { inclusive, exclusive };
inline constexpr std::array scans{Scan::inclusive, Scan::exclusive};
constexpr std::string_view name_of(Scan scan) {
    return scan == Scan::inclusive ? "inclusive" : "exclusive";
}

/// a ⊕ b. Integers wrap.
template <class T>
constexpr T combine(Op op, T a, T b) {
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

/// What stands before the first element.
template <class T>
constexpr T identity_of(Op op) {
    using Limits = std::numeric_limits<T>;
    if (op == Op::add || op == Op::last) return T{0};
    if constexpr (std::is_floating_point_v<T>) {
        return op == Op::max ? -Limits::infinity() : Limits::infinity();
    } else {
        return op == Op::max ? Limits::min() : Limits::max();
    }
}

/// The flags' names: --kernel, --block …
struct ScanRun {
    std::string kernel = "kogge-stone";
    int block = 16;
    int coarsen = 1;
    std::optional<std::int64_t> n{};
    Padding padding = Padding::none;
    ElementType type = ElementType::f32;
    Op op = Op::add;
    Scan scan = Scan::inclusive;
    EngineChoice engine = EngineChoice::automatic;
    InputSpec input{};
    std::optional<int> first_blocks{};
    Schedule schedule{};
    int sms = Experiment{}.sms;
    int resident = Experiment{}.resident;

    /// Elements per block.
    int section() const { return block * coarsen; }
    /// The experiment that the flags make. Throws as they do.
    Experiment experiment() const;
    operator Experiment() const { return experiment(); }  // NOLINT(google-explicit-constructor)

    bool operator==(const ScanRun&) const = default;
};

}  // namespace stridescope
