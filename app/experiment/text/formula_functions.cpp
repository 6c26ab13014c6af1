#include "app/experiment/text/formula_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/experiment/text/formula.h"
#include "app/experiment/text/while_wanted.h"

namespace stridescope {
namespace {

using Whole = std::int64_t;

std::uint64_t bits(Whole value) {
    return static_cast<std::uint64_t>(value);
}

Whole fold_whole(FoldOp op, Whole a, Whole b, bool is_unsigned) {
    const bool less = is_unsigned ? bits(a) < bits(b) : a < b;
    const bool more = is_unsigned ? bits(a) > bits(b) : a > b;
    switch (op) {
        case FoldOp::add: return static_cast<Whole>(bits(a) + bits(b));
        case FoldOp::mul: return static_cast<Whole>(bits(a) * bits(b));
        case FoldOp::min: return more ? b : a;
        case FoldOp::max: return less ? b : a;
        case FoldOp::last: break;
    }
    return b != 0 ? b : a;
}

double fold_real(FoldOp op, double a, double b) {
    switch (op) {
        case FoldOp::add: return a + b;
        case FoldOp::mul: return a * b;
        case FoldOp::min: return b < a ? b : a;
        case FoldOp::max: return a < b ? b : a;
        case FoldOp::last: break;
    }
    return b != 0 ? b : a;
}

Values identity_of(FoldOp op, ElementType type) {
    return with_number_type(type, [&](auto zero) {
        using T = decltype(zero);
        using Limits = std::numeric_limits<T>;
        if constexpr (is_real_number_v<T>) {
            constexpr double infinity = std::numeric_limits<double>::infinity();
            return scalar_value(op == FoldOp::min   ? infinity
                                : op == FoldOp::max ? -infinity
                                : op == FoldOp::mul ? 1.0
                                                    : 0.0);
        } else {
            return scalar_value(op == FoldOp::min   ? static_cast<Whole>(Limits::max())
                                : op == FoldOp::max ? static_cast<Whole>(Limits::min())
                                : op == FoldOp::mul ? Whole{1}
                                                    : Whole{0});
        }
    });
}

/// What has been folded so far, and how far another order of the same may be off.
class Fold {
  public:
    Fold(FoldOp op, const Values& of, ElementType type)
        : op_(op), of_(of), rounding_(rounding_of(type)), identity_(identity_of(op, type)) {
        begin();
    }

    void begin() {
        whole_ = identity_.integer(0);
        real_ = identity_.number(0);
        count_ = 0;
        magnitude_ = bound_ = 0;
    }
    void take(std::size_t i) {
        constexpr std::size_t at_once = std::size_t{1} << 20;
        if (i % at_once == 0) check_wanted();
        const bool first = count_++ == 0;
        if (!of_.real) {
            whole_ = first ? of_.whole[i] : fold_whole(op_, whole_, of_.whole[i], of_.is_unsigned);
            return;
        }
        const double x = of_.numbers[i];
        real_ = first ? x : fold_real(op_, real_, x);
        magnitude_ += std::abs(x);
        bound_ = op_ == FoldOp::add ? bound_ + of_.bound_of(i) : std::max(bound_, of_.bound_of(i));
    }
    void put(Values& to) const {
        if (!of_.real) {
            to.whole.push_back(count_ == 0 ? identity_.integer(0) : whole_);
            return;
        }
        to.numbers.push_back(count_ == 0 ? identity_.number(0) : real_);
        // Any order of n additions is off by at most n roundings of Σ|x|, and so is this one.
        const double n = static_cast<double>(count_);
        double off = bound_;
        if (op_ == FoldOp::add && count_ > 1) off += 2 * n * rounding_ * magnitude_;
        if (op_ == FoldOp::mul && count_ > 1) off += 2 * n * rounding_ * std::abs(real_);
        to.bound.push_back(std::isfinite(off) ? off : 0);
    }

