#include "app/language/constant_values.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>

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
    /// `with_calls`: of functions that are constexpr. Elsewhere they are computed as the text has
    /// them, round by round. `of_any`: of any function.
    Constant(const KnownVariables& known, bool with_calls, bool of_any = false)
        : known_(known), with_calls_(with_calls), of_any_(of_any) {}

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
            case ExprKind::call: return call(e).integer;
            case ExprKind::assign:
            case ExprKind::compound:
            case ExprKind::step: return changed(e).integer;
            case ExprKind::variable: {
                if (!e->variable->type->is_integer()) return std::nullopt;
                const Variable& v = *e->variable;
                if (const Number* own = in_call(v)) return own->integer;
                if (initial(v) == nullptr) return known_ ? known_(v) : std::nullopt;
                // Once: of a constant twice in the next one, and so on, there are 2 ^ n mentions.
                const auto found = integers_.find(&v);
                if (found != integers_.end()) return found->second;
                const bool outer = std::exchange(with_calls_, with_calls_ || v.is_constexpr);
                const auto value = integer(initial(v));
                with_calls_ = outer;
                return integers_[&v] = value;
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
        return applied(e->op, e->a->type, *a, *b, e->place);
    }

    /// Both are of the type.
    static std::optional<std::int64_t> applied(Op op, const Type* type, std::int64_t a,
                                               std::int64_t b, Place place) {
        const TypeKind kind = type->kind;
        const bool is_unsigned = type->is_unsigned();
        const auto ua = static_cast<std::uint64_t>(a);
        const auto ub = static_cast<std::uint64_t>(b);
        const auto cut = [&](std::uint64_t v) {
            return cut_to(kind, static_cast<std::int64_t>(v));
        };
        const std::uint64_t bits = 8 * type->size;
        if ((op == Op::shl || op == Op::shr) && ub >= bits) {
            throw FaultError(
                place,
                fmt::format("{} has {} bits: it cannot be shifted by {}{}", name_of(type), bits, b,
                            bits < 64 && ub < 64 ? ", as a long long can (1LL)" : ""));
        }
        switch (op) {
            case Op::add: return cut(ua + ub);
            case Op::sub: return cut(ua - ub);
            case Op::mul: return cut(ua * ub);
            case Op::and_: return cut(ua & ub);
            case Op::or_: return cut(ua | ub);
            case Op::xor_: return cut(ua ^ ub);
            case Op::shl: return cut(ua << ub);
            case Op::shr:
                return is_unsigned ? cut(ua >> ub) : cut(static_cast<std::uint64_t>(a >> ub));
            case Op::div:
            case Op::rem:
                if (b == 0) throw FaultError(place, "division by zero");
                if (is_unsigned) return cut(op == Op::div ? ua / ub : ua % ub);
                if (b == -1) return op == Op::div ? cut(0 - ua) : 0;
                return op == Op::div ? a / b : a % b;
            case Op::lt:
            case Op::gt:
            case Op::le:
            case Op::ge:
            case Op::eq:
            case Op::ne: return is_unsigned ? compare(op, ua, ub) : compare(op, a, b);
            case Op::land: return a != 0 && b != 0;
            case Op::lor: return a != 0 || b != 0;
            default: return std::nullopt;
        }
    }

    std::optional<double> real_inner(const Expr* e) {
        switch (e->kind) {
            case ExprKind::real: return e->real;
            case ExprKind::cast: return real(e->a);
            case ExprKind::call: return call(e).real;
            case ExprKind::assign:
            case ExprKind::compound:
            case ExprKind::step: return changed(e).real;
            case ExprKind::variable: {
                const Variable& v = *e->variable;
                if (const Number* own = in_call(v)) return own->real;
                if (initial(v) == nullptr) return std::nullopt;
                const auto found = reals_.find(&v);
                if (found != reals_.end()) return found->second;
                const bool outer = std::exchange(with_calls_, with_calls_ || v.is_constexpr);
                const auto value = real(initial(v));
                with_calls_ = outer;
                return reals_[&v] = value;
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
                return applied(e->op, *a, *b);
            }
            case ExprKind::builtin: {
                const bool is_ceil = e->builtin == Builtin::ceil;
                if (!of_any_ || (!is_ceil && e->builtin != Builtin::floor)) return std::nullopt;
                const auto v = real(e->args[0]);
                if (!v) return std::nullopt;
                return is_ceil ? std::ceil(*v) : std::floor(*v);
            }
            default: return std::nullopt;
        }
    }

    static std::optional<double> applied(Op op, double a, double b) {
        switch (op) {
            case Op::add: return a + b;
            case Op::sub: return a - b;
            case Op::mul: return a * b;
            case Op::div: return a / b;
            default: return std::nullopt;
        }
    }

    // --- what functions give that are constexpr: their statements, carried out on numbers

    /// As the type has it: one of both; none: it is not known.
    struct Number {
        std::optional<std::int64_t> integer{};
        std::optional<double> real{};

        explicit operator bool() const { return integer || real; }
    };
    using Locals = std::map<const Variable*, Number>;
    enum class Flow : std::uint8_t { goes_on, leaves_loop, next_round, returns, unknown };

    const Number* in_call(const Variable& v) const {
        if (locals_ == nullptr) return nullptr;
        const auto found = locals_->find(&v);
        return found == locals_->end() ? nullptr : &found->second;
    }

    Number number(const Expr* e) {
        if (e->type->is_integer()) return {.integer = integer(e)};
        return e->type->is_arithmetic() ? Number{.real = real(e)} : Number{};
    }

    Number call(const Expr* e) {
        const Function& f = *e->function;
        if (!with_calls_ || f.body == nullptr || calls_ >= most_calls) return {};
        if (!f.is_constexpr && !of_any_) return {};
        Locals own;
        for (std::size_t i = 0; i < f.parameters.size(); ++i) {
            const Variable& p = *f.parameters[i];
            if (i >= e->args.size() || (p.is_reference && !p.type->is_const)) return {};
            const Number given = number(e->args[i]);
            if (!given) return {};
            own[&p] = given;
        }
        Locals* outer = std::exchange(locals_, &own);
        ++calls_;
        returned_ = {};
        const Flow flow = carry_out(f.body);
        --calls_;
        locals_ = outer;
        return flow == Flow::returns ? std::exchange(returned_, {}) : Number{};
    }

    /// An assignment and its like, to a number of the call's own.
    bool change(const Expr* e) {
        if (e->kind == ExprKind::comma) return change(e->a) && change(e->b);
        const bool changes = e->kind == ExprKind::assign || e->kind == ExprKind::compound ||
                             e->kind == ExprKind::step;
        if (!changes || e->a->kind != ExprKind::variable) return static_cast<bool>(number(e));
        const auto found = locals_->find(e->a->variable);
        if (found == locals_->end()) return false;
        Number made;
        if (e->kind == ExprKind::assign) {
            made = number(e->b);
        } else if (e->a->type->is_integer()) {
            const Type* type = e->kind == ExprKind::step ? e->a->type : e->other;
            if (type == nullptr || !type->is_integer() || !found->second.integer) return false;
            const auto by =
                e->kind == ExprKind::step ? std::optional{std::int64_t{1}} : integer(e->b);
            if (!by) return false;
            const auto sum =
                applied(e->op, type, cut_to(type->kind, *found->second.integer), *by, e->place);
            if (sum) made.integer = cut_to(e->a->type->kind, *sum);
        } else if (e->kind == ExprKind::compound && e->a->type->is_floating()) {
            const auto by = real(e->b);
            if (by && found->second.real) made.real = applied(e->op, *found->second.real, *by);
            if (made.real && e->a->type->kind == TypeKind::f32)
                made.real = static_cast<double>(static_cast<float>(*made.real));
        }
        found->second = made;
        return static_cast<bool>(made);
    }

    /// What the assignment gives.
    Number changed(const Expr* e) {
        if (locals_ == nullptr || e->a->kind != ExprKind::variable) return {};
        const Number* now = in_call(*e->a->variable);
        if (now == nullptr) return {};
        const Number before = *now;
        if (!change(e)) return {};
        return e->kind == ExprKind::step && e->after ? before : *now;
    }

    Flow loop(const Stmt* s) {
        if (s->init != nullptr && carry_out(s->init) != Flow::goes_on) return Flow::unknown;
        for (bool is_first = true;; is_first = false) {
            if (s->condition != nullptr && (s->kind != StmtKind::do_while || !is_first)) {
                const auto holds = integer(s->condition);
                if (!holds) return Flow::unknown;
                if (*holds == 0) return Flow::goes_on;
            }
            const Flow flow = carry_out(s->then);
            if (flow == Flow::leaves_loop) return Flow::goes_on;
            if (flow == Flow::returns || flow == Flow::unknown) return flow;
            if (s->step != nullptr && !change(s->step)) return Flow::unknown;
        }
    }

    Flow carry_out(const Stmt* s) {
        if (s == nullptr) return Flow::goes_on;
        if (++steps_ > most_steps) return Flow::unknown;
        switch (s->kind) {
            case StmtKind::empty: return Flow::goes_on;
            case StmtKind::expression: return change(s->condition) ? Flow::goes_on : Flow::unknown;
            case StmtKind::declaration:
                for (const Variable* v : s->variables) {
                    if (v->is_reference || v->init == nullptr || !v->type->is_arithmetic())
                        return Flow::unknown;
                    const Number first = number(v->init);
                    if (!first) return Flow::unknown;
                    (*locals_)[v] = first;
                }
                return Flow::goes_on;
            case StmtKind::block:
                for (const Stmt* each : s->body) {
                    if (const Flow flow = carry_out(each); flow != Flow::goes_on) return flow;
                }
                return Flow::goes_on;
            case StmtKind::if_: {
                if (s->init != nullptr && carry_out(s->init) != Flow::goes_on) return Flow::unknown;
                const auto holds = integer(s->condition);
                if (!holds) return Flow::unknown;
                return carry_out(*holds != 0 ? s->then : s->otherwise);
            }
            case StmtKind::for_:
            case StmtKind::while_:
            case StmtKind::do_while: return loop(s);
            case StmtKind::break_: return Flow::leaves_loop;
            case StmtKind::continue_: return Flow::next_round;
            case StmtKind::return_:
                if (s->condition == nullptr) return Flow::unknown;
                returned_ = number(s->condition);
                return returned_ ? Flow::returns : Flow::unknown;
            default: return Flow::unknown;
        }
    }

    static constexpr int most_calls = 200;
    static constexpr std::int64_t most_steps = 1 << 20;

    const KnownVariables& known_;
    std::map<const Variable*, std::optional<std::int64_t>> integers_;  ///< of constants
    std::map<const Variable*, std::optional<double>> reals_;
    int depth_ = 0;
    bool with_calls_, of_any_;
    Locals* locals_ = nullptr;  ///< of the call that is carried out
    Number returned_{};
    int calls_ = 0;
    std::int64_t steps_ = 0;
};

}  // namespace

