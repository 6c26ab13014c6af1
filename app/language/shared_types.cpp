#include "app/language/shared_types.h"

#include <algorithm>
#include <set>

namespace stridescope::language {
namespace {

/// What numbers of two types that C tells apart look like in memory. Bytes may be parts of
/// anything.
enum class Look { any, integer, wide_integer, real, wide_real, mixed };

Look look_of(const Type* type) {
    type = type->element();
    if (type->is_pointer()) return Look::wide_integer;
    if (type->is_struct()) {
        Look look = Look::any;
        for (const Leaf& leaf : type->structure->leaves) {
            const Look own = look_of(leaf.type);
            if (look != Look::any && look != own) return Look::mixed;
            look = own;
        }
        return type->structure->is_union ? Look::mixed : look;
    }
    if (type->is_void() || type->size < 4) return Look::any;
    const bool wide = type->size > 4;
    if (type->is_floating()) return wide ? Look::wide_real : Look::real;
    return wide ? Look::wide_integer : Look::integer;
}

class Search {
  public:
    bool is_pun_found() const { return pun_; }

    void visit(const Function& f) {
        if (!seen_.insert(&f).second) return;
        for (const Variable* v : f.parameters) visit_type(v->type);
        visit(f.body);
    }

  private:
    void visit(const Stmt* s) {
        if (s == nullptr || pun_) return;
        visit(s->condition);
        visit(s->step);
        visit(s->init);
        visit(s->then);
        visit(s->otherwise);
        for (const Variable* v : s->variables) {
            visit_type(v->type);
            visit_view(v->type, v->init);
        }
        for (const Stmt* inner : s->body) visit(inner);
    }
    void visit(const Expr* e) {
        if (e == nullptr || pun_) return;
        if (e->kind == ExprKind::cast && is_other(*e)) pun_ = true;
        if (e->kind == ExprKind::assign) {
            visit(e->a);
            visit_view(e->a->type, e->b);
            return;
        }
        if (e->kind == ExprKind::call && e->function != nullptr) visit(*e->function);
        visit(e->a);
        visit(e->b);
        visit(e->c);
        for (const Expr* arg : e->args) visit(arg);
    }
    /// What a pointer becomes: a part of an array behind the parts before it may be of another
    /// type.
    void visit_view(const Type* type, const Expr* e) {
        if (e != nullptr && type->is_pointer() && e->kind == ExprKind::cast && is_part(*e->a)) {
            visit(e->a);
            return;
        }
        visit(e);
    }
    void visit_type(const Type* type) {
        if (type->is_pointer()) type = type->of;
        type = type->element();
        if (type->is_struct() && type->structure->is_union) pun_ = true;
    }

    static bool is_other(const Expr& cast) {
        if (!cast.type->is_pointer() || !cast.a->type->is_pointer()) return false;
        const Look to = look_of(cast.type->of), from = look_of(cast.a->type->of);
        return to != Look::any && from != Look::any && to != from;
    }
    /// array + n, or &array[n], for all threads the same.
    static bool is_part(const Expr& e) {
        if (e.kind == ExprKind::pointer_add) return is_uniform(e.b, 0);
        if (e.kind == ExprKind::address && e.a->kind == ExprKind::reference)
            return is_part(*e.a->a);
        return e.kind == ExprKind::cast && is_part(*e.a);
    }
    static bool is_uniform(const Expr* e, int depth) {
        constexpr int deep = 8;
        if (e == nullptr) return true;
        if (depth > deep) return false;
        switch (e->kind) {
            case ExprKind::integer: return true;
            case ExprKind::special:
                return e->special != Special::thread_x && e->special != Special::thread_y &&
                       e->special != Special::thread_z;
            case ExprKind::variable: {
                const Variable& v = *e->variable;
                if (v.assigned) return false;
                const bool is_given =
                    v.function == nullptr ||
                    std::ranges::find(v.function->parameters, &v) != v.function->parameters.end();
                return is_given || (v.init != nullptr && is_uniform(v.init, depth + 1));
            }
            case ExprKind::unary:
            case ExprKind::binary:
            case ExprKind::cast:
            case ExprKind::conditional:
            case ExprKind::member:
                return is_uniform(e->a, depth + 1) && is_uniform(e->b, depth + 1) &&
                       is_uniform(e->c, depth + 1);
            default: return false;
        }
    }

    std::set<const Function*> seen_;
    bool pun_ = false;
};

}  // namespace

bool keeps_types_apart(const Function& function) {
    Search search;
    search.visit(function);
    return !search.is_pun_found();
}

}  // namespace stridescope::language
