// Walks over the typed tree: whoever looks for something in it says only what.
#pragma once

#include "app/language/tree.h"

namespace stridescope::language {

/// Calls visit(const Expr&) for the expression and all that it is made of, itself first. Of what is
/// not there nothing is visited; bodies of functions that are called are not a part.
template <typename Visit>
void for_each_expression(const Expr* e, Visit& visit) {
    if (e == nullptr) return;
    visit(*e);
    for (const Expr* part : {e->a, e->b, e->c}) for_each_expression(part, visit);
    for (const Expr* argument : e->args) for_each_expression(argument, visit);
}

/// Whether evaluating it may write something.
inline bool has_effect(const Expr* e) {
    bool found = false;
    const auto visit = [&](const Expr& x) {
        found |= x.kind == ExprKind::assign || x.kind == ExprKind::compound ||
                 x.kind == ExprKind::step || x.kind == ExprKind::call ||
                 x.kind == ExprKind::builtin;
    };
    for_each_expression(e, visit);
    return found;
}

/// Calls visit(const Stmt&) for the statement and all within it, itself first.
template <typename Visit>
void for_each_statement(const Stmt* s, Visit& visit) {
    if (s == nullptr) return;
    visit(*s);
    for (const Stmt* inner : {s->init, s->then, s->otherwise}) for_each_statement(inner, visit);
    for (const Stmt* inner : s->body) for_each_statement(inner, visit);
}

/// Calls visit(const Expr&) for all that is evaluated in a statement.
template <typename Visit>
void for_each_expression(const Stmt* s, Visit& visit) {
    auto evaluated = [&visit](const Stmt& inner) {
        for (const Variable* v : inner.variables) for_each_expression(v->init, visit);
        for (const Expr* e : {inner.condition, inner.step}) for_each_expression(e, visit);
    };
    for_each_statement(s, evaluated);
}

}  // namespace stridescope::language