std::optional<std::int64_t> constant_value(const Expr* e) {
    return constant_value(e, {});
}

std::optional<std::int64_t> constant_value(const Expr* e, const KnownVariables& known) {
    return Constant(known, false).integer(e);
}

std::optional<std::int64_t> computed_value(const Expr* e, const KnownVariables& known) {
    return Constant(known, true, true).integer(e);
}

std::optional<double> constant_real(const Expr* e) {
    const KnownVariables none;
    return Constant(none, false).real(e);
}

/// What functions give to a constant is computed once: its value takes their place.
void Parser::fold(Variable& v) {
    if (!v.is_constexpr || v.is_reference || v.init == nullptr) return;
    const KnownVariables none;
    const Expr* init = v.init;
    if (v.type->is_integer() && !constant_value(init)) {
        if (const auto value = Constant(none, true).integer(init))
            v.init = integer(*value, v.type, init->place);
    } else if (v.type->is_floating() && !v.type->is_half() && !constant_real(init)) {
        if (const auto value = Constant(none, true).real(init)) {
            v.init = make(ExprKind::real, init->place, v.type->plain);
            v.init->real = *value;
        }
    }
}

bool Parser::is_constant(const Expr* e) const {
    const KnownVariables none;
    return Constant(none, true).integer(e).has_value();
}

std::int64_t Parser::constant_integer(Expr* e, std::string_view what) {
    const KnownVariables none;
    const auto value = Constant(none, true).integer(e);
    if (!value || !e->type->is_integer()) {
        fail(e->place,
             fmt::format("{} must be known when the text is compiled: a number, a #define or "
                         "a constexpr",
                         what));
    }
    return *value;
}

}  // namespace stridescope::language
