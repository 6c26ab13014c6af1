#include "app/experiment/text/formula_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>

#include "app/experiment/text/formula.h"

namespace stridescope {
namespace {

using Whole = std::int64_t;

Whole wrap(std::uint64_t value) {
    return static_cast<Whole>(value);
}

/// Beyond the range as a GPU converts: the nearest there is, and 0 for what is no number.
Whole to_whole(double value) {
    constexpr double end = 9223372036854775808.0;  // 2^63
    if (std::isnan(value)) return 0;
    if (value >= end) return std::numeric_limits<Whole>::max();
    if (value <= -end) return std::numeric_limits<Whole>::min();
    return static_cast<Whole>(value);
}

/// The shape of what is computed of both, element by element.
void take_shape(Values& result, const Values& a, const Values& b) {
    if (!a.scalar && !b.scalar && a.size() != b.size()) {
        throw FormulaError(
            fmt::format("an array of {} and one of {} elements have no elements in "
                        "pairs",
                        a.size(), b.size()));
    }
    result.scalar = a.scalar && b.scalar;
    result.extents = a.scalar ? b.extents : a.extents;
}

std::size_t result_size(const Values& a, const Values& b) {
    return a.scalar ? b.size() : a.size();
}

template <class F>
Values whole_values(const Values& a, const Values& b, F f) {
    Values result;
    take_shape(result, a, b);
    result.is_unsigned = a.is_unsigned || b.is_unsigned;
    result.whole.resize(result_size(a, b));
    for (std::size_t i = 0; i < result.whole.size(); ++i)
        result.whole[i] = f(a.whole[a.scalar ? 0 : i], b.whole[b.scalar ? 0 : i]);
    return result;
}

template <class F>
Values truth_values(const Values& a, const Values& b, F f) {
    Values result;
    take_shape(result, a, b);
    result.whole.resize(result_size(a, b));
    const bool real = a.real || b.real;
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    for (std::size_t i = 0; i < result.whole.size(); ++i) {
        if (real) {
            result.whole[i] = f(a.number(i), b.number(i)) ? 1 : 0;
        } else if (is_unsigned) {
            result.whole[i] = f(static_cast<std::uint64_t>(a.integer(i)),
                                static_cast<std::uint64_t>(b.integer(i)))
                                  ? 1
                                  : 0;
        } else {
            result.whole[i] = f(a.integer(i), b.integer(i)) ? 1 : 0;
        }
    }
    return result;
}

/// What the operands' own errors make of the result's.
double carried(char op, double x, double y, double dx, double dy) {
    switch (op) {
        case '*': return std::abs(x) * dy + std::abs(y) * dx + dx * dy;
        case '/': return (dx + std::abs(x / y) * dy) / std::max(std::abs(y) - dy, 0.0);
        default: return dx + dy;
    }
}

Values real_values(char op, const Values& a, const Values& b, double rounding) {
    Values result;
    take_shape(result, a, b);
    result.real = true;
    const std::size_t n = result_size(a, b);
    result.numbers.resize(n);
    result.bound.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double x = a.number(i), y = b.number(i);
        const double r = op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : x / y;
        const double dx = a.bound_of(i), dy = b.bound_of(i);
        result.numbers[i] = r;
        const double off =
            (dx == 0 && dy == 0 ? 0 : carried(op, x, y, dx, dy)) + rounding * std::abs(r);
        result.bound[i] = std::isfinite(off) ? off : 0;
    }
    return result;
}

Values divide(const Values& a, const Values& b, bool remainder) {
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    return whole_values(a, b, [&](Whole x, Whole y) -> Whole {
        if (y == 0) throw FormulaError("division by zero");
        if (is_unsigned) {
            const auto ux = static_cast<std::uint64_t>(x), uy = static_cast<std::uint64_t>(y);
            return wrap(remainder ? ux % uy : ux / uy);
        }
        if (y == -1) return remainder ? 0 : wrap(0 - static_cast<std::uint64_t>(x));
        return remainder ? x % y : x / y;
    });
}

bool is_true(const Values& v, std::size_t i) {
    return v.real ? v.number(i) != 0 : v.integer(i) != 0;
}

}  // namespace

double Values::number(std::size_t i) const {
    if (real) return numbers[scalar ? 0 : i];
    const Whole value = whole[scalar ? 0 : i];
    return is_unsigned ? static_cast<double>(static_cast<std::uint64_t>(value))
                       : static_cast<double>(value);
}

