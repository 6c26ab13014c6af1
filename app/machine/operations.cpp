// Which instruction set, and the functions of numbers that need no copy for each.
#include "app/machine/operations.h"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string_view>

namespace stridescope::machine {
namespace {

bool has_avx2() {
    const char* wish = std::getenv("STRIDESCOPE_MACHINE");
    if (wish != nullptr && std::string_view{wish} == "baseline") return false;
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

/// sin(πx), which is 0 and ±1 exactly where it should be: the angle is brought to a quarter of a
/// turn before it is multiplied.
double sin_of_half_turns(double x) {
    double r = std::fmod(x, 2.0);
    if (std::abs(r) > 1) r -= std::copysign(2.0, r);
    if (std::abs(r) > 0.5) r = std::copysign(1.0, r) - r;
    return std::sin(r * std::numbers::pi);
}
double cos_of_half_turns(double x) {
    double r = std::abs(std::fmod(x, 2.0));
    if (r > 1) r = 2 - r;
    return std::sin((0.5 - r) * std::numbers::pi);
}

template <typename T>
T one(language::Builtin function, T a) {
    using B = language::Builtin;
    switch (function) {
        case B::sqrt: return std::sqrt(a);
        // In double, so that the result is rounded once.
        case B::rsqrt: return static_cast<T>(1.0 / std::sqrt(static_cast<double>(a)));
        case B::cbrt: return std::cbrt(a);
        case B::exp: return std::exp(a);
        case B::exp2: return std::exp2(a);
        case B::exp10: return static_cast<T>(std::pow(10.0, static_cast<double>(a)));
        case B::expm1: return std::expm1(a);
        case B::log: return std::log(a);
        case B::log2: return std::log2(a);
        case B::log10: return std::log10(a);
        case B::log1p: return std::log1p(a);
        case B::sin: return std::sin(a);
        case B::cos: return std::cos(a);
        case B::tan: return std::tan(a);
        case B::asin: return std::asin(a);
        case B::acos: return std::acos(a);
        case B::atan: return std::atan(a);
        case B::sinh: return std::sinh(a);
        case B::cosh: return std::cosh(a);
        case B::tanh: return std::tanh(a);
        case B::erf: return std::erf(a);
        case B::erfc: return std::erfc(a);
        case B::floor: return std::floor(a);
        case B::ceil: return std::ceil(a);
        case B::round: return std::round(a);
        case B::trunc: return std::trunc(a);
        case B::rint: return std::nearbyint(a);
        case B::sinpi: return static_cast<T>(sin_of_half_turns(static_cast<double>(a)));
        case B::cospi: return static_cast<T>(cos_of_half_turns(static_cast<double>(a)));
        case B::saturate: return a > T{0} ? (a < T{1} ? a : T{1}) : T{0};
        case B::lgamma: return std::lgamma(a);
        case B::tgamma: return std::tgamma(a);
        case B::abs: return std::fabs(a);
        default: return a;
    }
}

template <typename T>
T two(language::Builtin function, T a, T b) {
    using B = language::Builtin;
    switch (function) {
        case B::pow: return std::pow(a, b);
        case B::fmod: return std::fmod(a, b);
        case B::atan2: return std::atan2(a, b);
        case B::hypot: return std::hypot(a, b);
        case B::copysign: return std::copysign(a, b);
        case B::fdim: return std::fdim(a, b);
        default: return a;
    }
}

}  // namespace

const char* instruction_set() {
    static const bool wide = has_avx2();
    return wide ? "avx2" : "baseline";
}

FindHandler best_operations() {
#if defined(__x86_64__)
    if (instruction_set() == std::string_view{"avx2"}) return avx2::find_handler;
#endif
    return baseline::find_handler;
}

double math1(language::Builtin function, double a) {
    return one(function, a);
}
float math1(language::Builtin function, float a) {
    return one(function, a);
}
double math2(language::Builtin function, double a, double b) {
    return two(function, a, b);
}
float math2(language::Builtin function, float a, float b) {
    return two(function, a, b);
}

}  // namespace stridescope::machine
