#include "app/language/constant_values.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "app/language/half.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

/// Constants may be made of constants, and one of itself (`const int n = n;`).
constexpr int most_depth = 1000;

/// What a conversion of `value` to an integer gives; beyond its range, as the hardware does it.
std::int64_t to_integer(double value) {
    constexpr double end = 9223372036854775808.0;  // 2^63
    if (std::isnan(value)) return 0;
    if (value >= end) return INT64_MAX;
    return value <= -end ? INT64_MIN : static_cast<std::int64_t>(value);
}

double real_of(std::int64_t value, const Type* type) {
    return type->kind == TypeKind::u64 ? static_cast<double>(static_cast<std::uint64_t>(value))
                                       : static_cast<double>(value);
}

template <typename T>
bool compare(Op op, T a, T b) {
    switch (op) {
        case Op::lt: return a < b;
        case Op::gt: return a > b;
        case Op::le: return a <= b;
        case Op::ge: return a >= b;
        case Op::eq: return a == b;
        default: return a != b;
    }
}

class Constant {
  public:
    explicit Constant(const KnownVariables& known) : known_(known) {}

    std::optional<std::int64_t> integer(const Expr* e) {
        if (depth_ >= most_depth) return std::nullopt;
        ++depth_;
        const std::optional<std::int64_t> value = integer_inner(e);
        --depth_;
        return value;
    }
    std::optional<double> real(const Expr* e) {
        if (depth_ >= most_depth || !e->type->is_arithmetic()) return std::nullopt;
        if (e->type->is_integer()) {
            const auto value = integer(e);
            return value ? std::optional{real_of(*value, e->type)} : std::nullopt;
        }
        ++depth_;
        std::optional<double> value = real_inner(e);
        --depth_;
        if (value && e->type->is_half()) {
            const bool is_f16 = e->type->kind == TypeKind::f16;
            value = static_cast<double>(half::value_of(half::bits_of(*value, is_f16), is_f16));
        }
        if (value && e->type->kind == TypeKind::f32) {
            value = static_cast<double>(static_cast<float>(*value));
        }
        return value;
    }

  private:
    static const Expr* initial(const Variable& v) {
        if (v.init == nullptr || v.assigned) return nullptr;
        return v.is_constexpr || v.type->is_const ? v.init : nullptr;
    }