std::int64_t Values::integer(std::size_t i) const {
    return real ? to_whole(numbers[scalar ? 0 : i]) : whole[scalar ? 0 : i];
}

void check_numbers(double count) {
    if (count <= most_numbers) return;
    throw FormulaError(fmt::format(
        "{:.0f} numbers are more than a formula computes, which is {:.0f}", count, most_numbers));
}

void check_work(double additions) {
    if (additions <= most_work) return;
    throw FormulaError(fmt::format(
        "{:.1e} additions would take too long: choose smaller arrays, or omit the expectation",
        additions));
}

double rounding_of(ElementType type) {
    if (type == ElementType::f32) return std::numeric_limits<float>::epsilon();
    if (type == ElementType::f64) return std::numeric_limits<double>::epsilon();
    if (type == ElementType::f16) return 0x1p-10;
    if (type == ElementType::bf16) return 0x1p-7;
    return 0;
}

std::size_t count_of(const Extents& extents) {
    std::size_t count = 1;
    for (const std::int64_t extent : extents) count *= static_cast<std::size_t>(extent);
    return count;
}

std::string text_of(const Extents& extents) {
    std::string text;
    for (const std::int64_t extent : extents) text += fmt::format("[{}]", extent);
    return text;
}

Values scalar_value(std::int64_t value) {
    Values result;
    result.scalar = true;
    result.whole = {value};
    return result;
}

Values scalar_value(double value) {
    Values result;
    result.scalar = result.real = true;
    result.numbers = {value};
    return result;
}

Values values_of(const TypedArray& array, Extents extents) {
    Values result;
    result.extents = std::move(extents);
    with_number_type(array.type(), [&](auto zero) {
        using T = decltype(zero);
        const auto elements = array.as<T>();
        if constexpr (is_real_number_v<T>) {
            result.real = true;
            result.numbers.assign(elements.begin(), elements.end());
        } else {
            result.is_unsigned = std::is_same_v<T, std::uint64_t>;
            result.whole.resize(elements.size());
            for (std::size_t i = 0; i < elements.size(); ++i)
                // Of a char the sign counts. NOLINTNEXTLINE(bugprone-signed-char-misuse)
                result.whole[i] = static_cast<Whole>(elements[i]);
        }
    });
    return result;
}

Values to_real(Values values) {
    if (values.real) return values;
    values.numbers.resize(values.whole.size());
    for (std::size_t i = 0; i < values.numbers.size(); ++i) values.numbers[i] = values.number(i);
    values.real = true;
    values.whole.clear();
    return values;
}

Values binary_values(std::string_view op, const Values& a, const Values& b, double rounding) {
    const bool real = a.real || b.real;
    if (op == "==") return truth_values(a, b, [](auto x, auto y) { return x == y; });
    if (op == "!=") return truth_values(a, b, [](auto x, auto y) { return x != y; });
    if (op == "<=") return truth_values(a, b, [](auto x, auto y) { return x <= y; });
    if (op == ">=") return truth_values(a, b, [](auto x, auto y) { return x >= y; });
    if (op == "<") return truth_values(a, b, [](auto x, auto y) { return x < y; });
    if (op == ">") return truth_values(a, b, [](auto x, auto y) { return x > y; });
    if (op == "&&") return truth_values(a, b, [](auto x, auto y) { return x != 0 && y != 0; });
    if (op == "||") return truth_values(a, b, [](auto x, auto y) { return x != 0 || y != 0; });
    if (real && (op == "+" || op == "-" || op == "*" || op == "/")) {
        return real_values(op[0], a, b, rounding);
    }
    if (real) {
        throw FormulaError(fmt::format("{} is for whole numbers only", op));
    }
    const auto u = [](Whole x) { return static_cast<std::uint64_t>(x); };
    if (op == "+") return whole_values(a, b, [&](Whole x, Whole y) { return wrap(u(x) + u(y)); });
    if (op == "-") return whole_values(a, b, [&](Whole x, Whole y) { return wrap(u(x) - u(y)); });
    if (op == "*") return whole_values(a, b, [&](Whole x, Whole y) { return wrap(u(x) * u(y)); });
    if (op == "/") return divide(a, b, false);
    if (op == "%") return divide(a, b, true);
    if (op == "&") return whole_values(a, b, [](Whole x, Whole y) { return x & y; });
    if (op == "|") return whole_values(a, b, [](Whole x, Whole y) { return x | y; });
    if (op == "^") return whole_values(a, b, [](Whole x, Whole y) { return x ^ y; });
    if (op == "<<")
        return whole_values(a, b, [&](Whole x, Whole y) { return wrap(u(x) << (y & 63)); });
    if (op == ">>" && a.is_unsigned)
        return whole_values(a, b, [&](Whole x, Whole y) { return wrap(u(x) >> (y & 63)); });
    return whole_values(a, b, [](Whole x, Whole y) { return x >> (y & 63); });
}