  private:
    FoldOp op_;
    const Values& of_;
    double rounding_;
    Values identity_;
    Whole whole_ = 0;
    double real_ = 0, magnitude_ = 0, bound_ = 0;
    std::size_t count_ = 0;
};

std::size_t section_of(const Values& a, std::int64_t section) {
    if (section < 0) throw FormulaError(fmt::format("a section of {} elements", section));
    return section == 0 ? std::max<std::size_t>(1, a.size()) : static_cast<std::size_t>(section);
}

void need_array(const Values& a, std::string_view what) {
    if (a.scalar) throw FormulaError(fmt::format("{} needs an array, not a number", what));
}

void need_matrix(const Values& a, std::string_view what) {
    need_array(a, what);
    if (a.extents.size() != 2) {
        throw FormulaError(fmt::format(
            "{} needs a matrix, and this is an array of {} dimension{}: write its extents as "
            "[rows][columns]",
            what, a.extents.size(), a.extents.size() == 1 ? "" : "s"));
    }
}

template <class T>
const std::vector<T>& numbers(const Values& v) {
    if constexpr (std::is_same_v<T, double>) {
        return v.numbers;
    } else {
        return v.whole;
    }
}
template <class T>
std::vector<T>& numbers(Values& v) {
    if constexpr (std::is_same_v<T, double>) {
        return v.numbers;
    } else {
        return v.whole;
    }
}

std::vector<double> magnitudes(const Values& v, bool with_bound) {
    std::vector<double> all(v.numbers.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = std::abs(v.numbers[i]) + (with_bound ? v.bound_of(i) : 0);
    return all;
}

/// to[i] += factor · from[i]: integers wrap.
void add_row(double factor, const double* from, double* to, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) to[i] += factor * from[i];
}
void add_row(Whole factor, const Whole* from, Whole* to, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
        to[i] = static_cast<Whole>(bits(to[i]) + bits(factor) * bits(from[i]));
}

template <class T>
void multiply(const std::vector<T>& a, const std::vector<T>& b, std::vector<T>& c, std::size_t rows,
              std::size_t inner, std::size_t columns) {
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < inner; ++k) {
            add_row(a[row * inner + k], b.data() + k * columns, c.data() + row * columns, columns);
        }
    }
}

/// Sums up shifted copies of the rows of `a`, one for each element of the filter.
template <class T>
void convolve(const std::vector<T>& a, const std::vector<T>& f, std::vector<T>& c,
              const std::array<std::int64_t, 2>& of, const std::array<std::int64_t, 2>& filter) {
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    for (std::int64_t fy = 0; fy < filter[0]; ++fy) {
        for (std::int64_t fx = 0; fx < filter[1]; ++fx) {
            const std::int64_t dy = fy - filter[0] / 2, dx = fx - filter[1] / 2;
            const std::int64_t first = std::max<std::int64_t>(0, -dx);
            const std::int64_t end = std::min(of[1], of[1] - dx);
            for (std::int64_t y = std::max<std::int64_t>(0, -dy); y < std::min(of[0], of[0] - dy);
                 ++y) {
                if (end <= first) continue;
                add_row(f[at(fy * filter[1] + fx)], a.data() + (y + dy) * of[1] + first + dx,
                        c.data() + y * of[1] + first, at(end - first));
            }
        }
    }
}

/// What sums of `terms` products may be off by, given the sums of their magnitudes without and with
/// the operands' own bounds.
std::vector<double> bounds_of_products(const std::vector<double>& exact,
                                       const std::vector<double>& off, double terms,
                                       double rounding) {
    std::vector<double> bound(exact.size());
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const double b = 2 * terms * rounding * off[i] + (off[i] - exact[i]);
        bound[i] = std::isfinite(b) ? b : 0;
    }
    return bound;
}

template <class F>
Values real_function(const Values& a, double rounding, F f) {
    Values result = to_real(a);
    // Within 4 units in the last place, as CUDA's tables of its own functions say.
    result.bound.resize(result.numbers.size());
    for (std::size_t i = 0; i < result.numbers.size(); ++i) {
        const double x = result.numbers[i], dx = a.bound_of(i), y = f(x);
        result.numbers[i] = y;
        const double off =
            4 * rounding * std::abs(y) +
            (dx > 0 ? std::max(std::abs(f(x + dx) - y), std::abs(f(x - dx) - y)) : 0);
        result.bound[i] = std::isfinite(off) ? off : 0;
    }
    return result;
}

}  // namespace