    std::optional<std::int64_t> integer_inner(const Expr* e) {
        switch (e->kind) {
            case ExprKind::integer: return e->integer;
            case ExprKind::cast: {
                if (!e->type->is_integer()) return std::nullopt;
                if (e->a->type->is_floating()) {
                    const auto v = real(e->a);
                    if (!v) return std::nullopt;
                    if (e->type->kind == TypeKind::bool_) return *v != 0;
                    return cut_to(e->type->kind, to_integer(*v));
                }
                const auto v = integer(e->a);
                if (!v) return std::nullopt;
                return cut_to(e->type->kind, *v);
            }
            case ExprKind::variable: {
                if (!e->variable->type->is_integer()) return std::nullopt;
                const Variable& v = *e->variable;
                if (initial(v) == nullptr) return known_ ? known_(v) : std::nullopt;
                // Once: of a constant twice in the next one, and so on, there are 2 ^ n mentions.
                const auto found = integers_.find(&v);
                if (found != integers_.end()) return found->second;
                return integers_[&v] = integer(initial(v));
            }
            case ExprKind::unary: {
                const auto v = integer(e->a);
                if (!v || !e->type->is_integer()) return std::nullopt;
                if (e->op == Op::logical_not) return *v == 0;
                if (e->op == Op::bit_not) return cut_to(e->type->kind, ~*v);
                if (e->op == Op::plus) return *v;
                return cut_to(e->type->kind,
                              static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*v)));
            }
            case ExprKind::conditional: {
                const auto v = integer(e->a);
                if (!v) return std::nullopt;
                return integer(*v != 0 ? e->b : e->c);
            }
            case ExprKind::builtin: {
                if (e->builtin != Builtin::min && e->builtin != Builtin::max) return std::nullopt;
                if (e->args.size() != 2 || !e->type->is_integer()) return std::nullopt;
                const auto a = integer(e->args[0]);
                const auto b = integer(e->args[1]);
                if (!a || !b) return std::nullopt;
                const bool less = e->type->is_unsigned() ? static_cast<std::uint64_t>(*a) <
                                                               static_cast<std::uint64_t>(*b)
                                                         : *a < *b;
                return (e->builtin == Builtin::min) == less ? a : b;
            }
            case ExprKind::logical:
            case ExprKind::binary: return binary(e);
            default: return std::nullopt;
        }
    }

    std::optional<std::int64_t> binary(const Expr* e) {
        if (e->kind == ExprKind::binary && e->a->type->is_floating()) {
            if (e->op < Op::lt || e->op > Op::ne) return std::nullopt;
            const auto x = real(e->a);
            const auto y = real(e->b);
            if (!x || !y) return std::nullopt;
            return compare(e->op, *x, *y);
        }
        const auto a = integer(e->a);
        const auto b = integer(e->b);
        if (!a || !b || !e->a->type->is_integer()) return std::nullopt;
        const TypeKind kind = e->a->type->kind;
        const bool is_unsigned = e->a->type->is_unsigned();
        const auto ua = static_cast<std::uint64_t>(*a);
        const auto ub = static_cast<std::uint64_t>(*b);
        const auto cut = [&](std::uint64_t v) {
            return cut_to(kind, static_cast<std::int64_t>(v));
        };
        const std::uint64_t bits = 8 * e->a->type->size;
        if ((e->op == Op::shl || e->op == Op::shr) && ub >= bits) {
            throw FaultError(
                e->place,
                fmt::format("{} has {} bits: it cannot be shifted by {}{}", name_of(e->a->type),
                            bits, *b, bits < 64 && ub < 64 ? ", as a long long can (1LL)" : ""));
        }
        switch (e->op) {
            case Op::add: return cut(ua + ub);
            case Op::sub: return cut(ua - ub);
            case Op::mul: return cut(ua * ub);
            case Op::and_: return cut(ua & ub);
            case Op::or_: return cut(ua | ub);
            case Op::xor_: return cut(ua ^ ub);
            case Op::shl: return cut(ua << ub);
            case Op::shr:
                return is_unsigned ? cut(ua >> ub) : cut(static_cast<std::uint64_t>(*a >> ub));
            case Op::div:
            case Op::rem:
                if (*b == 0) throw FaultError(e->place, "division by zero");
                if (is_unsigned) return cut(e->op == Op::div ? ua / ub : ua % ub);
                if (*b == -1) return e->op == Op::div ? cut(0 - ua) : 0;
                return e->op == Op::div ? *a / *b : *a % *b;
            case Op::lt:
            case Op::gt:
            case Op::le:
            case Op::ge:
            case Op::eq:
            case Op::ne: return is_unsigned ? compare(e->op, ua, ub) : compare(e->op, *a, *b);
            case Op::land: return *a != 0 && *b != 0;
            case Op::lor: return *a != 0 || *b != 0;
            default: return std::nullopt;
        }
    }

    std::optional<double> real_inner(const Expr* e) {
        switch (e->kind) {
            case ExprKind::real: return e->real;
            case ExprKind::cast: return real(e->a);
            case ExprKind::variable: {
                const Variable& v = *e->variable;
                if (initial(v) == nullptr) return std::nullopt;
                const auto found = reals_.find(&v);
                if (found != reals_.end()) return found->second;
                return reals_[&v] = real(initial(v));
            }
            case ExprKind::unary: {
                const auto v = real(e->a);
                if (!v) return std::nullopt;
                return e->op == Op::neg ? -*v : *v;
            }
            case ExprKind::conditional: {
                const auto v = integer(e->a);
                if (!v) return std::nullopt;
                return real(*v != 0 ? e->b : e->c);
            }
            case ExprKind::binary: {
                const auto a = real(e->a);
                const auto b = real(e->b);
                if (!a || !b) return std::nullopt;
                switch (e->op) {
                    case Op::add: return *a + *b;
                    case Op::sub: return *a - *b;
                    case Op::mul: return *a * *b;
                    case Op::div: return *a / *b;
                    default: return std::nullopt;
                }
            }
            default: return std::nullopt;
        }
    }

    const KnownVariables& known_;
    std::map<const Variable*, std::optional<std::int64_t>> integers_;  ///< of constants
    std::map<const Variable*, std::optional<double>> reals_;
    int depth_ = 0;
};

}  // namespace

std::optional<std::int64_t> constant_value(const Expr* e) {
    return constant_value(e, {});
}

std::optional<std::int64_t> constant_value(const Expr* e, const KnownVariables& known) {
    return Constant(known).integer(e);
}

std::optional<double> constant_real(const Expr* e) {
    const KnownVariables none;
    return Constant(none).real(e);
}

std::int64_t Parser::constant_integer(Expr* e, std::string_view what) {
    const auto value = constant_value(e);
    if (!value || !e->type->is_integer()) {
        fail(e->place,
             fmt::format("{} must be known when the text is compiled: a number, a #define or "
                         "a constexpr",
                         what));
    }
    return *value;
}

}  // namespace stridescope::language