Values unary_values(std::string_view op, Values a) {
    if (op == "+") return a;
    if (op == "-") {
        for (double& x : a.numbers) x = -x;
        for (Whole& x : a.whole) x = wrap(0 - static_cast<std::uint64_t>(x));
        return a;
    }
    if (op == "float" || op == "double") {
        a = to_real(std::move(a));
        if (op == "float") {
            for (double& x : a.numbers) x = static_cast<double>(static_cast<float>(x));
        }
        return a;
    }
    Values result;
    result.scalar = a.scalar;
    result.extents = a.extents;
    result.whole.resize(a.size());
    for (std::size_t i = 0; i < result.whole.size(); ++i) {
        const Whole x = a.integer(i);
        Whole& to = result.whole[i];
        if (op == "!") {
            to = is_true(a, i) ? 0 : 1;
        } else if (op == "~") {
            to = ~x;
            result.is_unsigned = a.is_unsigned;
        } else if (op == "int") {
            to = static_cast<std::int32_t>(x);
        } else if (op == "unsigned") {
            to = static_cast<std::uint32_t>(x);
        } else if (op == "char") {
            // As C converts it. NOLINTNEXTLINE(bugprone-signed-char-misuse)
            to = static_cast<std::int8_t>(x);
        } else {
            to = x;
        }
    }
    return result;
}

Values choose_values(const Values& condition, const Values& yes, const Values& no) {
    if (condition.scalar) return is_true(condition, 0) ? yes : no;
    Values result;
    result.extents = condition.extents;
    result.real = yes.real || no.real;
    result.is_unsigned = yes.is_unsigned || no.is_unsigned;
    const std::size_t n = condition.size();
    for (const Values* part : {&yes, &no}) {
        if (!part->scalar && part->size() != n) {
            throw FormulaError(
                fmt::format("an array of {} and one of {} elements have no elements in pairs", n,
                            part->size()));
        }
    }
    (result.real ? result.numbers.resize(n) : result.whole.resize(n));
    if (!yes.bound.empty() || !no.bound.empty()) result.bound.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Values& from = is_true(condition, i) ? yes : no;
        if (result.real) {
            result.numbers[i] = from.number(i);
        } else {
            result.whole[i] = from.integer(i);
        }
        if (!result.bound.empty()) result.bound[i] = from.bound_of(i);
    }
    return result;
}

TypedArray to_elements(Values values, ElementType type, const Extents& extents,
                       TypedArray& tolerance) {
    const std::size_t n = count_of(extents);
    if (!values.scalar && values.size() != n) {
        throw FormulaError(fmt::format(
            "this has {} element{}{}, and the array has {}", values.size(),
            values.size() == 1 ? "" : "s",
            values.extents.size() > 1 ? fmt::format(" ({})", text_of(values.extents)) : "", n));
    }
    return with_number_type(type, [&](auto zero) {
        using T = decltype(zero);
        TypedArray array = TypedArray::uninitialized(type, n);
        const auto elements = array.as<T>();
        for (std::size_t i = 0; i < n; ++i) {
            if constexpr (is_real_number_v<T>) {
                elements[i] = static_cast<T>(values.number(i));
            } else {
                elements[i] = static_cast<T>(values.integer(i));
            }
        }
        if constexpr (is_real_number_v<T>) {
            const auto off = [](double bound) { return bound > 0; };
            if (std::ranges::any_of(values.bound, off)) {
                // The bounds become the tolerance where they are: of large arrays there is no room
                // for both.
                const auto bound = std::make_shared<std::vector<double>>(std::move(values.bound));
                if (values.scalar) bound->assign(n, double{bound->front()});
                for (std::size_t i = 0; i < n; ++i) {
                    if (!std::isfinite(static_cast<double>(elements[i]))) (*bound)[i] = 0;
                }
                tolerance = TypedArray::over(ElementType::f64, n,
                                             {bound, reinterpret_cast<std::byte*>(bound->data())});
            }
        }
        return array;
    });
}

}  // namespace stridescope