FoldOp fold_op(std::string_view name) {
    if (name == "add") return FoldOp::add;
    if (name == "mul") return FoldOp::mul;
    if (name == "min") return FoldOp::min;
    if (name == "max") return FoldOp::max;
    if (name == "last") return FoldOp::last;
    throw FormulaError(
        fmt::format("\"{}\" is not an operator: choose add, mul, min, max or last", name));
}

Values scan_values(const Values& a, std::int64_t section, FoldOp op, bool exclusive,
                   ElementType type) {
    need_array(a, "a scan");
    const std::size_t length = section_of(a, section);
    Values result;
    result.extents = a.extents;
    result.real = a.real;
    result.is_unsigned = a.is_unsigned;
    if (a.real) {
        result.numbers.reserve(a.size());
        result.bound.reserve(a.size());
    } else {
        result.whole.reserve(a.size());
    }
    Fold fold(op, a, type);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (i % length == 0) fold.begin();
        if (exclusive) fold.put(result);
        fold.take(i);
        if (!exclusive) fold.put(result);
    }
    return result;
}

Values fold_values(const Values& a, std::int64_t section, FoldOp op, ElementType type) {
    need_array(a, "this");
    const std::size_t length = section_of(a, section);
    Values result;
    result.real = a.real;
    result.is_unsigned = a.is_unsigned;
    result.scalar = section == 0;
    Fold fold(op, a, type);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (i > 0 && i % length == 0) {
            fold.put(result);
            fold.begin();
        }
        fold.take(i);
    }
    if (a.size() > 0 || section == 0) fold.put(result);
    if (!result.scalar) result.extents = {static_cast<std::int64_t>(result.size())};
    return result;
}

Values histogram_values(const Values& a, std::int64_t width, std::int64_t first,
                        const Extents& bins) {
    need_array(a, "a histogram");
    if (width < 1) throw FormulaError(fmt::format("bins that are {} wide", width));
    Values result;
    result.extents = bins;
    result.whole.resize(count_of(bins));
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::int64_t at = a.integer(i) - first;
        const auto bin = static_cast<std::size_t>(at / width);
        if (at >= 0 && bin < result.whole.size()) ++result.whole[bin];
    }
    return result;
}

Values transpose_values(const Values& a) {
    need_matrix(a, "transpose");
    const auto rows = static_cast<std::size_t>(a.extents[0]);
    const auto columns = static_cast<std::size_t>(a.extents[1]);
    Values result;
    result.real = a.real;
    result.is_unsigned = a.is_unsigned;
    result.extents = {a.extents[1], a.extents[0]};
    const auto turn = [&](const auto& from, auto& to) {
        if (from.empty()) return;
        to.resize(from.size());
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t column = 0; column < columns; ++column)
                to[column * rows + row] = from[row * columns + column];
        }
    };
    turn(a.whole, result.whole);
    turn(a.numbers, result.numbers);
    turn(a.bound, result.bound);
    return result;
}

Values matmul_values(const Values& a, const Values& b, ElementType type) {
    need_matrix(a, "matmul");
    need_matrix(b, "matmul");
    if (a.extents[1] != b.extents[0]) {
        throw FormulaError(
            fmt::format("{} and {} have no product: the columns of the first must be "
                        "as many as the rows of the second",
                        text_of(a.extents), text_of(b.extents)));
    }
    if (a.real != b.real) return matmul_values(to_real(a), to_real(b), type);
    const auto rows = static_cast<std::size_t>(a.extents[0]);
    const auto inner = static_cast<std::size_t>(a.extents[1]);
    const auto columns = static_cast<std::size_t>(b.extents[1]);
    check_numbers(static_cast<double>(rows) * static_cast<double>(columns));
    check_work(static_cast<double>(rows) * static_cast<double>(inner) *
               static_cast<double>(columns));
    Values result;
    result.real = a.real;
    result.extents = {a.extents[0], b.extents[1]};
    const auto fill = [&]<class T>(T) {
        numbers<T>(result).resize(rows * columns);
        multiply(numbers<T>(a), numbers<T>(b), numbers<T>(result), rows, inner, columns);
    };
    if (!a.real) {
        fill(Whole{});
        return result;
    }
    fill(double{});
    const auto sums = [&](bool with_bound) {
        std::vector<double> sum(rows * columns);
        multiply(magnitudes(a, with_bound), magnitudes(b, with_bound), sum, rows, inner, columns);
        return sum;
    };
    const std::vector<double> exact = sums(false);
    const bool off = !a.bound.empty() || !b.bound.empty();
    result.bound = bounds_of_products(exact, off ? sums(true) : exact, static_cast<double>(inner),
                                      rounding_of(type));
    return result;
}

