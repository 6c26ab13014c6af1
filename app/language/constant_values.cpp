// What an expression is known to be when the text is read: extents, cases, template arguments.
#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

std::optional<std::int64_t> Parser::constant_value(const Expr* e) const {
    switch (e->kind) {
        case ExprKind::integer: return e->integer;
        case ExprKind::cast: {
            if (!e->type->is_integer()) return std::nullopt;
            if (e->a->kind == ExprKind::real)
                return cut_to(e->type->kind, static_cast<std::int64_t>(e->a->real));
            const auto v = constant_value(e->a);
            if (!v) return std::nullopt;
            return cut_to(e->type->kind, *v);
        }
        case ExprKind::variable: {
            const Variable& v = *e->variable;
            if (v.init == nullptr || v.assigned || !v.type->is_integer()) return std::nullopt;
            if (!v.is_constexpr && !v.type->is_const) return std::nullopt;
            return constant_value(v.init);
        }
        case ExprKind::unary: {
            const auto v = constant_value(e->a);
            if (!v || !e->type->is_integer()) return std::nullopt;
            if (e->op == Op::logical_not) return *v == 0;
            if (e->op == Op::bit_not) return cut_to(e->type->kind, ~*v);
            return cut_to(e->type->kind,
                          static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*v)));
        }
        case ExprKind::conditional: {
            const auto v = constant_value(e->a);
            if (!v) return std::nullopt;
            return constant_value(*v != 0 ? e->b : e->c);
        }
        case ExprKind::logical:
        case ExprKind::binary: {
            const auto a = constant_value(e->a);
            const auto b = constant_value(e->b);
            if (!a || !b || !e->a->type->is_integer()) return std::nullopt;
            const TypeKind kind = e->a->type->kind;
            const bool is_unsigned = e->a->type->is_unsigned();
            const auto ua = static_cast<std::uint64_t>(*a);
            const auto ub = static_cast<std::uint64_t>(*b);
            const auto cut = [&](std::uint64_t v) {
                return cut_to(kind, static_cast<std::int64_t>(v));
            };
            switch (e->op) {
                case Op::add: return cut(ua + ub);
                case Op::sub: return cut(ua - ub);
                case Op::mul: return cut(ua * ub);
                case Op::and_: return cut(ua & ub);
                case Op::or_: return cut(ua | ub);
                case Op::xor_: return cut(ua ^ ub);
                case Op::shl: return cut(ua << (ub & 63));
                case Op::shr:
                    return is_unsigned ? cut(ua >> (ub & 63))
                                       : cut(static_cast<std::uint64_t>(*a >> (ub & 63)));
                case Op::div:
                case Op::rem:
                    if (*b == 0) fail(e->place, "division by zero");
                    if (is_unsigned) return cut(e->op == Op::div ? ua / ub : ua % ub);
                    if (*b == -1) return e->op == Op::div ? cut(0 - ua) : 0;
                    return e->op == Op::div ? *a / *b : *a % *b;
                case Op::lt: return is_unsigned ? ua < ub : *a < *b;
                case Op::gt: return is_unsigned ? ua > ub : *a > *b;
                case Op::le: return is_unsigned ? ua <= ub : *a <= *b;
                case Op::ge: return is_unsigned ? ua >= ub : *a >= *b;
                case Op::eq: return *a == *b;
                case Op::ne: return *a != *b;
                case Op::land: return *a != 0 && *b != 0;
                case Op::lor: return *a != 0 || *b != 0;
                default: return std::nullopt;
            }
        }
        default: return std::nullopt;
    }
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