Values convolve_values(const Values& a, const Values& f, ElementType type) {
    need_array(a, "convolve");
    need_array(f, "convolve");
    const std::size_t rank = a.extents.size();
    if (rank != f.extents.size() || rank < 1 || rank > 2) {
        throw FormulaError(
            fmt::format("convolve takes two arrays of one dimension each, or of two, not {} and {}",
                        text_of(a.extents), text_of(f.extents)));
    }
    if (a.real != f.real) return convolve_values(to_real(a), to_real(f), type);
    const auto shape = [&](const Values& v) {
        return std::array<std::int64_t, 2>{rank == 2 ? v.extents[0] : 1, v.extents[rank - 1]};
    };
    check_work(static_cast<double>(a.size()) * static_cast<double>(f.size()));
    Values result;
    result.real = a.real;
    result.extents = a.extents;
    if (!a.real) {
        result.whole.resize(a.size());
        convolve(a.whole, f.whole, result.whole, shape(a), shape(f));
        return result;
    }
    result.numbers.resize(a.size());
    convolve(a.numbers, f.numbers, result.numbers, shape(a), shape(f));
    const auto sums = [&](bool with_bound) {
        std::vector<double> sum(a.size());
        convolve(magnitudes(a, with_bound), magnitudes(f, with_bound), sum, shape(a), shape(f));
        return sum;
    };
    const std::vector<double> exact = sums(false);
    const bool off = !a.bound.empty() || !f.bound.empty();
    result.bound = bounds_of_products(exact, off ? sums(true) : exact,
                                      static_cast<double>(f.size()), rounding_of(type));
    return result;
}

std::optional<Values> math_values(std::string_view name, const std::vector<Values>& args,
                                  double rounding) {
    // sqrtf is sqrt.
    if (name.size() > 3 && name.back() == 'f' && name != "erf") name.remove_suffix(1);
    struct Function {
        std::string_view name;
        double (*of)(double);
    };
    static constexpr Function functions[] = {
        {"sqrt", std::sqrt},   {"exp", std::exp},   {"log", std::log},    {"log2", std::log2},
        {"sin", std::sin},     {"cos", std::cos},   {"tan", std::tan},    {"tanh", std::tanh},
        {"floor", std::floor}, {"ceil", std::ceil}, {"round", std::round}};
    for (const Function& function : functions) {
        if (function.name != name) continue;
        if (args.size() != 1) throw FormulaError(fmt::format("{} takes one value", name));
        return real_function(args[0], rounding, function.of);
    }
    if (name == "abs" || name == "fabs") {
        if (args.size() != 1) throw FormulaError(fmt::format("{} takes one value", name));
        const Values negative = unary_values("-", args[0]);
        return choose_values(binary_values("<", args[0], scalar_value(std::int64_t{0}), 0),
                             negative, args[0]);
    }
    const bool least = name == "min" || name == "fmin";
    if (least || name == "max" || name == "fmax") {
        if (args.size() != 2) throw FormulaError(fmt::format("{} takes two values", name));
        Values first = binary_values(least ? "<" : ">", args[0], args[1], 0);
        Values chosen = choose_values(first, args[0], args[1]);
        return chosen;
    }
    if (name == "pow") {
        if (args.size() != 2 || !args[1].scalar)
            throw FormulaError("pow takes a value and a number");
        const double power = args[1].number(0);
        return real_function(args[0], rounding, [&](double x) { return std::pow(x, power); });
    }
    return std::nullopt;
}

}  // namespace stridescope
